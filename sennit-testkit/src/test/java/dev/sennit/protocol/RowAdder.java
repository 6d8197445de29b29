package dev.sennit.protocol;

import dev.sennit.manifest.CommitRecord;
import dev.sennit.model.IdSource;
import dev.sennit.model.TableId;
import dev.sennit.store.TablePin;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A write whose effects are counters: it adds one row to each table it writes, and has read some others. */
record RowAdder(IdSource ids, List<TableId> written, List<TableId> read) implements WriteAdapter<String> {
    @Override
    public WriterKind kind() {
        return WriterKind.LOAD;
    }

    @Override
    public Preparation<String> prepare(BaseView base, PrepareContext context) {
        List<TableId> all = new ArrayList<>(written);
        all.addAll(read);
        Map<TableId, ConfirmedTable> achieved = new TreeMap<>();
        written.forEach(id -> achieved.put(
                id,
                new ConfirmedTable(
                        new TablePin(ids.next().low() | Long.MIN_VALUE),
                        base.state().table(id).orElseThrow().rowCount() + 1,
                        Map.of())));
        return new Preparation.Ready<>(new PreparedWrite<>(
                ReadSet.of(base.state(), all, false, context.request().idempotencyKey()),
                new ManifestDelta(written),
                points -> {
                    points.reached(FailurePoint.TABLE_COMMITTED);
                    return achieved;
                },
                new LineageIntent(
                        context.commit(),
                        List.of(),
                        Optional.empty(),
                        context.request().author(),
                        context.begun(),
                        context.request().message(),
                        context.request().idempotencyKey(),
                        context.request().payloadDigest(),
                        written.stream()
                                .map(id -> base.state().table(id).orElseThrow().type())
                                .toList(),
                        Map.of()),
                RecoveryStrategy.COMPLETE_OR_FORGET,
                context.begun(),
                () -> {},
                "done"));
    }

    @Override
    public String replay(CommitRecord commit) {
        return "replayed";
    }
}
