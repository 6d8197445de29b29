package dev.sennit.maintain;

import dev.sennit.manifest.CommitRecord;
import dev.sennit.manifest.StateCursor;
import dev.sennit.manifest.StoredState;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The states of one branch that a collection keeps: always all from one version on. Not thread-safe. */
final class RetainedStates {
    private final HistoryBranch branch;
    private final TableRoots roots;
    private final Runnable progress;
    private long oldest;
    private long newest;

    @Nullable
    private CommitRecord oldestCommit;

    RetainedStates(HistoryBranch branch, TableRoots roots, Runnable progress) {
        this.branch = branch;
        this.roots = roots;
        this.progress = progress;
    }

    /** Reads the states that are kept, newest first, and no further than the horizon there is. */
    void read(Retention retention, Instant now) {
        long horizon = branch.chain().horizon();
        StateCursor states = branch.chain().states();
        Optional<StoredState> next = states.next();
        newest = next.map(StoredState::version).orElse(0L);
        Instant succeeded = Instant.MAX;
        while (next.isPresent()
                && next.get().version() >= horizon
                && retention.keeps(newest - next.get().version(), succeeded, now)) {
            StoredState state = next.get();
            roots.addOlder(branch, state.version(), state.state());
            oldest = state.version();
            oldestCommit = state.state().commit();
            succeeded = state.stored();
            progress.run();
            next = states.next();
        }
    }

    /** Reads the states that have come to be since. */
    void catchUp() {
        Deque<StoredState> newer = new ArrayDeque<>();
        StateCursor states = branch.chain().states();
        for (Optional<StoredState> next = states.next();
                next.isPresent() && next.get().version() > newest;
                next = states.next()) {
            newer.push(next.get());
        }
        for (StoredState state : newer) {
            roots.addNewer(branch, state.version(), state.state());
            newest = state.version();
            progress.run();
        }
    }

    HistoryBranch branch() {
        return branch;
    }

    /** The first version that is kept. */
    long oldest() {
        return oldest;
    }

    /** How many are kept. */
    long count() {
        return newest - oldest + 1;
    }

    /** The commit of the first version that is kept. */
    CommitRecord oldestCommit() {
        CommitRecord commit = oldestCommit;
        if (commit == null) {
            throw new IllegalStateException("branch " + branch.name() + " has no state");
        }
        return commit;
    }
}
