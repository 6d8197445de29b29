package dev.sennit.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sennit.manifest.MergeBase.Relation;
import dev.sennit.model.CommitId;
import dev.sennit.model.OperationId;
import dev.sennit.model.StoreException;
import dev.sennit.model.Ulid;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MergeBaseTest {
    private final Map<CommitId, CommitRecord> commits = new HashMap<>();
    private int reads;

    @Test
    void aCommitAndItself() {
        commit(1, 0);
        assertThat(relation(1, 1)).isEqualTo(new Relation(List.of(id(1)), 0, 0));
    }

    @Test
    void anAncestor_isTheBase_andHasNothingOfItsOwn() {
        line(1, 5);
        assertThat(relation(2, 5)).isEqualTo(new Relation(List.of(id(2)), 0, 3));
        assertThat(relation(5, 2)).isEqualTo(new Relation(List.of(id(2)), 3, 0));
        assertThat(relation(2, 5).isContained()).isTrue();
        assertThat(relation(5, 2).isContained()).isFalse();
    }

    @Test
    void twoBranches_meetWhereTheyBegan() {
        line(1, 3);
        commit(10, 4, 2);
        commit(11, 5, 10);
        assertThat(relation(11, 3)).isEqualTo(new Relation(List.of(id(2)), 2, 1));
    }

    @Test
    void afterAMerge_theMergedHeadIsTheBase() {
        line(1, 3);
        commit(10, 4, 2);
        commit(4, 6, 3, 10);
        commit(11, 7, 10);
        assertThat(relation(11, 4)).isEqualTo(new Relation(List.of(id(10)), 1, 2));
    }

    @Test
    void crissCross_hasTwoBases() {
        commit(1, 0);
        commit(2, 1, 1);
        commit(3, 2, 1);
        commit(4, 3, 2, 3);
        commit(5, 4, 3, 2);
        assertThat(relation(4, 5)).isEqualTo(new Relation(List.of(id(3), id(2)), 1, 1));
    }

    @Test
    void aBaseThatIsReachedThroughAnotherOne_isNoBest_howeverManyStepsAway() {
        line(1, 20);
        commit(30, 21, 20);
        commit(31, 22, 20, 1); // also a direct child of the first commit
        assertThat(relation(30, 31)).isEqualTo(new Relation(List.of(id(20)), 1, 1));
    }

    @Test
    void unrelatedHistories_haveNone() {
        commit(1, 0);
        commit(2, 1);
        assertThat(relation(1, 2)).isEqualTo(new Relation(List.of(), 1, 1));
    }

    @Test
    void aCommitThatIsNotLaterThanItsParent_isCorruption() {
        commit(1, 5);
        commit(2, 5, 1);
        commit(3, 9, 2);
        assertThatThrownBy(() -> relation(1, 3))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("not later");
    }

    @Test
    void whatBothHaveInCommon_isNotRead() {
        line(1, 1_000);
        commit(2_001, 1_001, 1_000);
        commit(2_002, 1_002, 1_000);
        relation(2_001, 2_002);
        assertThat(reads).isLessThan(10);
    }

    /** Against sets of all ancestors, over random histories. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void randomHistories_agreeWithTheDefinition(long seed) {
        Random random = new Random(seed);
        List<Integer> all = new ArrayList<>();
        for (int i = 1; i <= 60; i++) {
            List<Integer> parents = new ArrayList<>();
            int wanted = i == 1 ? 0 : 1 + random.nextInt(10) / 7;
            while (parents.size() < Math.min(wanted, all.size())) {
                int parent = all.get(Math.max(0, all.size() - 1 - random.nextInt(8)));
                if (!parents.contains(parent)) {
                    parents.add(parent);
                }
            }
            commit(i, i, parents.stream().mapToInt(Integer::intValue).toArray());
            all.add(i);
        }
        for (int round = 0; round < 300; round++) {
            int left = 1 + random.nextInt(60);
            int right = 1 + random.nextInt(60);
            assertThat(relation(left, right))
                    .as("seed " + seed + ": " + left + " and " + right)
                    .isEqualTo(defined(left, right));
        }
    }

    private Relation defined(int left, int right) {
        Set<CommitId> ofLeft = ancestors(id(left));
        Set<CommitId> ofRight = ancestors(id(right));
        Set<CommitId> common = new HashSet<>(ofLeft);
        common.retainAll(ofRight);
        List<CommitId> best = common.stream()
                .filter(each -> common.stream()
                        .filter(other -> !other.equals(each))
                        .noneMatch(other -> ancestors(other).contains(each)))
                .sorted((a, b) -> record(b).time().compareTo(record(a).time()))
                .toList();
        return new Relation(
                best,
                ofLeft.stream().filter(each -> !ofRight.contains(each)).count(),
                ofRight.stream().filter(each -> !ofLeft.contains(each)).count());
    }

    private Set<CommitId> ancestors(CommitId of) {
        Set<CommitId> ancestors = new HashSet<>();
        List<CommitId> queue = new ArrayList<>(List.of(of));
        while (!queue.isEmpty()) {
            CommitId next = queue.removeLast();
            if (ancestors.add(next)) {
                queue.addAll(record(next).parents());
            }
        }
        return ancestors;
    }

    private Relation relation(int left, int right) {
        return MergeBase.of(id(left), id(right), id -> {
            reads++;
            return record(id);
        });
    }

    private CommitRecord record(CommitId id) {
        return Objects.requireNonNull(commits.get(id));
    }

    private void line(int from, int to) {
        for (int i = from; i <= to; i++) {
            commit(
                    i,
                    i,
                    Stream.of(i - 1)
                            .filter(parent -> parent >= from)
                            .mapToInt(Integer::intValue)
                            .toArray());
        }
    }

    private void commit(int number, int second, int... parents) {
        List<CommitId> ids = new ArrayList<>();
        for (int parent : parents) {
            ids.add(id(parent));
        }
        commits.put(
                id(number),
                new CommitRecord(
                        id(number),
                        ids,
                        "ada",
                        Instant.ofEpochSecond(second),
                        new OperationId(new Ulid(2, number)),
                        "load",
                        Optional.empty(),
                        Optional.empty(),
                        "",
                        List.of(),
                        Map.of()));
    }

    private static CommitId id(int number) {
        return new CommitId(new Ulid(1, number));
    }
}
