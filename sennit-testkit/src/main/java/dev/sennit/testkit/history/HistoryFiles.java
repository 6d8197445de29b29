package dev.sennit.testkit.history;

import dev.sennit.testkit.history.HistoryJson.Event;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads what {@link HistoryRecorder}s wrote. */
public final class HistoryFiles {
    private HistoryFiles() {}

    /**
     * The parts of a history as one. A transaction that began and was never heard of again has an unknown outcome; a last
     * line that its process did not finish is left out.
     */
    public static History read(List<Path> files) throws IOException {
        List<History> parts = new ArrayList<>();
        for (Path file : files) {
            parts.add(read(file));
        }
        return History.merged(parts);
    }

    private static History read(Path file) throws IOException {
        String text = Files.readString(file, StandardCharsets.UTF_8);
        Map<String, Transaction> transactions = new LinkedHashMap<>();
        for (String line : text.substring(0, text.lastIndexOf('\n') + 1).lines().toList()) {
            Event event = HistoryJson.read(line);
            transactions.merge(event.transaction(), begun(event), (begun, ignored) -> ended(begun, event));
        }
        return History.of(List.copyOf(transactions.values()));
    }

    private static Transaction begun(Event event) {
        return new Transaction(
                event.transaction(),
                event.process(),
                Outcome.UNKNOWN,
                event.nanos(),
                OptionalLong.empty(),
                event.operations(),
                Optional.empty());
    }

    private static Transaction ended(Transaction begun, Event event) {
        return new Transaction(
                begun.id(),
                begun.process(),
                event.outcome().orElseThrow(),
                begun.invoked(),
                OptionalLong.of(event.nanos()),
                event.operations(),
                event.commit());
    }
}
