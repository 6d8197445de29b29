package dev.sennit.manifest;

import dev.sennit.model.AlreadyExistsException;
import dev.sennit.model.BranchIncarnation;
import dev.sennit.model.CommitId;
import dev.sennit.model.Durability;
import dev.sennit.model.ErrorText;
import dev.sennit.model.GraphId;
import dev.sennit.model.IdSource;
import dev.sennit.model.OperationId;
import dev.sennit.model.StoreException;
import dev.sennit.model.TableId;
import dev.sennit.schema.AcceptedSchema;
import dev.sennit.schema.ElementType;
import dev.sennit.schema.GraphSchema;
import dev.sennit.store.ManifestTables;
import dev.sennit.store.ObjectStore;
import dev.sennit.store.TablePin;
import dev.sennit.store.TableStore;
import dev.sennit.store.TransactionIdentity;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Creates graphs. Tables and manifest are built completely under fresh names; putting the birth certificate, which only
 * one of racing creators can, makes them a graph. Whoever loses or dies leaves files nothing names.
 */
public final class GraphBirth {
    private final ObjectStore objects;
    private final TableStore tables;
    private final ManifestTables manifests;
    private final IdSource ids;
    private final Clock clock;
    private final String place;

    /** @param place where the graph will be, for errors */
    public GraphBirth(
            String place, ObjectStore objects, TableStore tables, ManifestTables manifests, IdSource ids, Clock clock) {
        this.place = place;
        this.objects = objects;
        this.tables = tables;
        this.manifests = manifests;
        this.ids = ids;
        this.clock = clock;
    }

    /**
     * Creates a graph with a first, empty commit.
     *
     * @throws AlreadyExistsException if there is a graph already
     * @throws StoreException if the store failed; there is no graph of this call unless its last request lands late
     */
    public BirthCertificate create(GraphSchema declared, String author, String message) {
        if (BirthCertificate.read(objects).isPresent()) {
            throw exists();
        }
        AcceptedSchema schema = AcceptedSchema.firstOf(declared, ids);
        CommitId commit = new CommitId(ids.next());
        Map<TableId, TableState> states = new LinkedHashMap<>();
        for (ElementType type : declared.types().toList()) {
            TableId table = schema.tableOf(type);
            tables.create(table, TableLayouts.of(type, schema), Durability.FULL);
            states.put(table, new TableState(table, type.name(), TablePin.CREATED, commit, 0, Map.of()));
        }
        OperationId operation = new OperationId(ids.next());
        CommitRecord record = new CommitRecord(
                commit,
                List.of(),
                author,
                clock.instant().truncatedTo(ChronoUnit.MILLIS),
                operation,
                "init",
                Optional.empty(),
                Optional.empty(),
                message,
                List.of(),
                Map.of());
        BirthCertificate certificate = new BirthCertificate(
                GraphState.FORMAT,
                new GraphId(ids.next()),
                "__manifest/" + ids.next(),
                new BranchIncarnation(ids.next()));
        GraphState first = new GraphState(
                GraphState.FORMAT,
                certificate.graph(),
                certificate.main(),
                GraphState.Kind.COMMIT,
                schema,
                commit,
                states,
                record);
        manifests.create(
                certificate.manifest(),
                StateCodec.rows(first),
                new TransactionIdentity(operation.toString(), Map.of("operation", operation.toString())));
        if (!isBorn(certificate)) {
            throw exists();
        }
        return certificate;
    }

    /** Whether the certificate is ours, whatever the put of it reported: its response may have been lost. */
    private boolean isBorn(BirthCertificate certificate) {
        try {
            if (certificate.put(objects)) {
                return true;
            }
        } catch (StoreException e) {
            Optional<BirthCertificate> present;
            try {
                present = BirthCertificate.read(objects);
            } catch (StoreException again) {
                e.addSuppressed(again);
                throw e;
            }
            if (present.isEmpty()) {
                throw e;
            }
        }
        return BirthCertificate.read(objects).equals(Optional.of(certificate));
    }

    private AlreadyExistsException exists() {
        return new AlreadyExistsException(ErrorText.of("there is a graph at " + place + " already")
                .remedy("choose another place, or open this one")
                .detail("graph", place));
    }
}
