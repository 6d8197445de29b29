package dev.sennit.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sennit.cli.print.Quantity;
import dev.sennit.model.CommitInfo;
import dev.sennit.model.MutationCounts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What statements changed, for people and for programs. */
final class ChangeText {
    private ChangeText() {}

    /** {@code created 2 nodes and 1 edge, deleted 1 node; commit 7KFPRG0Z}. */
    static String of(MutationCounts counts, Optional<CommitInfo> commit, boolean replayed) {
        if (commit.isEmpty()) {
            return "nothing changed, so there is no commit";
        }
        return (replayed ? "done before with this idempotency key: " : "") + of(counts) + "; commit "
                + CommitText.shortId(commit.get());
    }

    /** {@code created 2 nodes and 1 edge, deleted 1 node}; empty if nothing changed. */
    static String of(MutationCounts counts) {
        List<String> changes = new ArrayList<>();
        add("created", counts.nodesCreated(), counts.edgesCreated(), changes);
        add("changed", counts.nodesUpdated(), counts.edgesUpdated(), changes);
        add("deleted", counts.nodesDeleted(), counts.edgesDeleted(), changes);
        return String.join(", ", changes);
    }

    private static void add(String what, long nodes, long edges, List<String> changes) {
        List<String> elements = new ArrayList<>();
        if (nodes > 0) {
            elements.add(Quantity.count(nodes, "node", "nodes"));
        }
        if (edges > 0) {
            elements.add(Quantity.count(edges, "edge", "edges"));
        }
        if (!elements.isEmpty()) {
            changes.add(what + " " + String.join(" and ", elements));
        }
    }

    static void write(JsonGenerator json, MutationCounts counts, Optional<CommitInfo> commit, boolean replayed)
            throws IOException {
        json.writeStringField("commit", commit.map(c -> c.id().toString()).orElse(null));
        json.writeBooleanField("replayed", replayed);
        for (Map.Entry<String, Long> number : counts.numbers().entrySet()) {
            json.writeNumberField(number.getKey(), number.getValue());
        }
    }
}
