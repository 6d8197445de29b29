package dev.sennit.manifest;

import dev.sennit.model.CommitId;
import dev.sennit.model.ErrorText;
import dev.sennit.model.StoreException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * How two commits of one graph stand to each other: their best common ancestors over all parents, and how many commits
 * each has that the other has not.
 *
 * <p>Commits are visited newest first by time. A commit is later than each of its parents, so all descendants of a commit
 * are visited before it, and what is known of it then is final. Only commits that are newer than the oldest best common
 * ancestor are visited, and perhaps as many again beside them; none of a history that both have in common.
 */
public final class MergeBase {
    private static final int LEFT = 1;
    private static final int RIGHT = 2;
    private static final int BOTH = LEFT | RIGHT;

    /** Reached from a common ancestor: common too, but not a best one. */
    private static final int STALE = 4;

    private final Commits commits;
    private final Map<CommitId, Integer> marks = new HashMap<>();
    private final PriorityQueue<CommitRecord> queue = new PriorityQueue<>(Comparator.comparing(CommitRecord::time)
            .reversed()
            .thenComparing(commit -> commit.id().toString()));

    /** Commits of the queue that are not known to be common: as long as there are any, there is something to find. */
    private int open;

    private MergeBase(Commits commits) {
        this.commits = commits;
    }

    /** Where commits are looked up. */
    @FunctionalInterface
    public interface Commits {
        /** @throws StoreException CORRUPTION if there is no such commit: it is a parent of one that there is */
        CommitRecord commit(CommitId id);
    }

    /**
     * How a left commit stands to a right one.
     *
     * @param bases the best common ancestors, newest first: those that are no ancestors of another common ancestor. One of
     *     the two commits itself if it is an ancestor of the other; several after criss-cross merges; none if the histories
     *     have nothing in common
     * @param ahead how many ancestors of the left commit, itself included, the right one has not
     * @param behind how many ancestors of the right commit, itself included, the left one has not
     */
    public record Relation(List<CommitId> bases, long ahead, long behind) {
        public Relation {
            bases = List.copyOf(bases);
        }

        /** Whether the left commit is the right one or one of its ancestors: it has nothing that the right has not. */
        public boolean isContained() {
            return ahead == 0;
        }
    }

    /** @throws StoreException CORRUPTION if a commit is not later than its parent */
    public static Relation of(CommitId left, CommitId right, Commits commits) {
        return new MergeBase(commits).relation(left, right);
    }

    private Relation relation(CommitId left, CommitId right) {
        mark(commits.commit(left), LEFT);
        mark(commits.commit(right), RIGHT);
        List<CommitId> bases = new ArrayList<>();
        long ahead = 0;
        long behind = 0;
        while (open > 0) {
            CommitRecord commit = queue.remove();
            int mark = marks.getOrDefault(commit.id(), 0);
            if ((mark & STALE) == 0) {
                open--;
            }
            switch (mark) {
                case LEFT -> ahead++;
                case RIGHT -> behind++;
                case BOTH -> bases.add(commit.id());
                default -> {
                    // common, and an ancestor of a best one
                }
            }
            int inherited = (mark & BOTH) == BOTH ? BOTH | STALE : mark;
            if (open == 0 && (inherited & STALE) != 0) {
                break; // what comes before is common, and there is nothing else to be found
            }
            for (CommitId parent : commit.parents()) {
                CommitRecord record = commits.commit(parent);
                requireLater(commit, record);
                mark(record, inherited);
            }
        }
        return new Relation(bases, ahead, behind);
    }

    private void mark(CommitRecord commit, int mark) {
        Integer before = marks.get(commit.id());
        int now = (before == null ? 0 : before) | mark;
        marks.put(commit.id(), now);
        if (before == null) {
            queue.add(commit);
            open += (now & STALE) == 0 ? 1 : 0;
        } else if ((before & STALE) == 0 && (now & STALE) != 0) {
            open--;
        }
    }

    private static void requireLater(CommitRecord commit, CommitRecord parent) {
        if (!commit.time().isAfter(parent.time())) {
            throw StoreException.corruption(
                    ErrorText.of("commit " + commit.id() + " is not later than its parent " + parent.id())
                            .cause("the one is of " + commit.time() + ", the other of " + parent.time())
                            .remedy("'sennit check' tells more"),
                    null);
        }
    }
}
