package dev.sennit.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RandomUniverseTest {
    @Test
    void inTwoHundredUniverses_exactlyWhatWasAcknowledgedOrAnsweredIsInTheLineage_once() throws Exception {
        runAll(200);
    }

    @Test
    @Tag("long")
    void inTwentyThousandUniverses_exactlyWhatWasAcknowledgedOrAnsweredIsInTheLineage_once() throws Exception {
        runAll(20_000);
    }

    @ParameterizedTest
    @EnumSource(names = {"REBASES_BLINDLY", "APPLIES_TWICE"})
    void aStoreThatBreaksItsPromiseIsNoticed(RandomUniverse.Bug bug) throws Exception {
        notice(bug);
    }

    /** It takes a recoverer and a writer that decide at the same moment. */
    @Test
    @Tag("long")
    void aStoreThatReplacesObjectsIsNoticed() throws Exception {
        notice(RandomUniverse.Bug.PUT_REPLACES);
    }

    private static void notice(RandomUniverse.Bug bug) throws InterruptedException {
        for (long seed = 1; seed <= 2_000; seed++) {
            try {
                new RandomUniverse(seed, bug).run();
            } catch (AssertionError | RuntimeException e) {
                System.out.println(bug + " is noticed in universe " + seed + ": "
                        + String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
                return;
            }
        }
        fail(bug + " is not noticed in any universe");
    }

    private static void runAll(int universes) throws InterruptedException {
        RandomUniverse.Tally sum = new RandomUniverse.Tally(0, 0, 0, 0, 0, 0);
        for (long seed = 1; seed <= universes; seed++) {
            try {
                sum = sum.plus(new RandomUniverse(seed, RandomUniverse.Bug.NONE).run());
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("universe with seed " + seed + ": " + e.getMessage(), e);
            }
        }
        System.out.println(universes + " universes: " + sum);
        assertThat(sum.acknowledged()).isGreaterThan(universes);
        assertThat(sum.unknown()).as("unknown outcomes met").isPositive();
        assertThat(sum.crashed()).as("crashes").isPositive();
        assertThat(sum.strays()).as("commits that landed in cleaned slots").isPositive();
        assertThat(sum.switches()).as("interleavings").isGreaterThan(universes * 10);
    }
}
