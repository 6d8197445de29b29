package dev.sennit.manifest;

import dev.sennit.model.CommitId;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Finds commits by id on all branches there are and were, over all parents. Reads the histories together, newest commit
 * first, no further than the oldest that was asked for, and remembers what it has met. Sees what was there when it was
 * made. Not thread-safe.
 */
public final class CommitSearch {
    private final Chains chains;
    private final Map<CommitId, Located> met = new HashMap<>();

    @Nullable
    private PriorityQueue<Next> histories;

    /** The newest commit of a chain that has not been looked at. */
    private record Next(BranchChain chain, CommitCursor cursor, FoundCommit commit) {}

    public CommitSearch(Chains chains) {
        this.chains = chains;
    }

    /** The commit of that id, where it was made; empty if there is none. */
    public Optional<Located> find(CommitId id) {
        while (!met.containsKey(id)) {
            if (advance().isEmpty()) {
                return Optional.empty();
            }
        }
        return Optional.ofNullable(met.get(id));
    }

    /** The next older commit of all that has not been looked at; empty when there are no more. */
    public Optional<Located> advance() {
        PriorityQueue<Next> queue = begun();
        Next next = queue.poll();
        if (next == null) {
            return Optional.empty();
        }
        Located located = Located.commit(next.chain(), next.commit());
        met.put(next.commit().commit().id(), located);
        enqueue(queue, next.chain(), next.cursor());
        return Optional.of(located);
    }

    private PriorityQueue<Next> begun() {
        PriorityQueue<Next> queue = histories;
        if (queue == null) {
            queue = new PriorityQueue<>(
                    Comparator.comparing((Next next) -> next.commit().commit().time())
                            .reversed());
            for (BranchChain chain : chains.all()) {
                enqueue(queue, chain, chain.commits(chain.head()));
            }
            histories = queue;
        }
        return queue;
    }

    private static void enqueue(PriorityQueue<Next> queue, BranchChain chain, CommitCursor cursor) {
        cursor.next().ifPresent(commit -> queue.add(new Next(chain, cursor, commit)));
    }
}
