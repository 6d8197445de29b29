package dev.sennit.testkit.history;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Events of a history as JSON, one a line. */
final class HistoryJson {
    private static final JsonFactory FACTORY = new JsonFactory();
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private HistoryJson() {}

    /**
     * Something a client did or heard.
     *
     * @param outcome empty when the transaction begins
     */
    record Event(
            String transaction,
            String process,
            Optional<Outcome> outcome,
            long nanos,
            List<Operation> operations,
            Optional<String> commit) {}

    /** The event with a line feed at the end. */
    static String write(Event event) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(text)) {
            json.writeStartObject();
            json.writeStringField("transaction", event.transaction());
            json.writeStringField("process", event.process());
            json.writeStringField("event", event.outcome().map(Outcome::name).orElse("BEGIN"));
            json.writeNumberField("nanos", event.nanos());
            if (event.commit().isPresent()) {
                json.writeStringField("commit", event.commit().get());
            }
            json.writeArrayFieldStart("operations");
            for (Operation operation : event.operations()) {
                write(json, operation);
            }
            json.writeEndArray();
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text + "\n";
    }

    private static void write(JsonGenerator json, Operation operation) throws IOException {
        json.writeStartObject();
        json.writeStringField("key", operation.key());
        switch (operation) {
            case Operation.Append append -> json.writeNumberField("append", append.element());
            case Operation.Write write -> json.writeNumberField("set", write.value());
            case Operation.ReadList read -> {
                json.writeFieldName("list");
                write(json, read.elements());
            }
            case Operation.ReadRegister read -> {
                json.writeFieldName("get");
                write(
                        json,
                        read.value()
                                .map(reading -> reading.value().map(List::of).orElse(List.of())));
            }
        }
        json.writeEndObject();
    }

    private static void write(JsonGenerator json, Optional<List<Long>> numbers) throws IOException {
        if (numbers.isEmpty()) {
            json.writeNull();
            return;
        }
        json.writeStartArray();
        for (long number : numbers.get()) {
            json.writeNumber(number);
        }
        json.writeEndArray();
    }

    static Event read(String line) throws IOException {
        JsonNode json = MAPPER.readTree(line);
        String name = json.required("event").asText();
        List<Operation> operations = new ArrayList<>();
        for (JsonNode operation : json.required("operations")) {
            operations.add(operation(operation));
        }
        return new Event(
                json.required("transaction").asText(),
                json.required("process").asText(),
                name.equals("BEGIN") ? Optional.empty() : Optional.of(Outcome.valueOf(name)),
                json.required("nanos").asLong(),
                operations,
                json.has("commit") ? Optional.of(json.get("commit").asText()) : Optional.empty());
    }

    private static Operation operation(JsonNode json) {
        String key = json.required("key").asText();
        if (json.has("append")) {
            return Operation.append(key, json.get("append").asLong());
        }
        if (json.has("set")) {
            return Operation.write(key, json.get("set").asLong());
        }
        if (json.has("list")) {
            return new Operation.ReadList(key, numbers(json.get("list")));
        }
        return new Operation.ReadRegister(
                key,
                numbers(json.required("get"))
                        .map(value -> new Operation.Reading(value.stream().findFirst())));
    }

    private static Optional<List<Long>> numbers(JsonNode json) {
        if (json.isNull()) {
            return Optional.empty();
        }
        List<Long> numbers = new ArrayList<>();
        json.forEach(number -> numbers.add(number.asLong()));
        return Optional.of(numbers);
    }
}
