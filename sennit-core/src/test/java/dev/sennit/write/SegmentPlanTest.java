package dev.sennit.write;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SegmentPlanTest {
    private static final SegmentLimits SMALL = new SegmentLimits(16, 1 << 14, 1 << 20);

    @Test
    void theFirstRows_getASegment_howeverFew() {
        IndexShape shape = new IndexShape(Map.of(1, 3L), List.of());

        assertThat(SegmentPlan.forUnindexed(shape, SMALL).segments()).containsExactly(List.of(1));
        assertThat(SegmentPlan.forUnindexed(new IndexShape(Map.of(), List.of()), SMALL)
                        .segments())
                .isEmpty();
    }

    @Test
    void aShortTail_getsNoSegment() {
        IndexShape shape = new IndexShape(Map.of(1, 100L, 2, 15L), List.of(Set.of(1)));

        assertThat(SegmentPlan.forUnindexed(shape, SMALL).segments()).isEmpty();
        assertThat(SegmentPlan.forUnindexed(shape, SMALL.indexingAll()).segments())
                .containsExactly(List.of(2));
    }

    @Test
    void aSegmentTakesInThoseThatAreNotMuchLarger() {
        IndexShape shape =
                new IndexShape(Map.of(1, 500L, 2, 90L, 3, 40L, 4, 20L), List.of(Set.of(1), Set.of(2), Set.of(3)));

        SegmentPlan plan = SegmentPlan.forUnindexed(shape, SMALL);

        assertThat(plan.segments()).hasSize(1);
        assertThat(plan.segments().getFirst()).containsExactlyInAnyOrder(4, 3, 2);
        assertThat(plan.applyTo(shape).segments()).containsExactlyInAnyOrder(Set.of(1), Set.of(2, 3, 4));
    }

    @Test
    void manyNewRows_getSeveralSegments_ofABoundedSize() {
        Map<Integer, Long> fragments = new LinkedHashMap<>();
        for (int i = 1; i <= 5; i++) {
            fragments.put(i, 1L << 19);
        }
        SegmentPlan plan = SegmentPlan.forUnindexed(new IndexShape(fragments, List.of()), SMALL);

        assertThat(plan.segments()).containsExactly(List.of(1, 2), List.of(3, 4), List.of(5));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void overManySmallWrites_segmentsStayFew_andWorkPerRowIsBounded(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        IndexShape shape = new IndexShape(Map.of(), List.of());
        long rows = 0;
        long built = 0;
        long largest = 0;
        int most = 0;
        for (int fragment = 1; rows < 20_000; fragment++) {
            long more = random.nextLong(1, 16);
            rows += more;
            shape = shape.replacing(List.of(), Map.of(fragment, more));
            SegmentPlan plan = SegmentPlan.forUnindexed(shape, SMALL);
            for (List<Integer> segment : plan.segments()) {
                built += shape.rows(segment);
                largest = Math.max(largest, shape.rows(segment));
            }
            shape = plan.applyTo(shape);
            most = Math.max(most, shape.segments().size());
            assertThat(shape.rows(shape.unindexed())).as("seed %d", seed).isLessThan(16);
            assertThat(new HashSet<>(
                            shape.segments().stream().flatMap(Set::stream).toList()))
                    .as("seed %d: no fragment has two segments", seed)
                    .hasSize(shape.segments().stream().mapToInt(Set::size).sum());
        }
        assertThat(most).as("segments, seed %d", seed).isLessThanOrEqualTo(10);
        assertThat((double) built / rows)
                .as("rows indexed per row, seed %d", seed)
                .isLessThan(12);
        assertThat(largest).as("rows of a segment, seed %d", seed).isLessThanOrEqualTo(SMALL.mergedRows());
    }

    @Test
    void segmentsOfEverySize_areMergedOnlyWhereTheyAreSmallAndMany() {
        Map<Integer, Long> fragments = new LinkedHashMap<>();
        List<Set<Integer>> segments = new ArrayList<>();
        for (int i = 1; i <= 6; i++) {
            fragments.put(i, 100L * i);
            segments.add(Set.of(i));
        }
        IndexShape shape = new IndexShape(fragments, segments);

        assertThat(SegmentPlan.merging(shape, 500, 4, 10_000).segments()).isEmpty();
        assertThat(SegmentPlan.merging(shape, 500, 3, 10_000).segments()).containsExactly(List.of(1, 2, 3, 4));
        assertThat(SegmentPlan.merging(shape, 500, 3, 650).segments()).containsExactly(List.of(1, 2, 3));
        assertThat(SegmentPlan.merging(shape, 500, 3, 1).segments())
                .as("two at least, or it would never end")
                .containsExactly(List.of(1, 2));
    }
}
