package dev.sennit.merge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.store.RowAddress;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AddressSpreadTest {
    private static final int PARTS = 16;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void partsAreInOrder_andNoneIsMuchLargerThanOthers(long seed) {
        Random random = new Random(seed);
        TreeSet<Long> addresses = new TreeSet<>();
        int fragments = 1 + random.nextInt(6);
        for (int i = 0; i < fragments; i++) {
            int fragment = random.nextInt(1_000_000);
            int length = 1 + random.nextInt(1 << random.nextInt(1, 30));
            int rows = Math.min(length, 1 + random.nextInt(5_000));
            for (int row = 0; row < rows; row++) {
                addresses.add(RowAddress.of(fragment, random.nextInt(length)));
            }
        }
        AddressSpread spread = new AddressSpread();
        addresses.forEach(spread::add);
        int[] sizes = new int[PARTS];
        int last = 0;
        for (long address : addresses) {
            int part = spread.partitionOf(address, PARTS);
            assertThat(part).as("seed %d", seed).isBetween(last, PARTS - 1);
            sizes[part]++;
            last = part;
        }
        assertThat(IntStream.of(sizes).max().orElseThrow())
                .as("seed %d", seed)
                .isLessThanOrEqualTo(2 * addresses.size() / PARTS + 100);
    }

    @Test
    void offsetsHaveNoSign() {
        AddressSpread spread = new AddressSpread();
        long near = RowAddress.of(7, 1);
        long far = RowAddress.of(7, 0xF000_0000);
        spread.add(near);
        spread.add(far);
        assertThat(spread.partitionOf(near, PARTS)).isZero();
        assertThat(spread.partitionOf(far, PARTS)).isEqualTo(PARTS - 1);
    }
}
