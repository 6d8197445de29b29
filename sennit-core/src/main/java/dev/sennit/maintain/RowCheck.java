package dev.sennit.maintain;

import dev.sennit.maintain.PinnedVersions.Use;
import dev.sennit.manifest.TableLayouts;
import dev.sennit.model.CheckReport.Kind;
import dev.sennit.model.CommitId;
import dev.sennit.model.ErrorText;
import dev.sennit.model.StoreException;
import dev.sennit.model.Violation;
import dev.sennit.schema.EdgeType;
import dev.sennit.schema.ElementType;
import dev.sennit.schema.NodeType;
import dev.sennit.schema.Property;
import dev.sennit.store.ScanRequest;
import dev.sennit.store.TableScan;
import dev.sennit.store.TableStore;
import dev.sennit.store.TableVersion;
import dev.sennit.validate.KeyedId;
import dev.sennit.validate.RowValidator;
import dev.sennit.validate.SetValidator;
import dev.sennit.validate.ViolationSink;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads every row of one table version: the rules a row can break by itself, that its id is its key's text, and that the
 * table's indexes find it. Hands the row on to the rules over all rows. Not thread-safe.
 */
final class RowCheck {
    private static final int STEP = 1 << 14;

    private final Use use;
    private final ElementType type;
    private final Findings findings;
    private final SetValidator all;
    private final CheckProgress progress;
    private final RowValidator validator;
    private final int system;
    private final Optional<KeyedId> key;
    private final ViolationSink sink;
    private boolean complete = true;

    RowCheck(Use use, Findings findings, SetValidator all, CheckProgress progress) {
        this.use = use;
        this.type = use.type();
        this.findings = findings;
        this.all = all;
        this.progress = progress;
        this.validator = RowValidator.of(type);
        this.system = TableLayouts.systemColumns(type).size();
        this.key = key(type).map(names -> new KeyedId(type.properties(), names));
        this.sink = violations(findings, use.commit());
    }

    /** Where violations of rules become findings. */
    static ViolationSink violations(Findings findings, CommitId commit) {
        return (typeName, ordinal, violation) -> findings.problem(
                kind(violation),
                typeName + " '" + violation.key() + "'",
                Optional.of(commit),
                ErrorText.of(violation.rule() + ": " + violation.message()));
    }

    private static Kind kind(Violation violation) {
        return switch (violation.rule()) {
            case KEY, KEY_IMMUTABLE -> Kind.KEY;
            default -> Kind.RULE;
        };
    }

    /**
     * Reads the rows.
     *
     * @param before rows read of other tables
     * @param total rows to read of all tables
     * @return how many were read
     */
    long run(TableStore tables, long before, long total) {
        long rows = 0;
        try (TableVersion version = tables.open(use.table().table(), use.table().pin())) {
            List<IndexCheck> indexes = TableLayouts.systemColumns(type).stream()
                    .map(column -> new IndexCheck(version, column))
                    .toList();
            try (TableScan scan = version.scan(ScanRequest.of(columns()).withRowAddresses())) {
                while (scan.next()) {
                    for (int row = 0; row < scan.rowCount(); row++) {
                        check(scan, row, rows, indexes);
                        if (++rows % STEP == 0) {
                            progress.at(CheckProgress.Phase.ROWS, before + rows, total);
                        }
                    }
                }
            }
            if (rows != version.rowCount()) {
                findings.problem(
                        Kind.COUNT,
                        use.directory(),
                        Optional.of(use.commit()),
                        ErrorText.of(
                                "a scan of " + use.describe() + " gives " + rows + " rows, not " + version.rowCount()));
            }
            checkIndexes(indexes, before + rows, total);
        } catch (RuntimeException e) {
            complete = false;
            findings.problem(
                    Kind.DATA,
                    use.directory(),
                    Optional.of(use.commit()),
                    Findings.damage(e).remedy("read an older commit, or copy the graph from a backup"));
        }
        return rows;
    }

    /** Whether every row was handed on to the rules over all rows. */
    boolean isComplete() {
        return complete;
    }

    private List<String> columns() {
        List<String> columns = new ArrayList<>(TableLayouts.systemColumns(type));
        type.properties().stream().map(Property::name).forEach(columns::add);
        return columns;
    }

    private void check(TableScan scan, int row, long ordinal, List<IndexCheck> indexes) {
        @Nullable Object[] values = new @Nullable Object[type.properties().size()];
        @Nullable String[] ids = new @Nullable String[system];
        try {
            for (int i = 0; i < system; i++) {
                ids[i] = (String) scan.value(i, row);
            }
            for (int i = 0; i < values.length; i++) {
                values[i] = scan.value(system + i, row);
            }
        } catch (StoreException e) {
            complete = false;
            findings.problem(
                    Kind.DATA, type.name() + " '" + ids[0] + "'", Optional.of(use.commit()), Findings.damage(e));
            return;
        }
        for (int i = 0; i < system; i++) {
            String id = ids[i];
            if (id == null) {
                complete = false;
                findings.problem(
                        Kind.KEY,
                        type.name() + " '" + ids[0] + "'",
                        Optional.of(use.commit()),
                        ErrorText.of("its " + TableLayouts.systemColumns(type).get(i) + " is null"));
                return;
            }
            indexes.get(i).add(scan.rowAddress(row), id);
        }
        String id = ids[0];
        validator.check(values, ordinal, id, null, 0, sink);
        checkKey(ids, values);
        switch (type) {
            case NodeType node -> all.nodes(node).add(ordinal, id, values, null, 0);
            case EdgeType edge -> all.edges(edge).add(ordinal, id, ids[1], ids[2], values, null, 0);
        }
    }

    private void checkKey(@Nullable String[] ids, @Nullable Object[] values) {
        String source = system > 1 ? ids[1] : null;
        String destination = system > 1 ? ids[2] : null;
        Optional<String> expected = key.flatMap(id -> id.of(source, destination, values));
        if (expected.isPresent() && !expected.get().equals(ids[0])) {
            findings.problem(
                    Kind.KEY,
                    type.name() + " '" + ids[0] + "'",
                    Optional.of(use.commit()),
                    ErrorText.of("its id is not the text of its key").cause("its key is '" + expected.get() + "'"));
        }
    }

    private static Optional<List<String>> key(ElementType type) {
        return switch (type) {
            case NodeType node -> node.isKeyed() ? Optional.of(node.key()) : Optional.empty();
            case EdgeType edge -> edge.key();
        };
    }

    private void checkIndexes(List<IndexCheck> indexes, long done, long total) {
        for (IndexCheck index : indexes) {
            progress.at(CheckProgress.Phase.INDEXES, done, total);
            try {
                index.verify()
                        .ifPresent(wrong -> findings.problem(
                                Kind.INDEX,
                                use.directory(),
                                Optional.of(use.commit()),
                                ErrorText.of("the index on " + index.column() + " of " + use.describe() + " is wrong")
                                        .cause(wrong)));
            } catch (RuntimeException e) {
                findings.problem(
                        Kind.INDEX,
                        use.directory(),
                        Optional.of(use.commit()),
                        ErrorText.of("the index on " + index.column() + " of " + use.describe() + " cannot be read")
                                .cause(Findings.damage(e).message()));
            }
        }
    }
}
