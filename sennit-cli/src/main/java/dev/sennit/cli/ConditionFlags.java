package dev.sennit.cli;

import dev.sennit.Graph;
import dev.sennit.WriteOptions;
import dev.sennit.model.CommitId;
import dev.sennit.model.Ulid;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** On what condition something is written: once, and on a certain commit. */
final class ConditionFlags {
    @Option(
            names = "--idempotency-key",
            paramLabel = "<key>",
            description = "Do this once: the same key again returns the first result and changes nothing.")
    @Nullable
    String idempotencyKey;

    @Option(
            names = "--if-commit",
            paramLabel = "<revision>",
            description = "Write only if the branch is still at this commit.")
    @Nullable
    String ifCommit;

    WriteOptions in(WriteOptions options, Graph graph) {
        if (idempotencyKey != null) {
            Texts.requireDecoded("the idempotency key", idempotencyKey);
        }
        WriteOptions once = idempotencyKey == null ? options : options.idempotencyKey(idempotencyKey);
        return ifCommit == null ? once : once.ifCommit(commit(graph, ifCommit));
    }

    private static CommitId commit(Graph graph, String revision) {
        return Ulid.isValid(revision)
                ? CommitId.parse(revision)
                : graph.commit(revision).id();
    }
}
