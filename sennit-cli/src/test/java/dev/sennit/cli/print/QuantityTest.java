package dev.sennit.cli.print;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class QuantityTest {
    @Test
    void countsAreGrouped_oneIsSingular() {
        assertThat(Quantity.count(1_234_567)).isEqualTo("1,234,567");
        assertThat(Quantity.count(1, "row", "rows")).isEqualTo("1 row");
        assertThat(Quantity.count(0, "row", "rows")).isEqualTo("0 rows");
    }

    @Test
    void sizesHaveTwoOrThreeDigits() {
        assertThat(Quantity.bytes(0)).isEqualTo("0 B");
        assertThat(Quantity.bytes(999)).isEqualTo("999 B");
        assertThat(Quantity.bytes(1_000)).isEqualTo("1.0 kB");
        assertThat(Quantity.bytes(12_345)).isEqualTo("12 kB");
        assertThat(Quantity.bytes(999_600)).isEqualTo("1.0 MB");
        assertThat(Quantity.bytes(3_400_000_000L)).isEqualTo("3.4 GB");
    }

    @Test
    void timesAreShort() {
        assertThat(Quantity.time(Duration.ofMillis(12))).isEqualTo("12 ms");
        assertThat(Quantity.time(Duration.ofMillis(3_400))).isEqualTo("3.4 s");
        assertThat(Quantity.time(Duration.ofSeconds(125))).isEqualTo("2 min 5 s");
        assertThat(Quantity.time(Duration.ofMinutes(125))).isEqualTo("2 h 5 min");
    }
}
