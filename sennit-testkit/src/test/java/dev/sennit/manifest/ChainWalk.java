package dev.sennit.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads a whole lineage and checks that it is one: every version once, every commit the child of the one before. */
public final class ChainWalk {
    private ChainWalk() {}

    /** All commits, oldest first. */
    public static List<FoundCommit> verified(BranchChain chain) {
        Head head = chain.head();
        List<FoundCommit> commits = new ArrayList<>();
        CommitCursor cursor = chain.commits(head);
        for (Optional<FoundCommit> next = cursor.next(); next.isPresent(); next = cursor.next()) {
            commits.add(next.get());
        }
        List<FoundCommit> oldestFirst = List.copyOf(commits.reversed());
        assertThat(oldestFirst).hasSize(Math.toIntExact(head.version()));
        assertThat(oldestFirst.getFirst().commit().parents()).isEmpty();
        for (int i = 1; i < oldestFirst.size(); i++) {
            FoundCommit before = oldestFirst.get(i - 1);
            FoundCommit commit = oldestFirst.get(i);
            assertThat(commit.version()).isEqualTo(i + 1L);
            assertThat(commit.commit().parents())
                    .as("parent of version %s", commit.version())
                    .containsExactly(before.commit().id());
            assertThat(commit.commit().time()).isAfter(before.commit().time());
        }
        return oldestFirst;
    }
}
