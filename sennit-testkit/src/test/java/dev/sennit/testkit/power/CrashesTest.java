package dev.sennit.testkit.power;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.testkit.power.FileOperation.Create;
import dev.sennit.testkit.power.FileOperation.Mark;
import dev.sennit.testkit.power.FileOperation.Rename;
import dev.sennit.testkit.power.FileOperation.Sync;
import dev.sennit.testkit.power.FileOperation.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class CrashesTest {
    private static final FileLog LOG = FileLog.EMPTY.then(List.of(
            new Create("t"),
            new Write("t", 0, new byte[] {1, 2, 3, 4}),
            new Rename("t", "f"),
            new Sync("f", 3),
            new Sync("", 4),
            new Mark("done")));

    @Test
    void everyStateIsShownOnce_withWhatHadBeenTold() {
        List<CrashState> states = new ArrayList<>();
        Crashes.of(LOG, 0, 1, 10).visit(path -> false, states::add);

        Set<String> shown = new TreeSet<>();
        states.forEach(state -> assertThat(shown.add(state.marks() + " "
                        + state.image().paths().keySet() + " " + state.image().digest(path -> false)))
                .as(state.toString())
                .isTrue());
        assertThat(shown)
                .filteredOn(state -> state.startsWith("[done]"))
                .hasSize(1)
                .allMatch(s -> s.contains("[f]"));
        // Nothing; t or f, each empty, whole, zeroed and cut short.
        assertThat(shown).filteredOn(state -> state.startsWith("[] ")).hasSize(1 + 2 * 4);
    }

    @Test
    void whatNobodyLooksAtMakesNoDifference() {
        List<CrashState> states = new ArrayList<>();
        Crashes.of(LOG, 0, 1, 10).visit(path -> path.equals("t"), states::add);

        assertThat(states).hasSize(1 + 1 + 4);
    }

    @Test
    void theSameSeedDrawsTheSame() {
        Crashes all = Crashes.of(LOG, 0, 1, 10);

        assertThat(losses(all.sample(7, 3, 5))).hasSize(8).isEqualTo(losses(all.sample(7, 3, 5)));
        assertThat(losses(all.sample(7, 3, 5))).isNotEqualTo(losses(all.sample(8, 3, 5)));
        assertThat(all.sample(7, 1000, 1000).count()).isEqualTo(all.count());
    }

    @Test
    void losingEverything_isLosingWhatWasNotSynced() {
        List<CrashState> states = new ArrayList<>();
        Crashes.losingEverything(LOG).visit(path -> false, states::add);
        Crashes.losingEverything(LOG.withoutSyncs(0, path -> path.isEmpty())).visit(path -> false, states::add);

        assertThat(states).extracting(CrashState::marks).containsOnly(List.of("done"));
        assertThat(states)
                .extracting(state -> state.image().paths().keySet().toString())
                .containsExactly("[f]", "[]");
    }

    private static List<String> losses(Crashes crashes) {
        List<String> losses = new ArrayList<>();
        crashes.all().forEach(crash -> losses.add(crash.toString()));
        return losses;
    }
}
