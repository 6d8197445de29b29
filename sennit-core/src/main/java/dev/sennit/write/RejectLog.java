package dev.sennit.write;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.sennit.model.ConstraintViolationException;
import dev.sennit.model.ErrorText;
import dev.sennit.model.FileTrouble;
import dev.sennit.model.OperationId;
import dev.sennit.model.StoreException;
import dev.sennit.model.Violation;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The rows a load rejects: all are counted, the first are kept, and all go to the rejects file, one JSON object a line
 * with source, line, rule, type, property, key, value, message, the messages of further broken rules, and the row as the
 * input has it. Not thread-safe.
 */
final class RejectLog implements AutoCloseable {
    /** Violations that are kept for messages. */
    static final int KEPT = 100;

    private static final JsonFactory JSON = new JsonFactory();

    private final Optional<Path> file;
    private final Map<String, Integer> sources = new HashMap<>();
    private final List<Violation> first = new ArrayList<>();
    private long rows;
    private long violations;
    private long blocking;

    @Nullable
    private OutputStream out;

    /** @param sources the names of the input's files in their order */
    RejectLog(Optional<Path> file, List<String> sources) {
        this.file = file;
        sources.forEach(source -> this.sources.putIfAbsent(source, this.sources.size()));
    }

    /** Rows rejected so far. */
    long rows() {
        return rows;
    }

    /** The violations found first, in input order; last those that no row is to blame for. */
    List<Violation> first() {
        return first.stream()
                .sorted(Comparator.comparingInt((Violation violation) ->
                                sources.getOrDefault(String.valueOf(violation.source()), Integer.MAX_VALUE))
                        .thenComparingLong(Violation::line)
                        .thenComparing(violation -> violation.source() == null ? violation.message() : ""))
                .toList();
    }

    /** Whether rejected rows are written somewhere, so that their text is worth finding. */
    boolean keepsRows() {
        return file.isPresent();
    }

    /** Records a rejected row and every rule it breaks. */
    void reject(List<Violation> broken, String raw) {
        rows++;
        violations += broken.size();
        for (Violation violation : broken) {
            if (first.size() < KEPT) {
                first.add(violation);
            }
        }
        if (file.isPresent()) {
            write(file.get(), broken, raw);
        }
    }

    /** Records a violation that no row is to blame for, which makes the load impossible. */
    void block(Violation violation) {
        violations++;
        blocking++;
        if (first.size() < KEPT) {
            first.add(violation);
        }
    }

    /** Violations that no row is to blame for. */
    long blocking() {
        return blocking;
    }

    /** The error that the violations so far are. */
    ConstraintViolationException asError(String what, String consequence, OperationId operation) {
        ErrorText text = ErrorText.of(what + ", " + consequence).detail("violations", violations);
        if (file.isPresent()) {
            text = text.remedy("the rejected rows are in " + file.get());
        } else if (blocking == 0) {
            text = text.remedy("load the good rows with --skip-bad, and collect the bad ones with --rejects <file>");
        }
        return new ConstraintViolationException(text, first(), violations, operation);
    }

    /** Makes the file exist even if nothing was rejected, so that an old one is not mistaken for this load's. */
    void begin() {
        if (file.isPresent()) {
            try {
                out = new BufferedOutputStream(Files.newOutputStream(file.get()));
            } catch (IOException e) {
                throw unavailable(file.get(), e);
            }
        }
    }

    @Override
    public void close() {
        if (out != null) {
            try {
                out.close();
            } catch (IOException e) {
                throw unavailable(file.orElseThrow(), e);
            }
        }
    }

    private void write(Path path, List<Violation> broken, String raw) {
        if (out == null) {
            throw new IllegalStateException("begin() comes first");
        }
        try {
            JsonGenerator json = JSON.createGenerator(out).disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
            Violation violation = broken.getFirst();
            json.writeStartObject();
            json.writeStringField("source", violation.source());
            json.writeNumberField("line", violation.line());
            json.writeStringField("rule", violation.rule().name());
            optional(json, "type", violation.type());
            optional(json, "property", violation.property());
            optional(json, "key", violation.key());
            optional(json, "value", violation.value());
            json.writeStringField("message", violation.message());
            if (broken.size() > 1) {
                json.writeArrayFieldStart("also");
                for (Violation more : broken.subList(1, broken.size())) {
                    json.writeString(more.message());
                }
                json.writeEndArray();
            }
            json.writeStringField("row", raw);
            json.writeEndObject();
            json.writeRaw('\n');
            json.close();
        } catch (IOException e) {
            throw unavailable(path, e);
        }
    }

    private static void optional(JsonGenerator json, String name, @Nullable String value) throws IOException {
        if (value != null) {
            json.writeStringField(name, value);
        }
    }

    private static StoreException unavailable(Path path, IOException e) {
        return StoreException.unavailable(
                ErrorText.of("cannot write the rejects file " + path)
                        .cause(FileTrouble.of(e))
                        .remedy("name a file in a directory that exists, with --rejects"),
                e);
    }
}
