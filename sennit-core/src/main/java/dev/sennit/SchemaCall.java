package dev.sennit;

import dev.sennit.branch.NamedBranch;
import dev.sennit.model.CommitId;
import dev.sennit.model.OperationId;
import dev.sennit.protocol.PrepareContext;
import dev.sennit.protocol.WriteRequest;
import dev.sennit.protocol.WriteResult;
import dev.sennit.schema.SchemaDocument;
import dev.sennit.schema.SchemaPrinter;
import dev.sennit.write.SchemaSummary;
import dev.sennit.write.SchemaWriter;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;

/** One call of {@link Branch#applySchema}. */
final class SchemaCall {
    private final GraphRuntime runtime;
    private final NamedBranch branch;
    private final SchemaUpdate update;
    private final WriteOptions options;

    SchemaCall(GraphRuntime runtime, NamedBranch branch, SchemaUpdate update, WriteOptions options) {
        this.runtime = runtime;
        this.branch = branch;
        this.update = update;
        this.options = options;
    }

    SchemaChange run() {
        ProgressThrottle throttle = new ProgressThrottle(runtime.protocol().ticker());
        SchemaWriter writer = new SchemaWriter(
                update.declared(),
                update.hidingData(),
                runtime.writers(),
                (type, ordinal, violation) -> update.violations().accept(violation),
                (rows, total) -> throttle.pass(elapsed -> update.progress().at(rows, total, elapsed)));
        WriteRequest request = options.request(
                runtime.options().author(), options.idempotencyKey().map(key -> digest()));
        if (update.dryRun()) {
            return result(writer.check(runtime.branches().head(branch).state(), context(request)), Optional.empty());
        }
        WriteResult<SchemaSummary> written = runtime.writes(branch).write(writer, request);
        return result(written.result(), Optional.of(written));
    }

    private PrepareContext context(WriteRequest request) {
        return new PrepareContext(
                new OperationId(runtime.protocol().ids().next()),
                new CommitId(runtime.protocol().ids().next()),
                runtime.protocol().clock().instant(),
                request,
                runtime.protocol().failurePoints());
    }

    /** What the change asks for, so that the same idempotency key with another schema is noticed. */
    private String digest() {
        SchemaDocument declared = update.declared();
        String text = update.hidingData() + "\n"
                + SchemaPrinter.print(new SchemaDocument(declared.schema(), declared.hints(), Map.of()));
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static SchemaChange result(SchemaSummary summary, Optional<WriteResult<SchemaSummary>> written) {
        return new SchemaChange(
                summary.steps(),
                summary.refusals(),
                summary.violations(),
                summary.totalViolations(),
                summary.rowsRead(),
                summary.rowsRewritten(),
                written.flatMap(WriteResult::commit).map(OpenGraph::info),
                written.map(WriteResult::replayed).orElse(false));
    }
}
