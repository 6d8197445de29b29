package dev.sennit.cli.print;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;

/** Writes JSON objects, one a line. Everything but a line break inside is as {@link JsonGenerator} writes it. */
public final class JsonLines {
    private static final JsonFactory FACTORY =
            JsonFactory.builder().build().disable(JsonGenerator.Feature.FLUSH_PASSED_TO_STREAM);

    private final PrintWriter out;

    public JsonLines(PrintWriter out) {
        this.out = out;
    }

    /** Writes members of the object that has been begun. */
    @FunctionalInterface
    public interface Members {
        void write(JsonGenerator json) throws IOException;
    }

    /** Writes one object and ends the line. */
    public void object(Members members) {
        out.println(text(members));
    }

    /** One object as text. */
    public static String text(Members members) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(text)) {
            json.writeStartObject();
            members.write(json);
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write JSON to memory", e);
        }
        return text.toString();
    }
}
