package dev.sennit;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.sennit.branch.NamedBranch;
import dev.sennit.model.Deadline;
import dev.sennit.model.JsonValues;
import dev.sennit.query.QueryCursor;
import dev.sennit.query.execution.QueryLimits;
import dev.sennit.query.execution.StopSignal;
import dev.sennit.write.Mutation;
import dev.sennit.write.MutationWriter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One statement on a branch, in one commit. */
final class StatementCall {
    private final GraphRuntime runtime;
    private final NamedBranch branch;
    private final String cypher;
    private final Map<String, @Nullable Object> parameters;
    private final WriteOptions options;

    StatementCall(
            GraphRuntime runtime, NamedBranch branch, String cypher, Map<String, ?> parameters, WriteOptions options) {
        this.runtime = runtime;
        this.branch = branch;
        this.cypher = cypher;
        this.parameters = QueryParameters.of(parameters);
        this.options = options;
    }

    private record Rows(List<String> columns, List<Row> rows) {}

    StatementResult run() {
        MutationWriter<Rows> writer = new MutationWriter<>(this::execute, cypher, runtime.writers(), runtime.queries());
        var written = runtime.writes(branch)
                .write(
                        writer,
                        options.request(
                                runtime.options().author(),
                                options.idempotencyKey().map(key -> digest())));
        Rows rows = written.result().value();
        return new StatementResult(
                rows == null ? List.of() : rows.columns,
                rows == null ? List.of() : rows.rows,
                written.commit().map(OpenGraph::info),
                written.replayed(),
                written.result().counts());
    }

    private Rows execute(Mutation mutation) {
        StopSignal stop = new StopSignal(
                Optional.of(Deadline.in(options.timeout(), runtime.protocol().ticker())));
        QueryLimits limits = new QueryLimits(options.maxMemoryBytes(), stop);
        try (QueryCursor cursor = mutation.execute(cypher, parameters, limits)) {
            List<Row> rows = new ArrayList<>();
            while (cursor.next()) {
                @Nullable
                Object[] values = new @Nullable Object[cursor.columns().size()];
                for (int i = 0; i < values.length; i++) {
                    values[i] = cursor.value(i);
                }
                rows.add(new CursorRow(cursor.columns(), values));
            }
            return new Rows(cursor.columns(), rows);
        }
    }

    /** What the statement asks for, so that the same idempotency key with another statement is noticed. */
    private String digest() {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(cypher.getBytes(StandardCharsets.UTF_8));
            for (Map.Entry<String, @Nullable Object> parameter : parameters.entrySet()) {
                digest.update((byte) 0);
                digest.update(parameter.getKey().getBytes(StandardCharsets.UTF_8));
                digest.update((byte) 0);
                digest.update(text(parameter.getValue()).getBytes(StandardCharsets.UTF_8));
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The value as JSON, or what its class makes of it if JSON does not know that. */
    private static String text(@Nullable Object value) {
        StringWriter text = new StringWriter();
        try (JsonGenerator out = new JsonFactory().createGenerator(text)) {
            JsonValues.write(out, value);
        } catch (IllegalArgumentException unknownClass) {
            return String.valueOf(value);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return text.toString();
    }
}
