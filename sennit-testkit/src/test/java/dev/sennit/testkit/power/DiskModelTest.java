package dev.sennit.testkit.power;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sennit.testkit.power.FileOperation.Create;
import dev.sennit.testkit.power.FileOperation.Link;
import dev.sennit.testkit.power.FileOperation.MakeDirectory;
import dev.sennit.testkit.power.FileOperation.Remove;
import dev.sennit.testkit.power.FileOperation.Rename;
import dev.sennit.testkit.power.FileOperation.Sync;
import dev.sennit.testkit.power.FileOperation.Write;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class DiskModelTest {
    private static final String DIRECTORY = "(directory)";

    private final DiskModel disk = new DiskModel(CrashImage.EMPTY);
    private int operations;

    @Test
    void contentAndNameMustBothBeSynced_andTheNamesAbove() {
        apply(new MakeDirectory("d"), new Create("d/f"), write("d/f", 0, "abc"));
        assertThat(worst()).isEmpty();

        sync("d/f");
        assertThat(worst()).isEmpty();
        sync("d");
        assertThat(worst()).isEmpty();
        sync("");
        assertThat(worst()).containsExactly(Map.entry("d", DIRECTORY), Map.entry("d/f", "abc"));
    }

    @Test
    void aNameWithoutItsContentIsAnEmptyFile() {
        apply(new Create("f"), write("f", 0, "abc"));
        sync("");

        assertThat(worst()).containsExactly(Map.entry("f", ""));
        assertThat(with(Survival.KEPT)).containsExactly(Map.entry("f", "abc"));
        assertThat(with(Survival.ZEROED)).containsExactly(Map.entry("f", "\0\0\0"));
        assertThat(with(Survival.CUT_SHORT)).containsExactly(Map.entry("f", "a"));
    }

    @Test
    void whatIsDoneDuringASync_isNotSynced() {
        apply(new Create("f"), write("f", 0, "a"));
        int begun = operations;
        apply(write("f", 1, "b"), new Create("g"), new Sync("f", begun), new Sync("", begun));

        assertThat(worst()).containsExactly(Map.entry("f", "a"));
    }

    @Test
    void aRenameIsThereAsAWholeOrNotAtAll_inPlaceOfWhatHadTheName() {
        apply(new Create("f"), write("f", 0, "old"), new Create("t"), write("t", 0, "new"));
        sync("f");
        sync("t");
        sync("");
        apply(new Rename("t", "f"));

        assertThat(worst()).containsExactly(Map.entry("f", "old"), Map.entry("t", "new"));
        assertThat(with(Survival.KEPT)).containsExactly(Map.entry("f", "new"));
    }

    @Test
    void aLinkedFileIsLostIfItsRemovedNameWasTheOneSynced() {
        apply(new Create("t"), write("t", 0, "abc"));
        sync("t");
        sync("");
        apply(new Link("t", "f"), new Remove("t"));

        assertThat(worst()).containsExactly(Map.entry("t", "abc"));
        assertThat(with(Survival.KEPT)).containsExactly(Map.entry("f", "abc"));
        int removal = operations - 1;
        assertThat(text(disk.crash(change -> change == removal, file -> Survival.KEPT)))
                .as("nothing says that the link comes first")
                .isEmpty();
    }

    @Test
    void atTornContent_sectorsAreWhole() {
        String old = "o".repeat(512);
        String added = "x".repeat(512) + "y".repeat(512) + "z".repeat(100);
        apply(new Create("f"), write("f", 0, old));
        sync("f");
        sync("");
        apply(write("f", 512, added));

        String zeros = "\0".repeat(512);
        assertThat(with(Survival.END_ZEROED))
                .containsExactly(Map.entry("f", old + "x".repeat(512) + "y".repeat(512) + "\0".repeat(100)));
        assertThat(with(Survival.BEGINNING_ZEROED))
                .containsExactly(Map.entry("f", old + zeros + zeros + "z".repeat(100)));
        assertThat(with(Survival.LOST)).containsExactly(Map.entry("f", old));
    }

    @Test
    void whatWasThereAtTheStart_isSurelyThere() {
        Map<String, Optional<Content>> start =
                Map.of("d", Optional.empty(), "d/f", Optional.of(new Content("abc".getBytes(StandardCharsets.UTF_8))));
        DiskModel later = new DiskModel(new CrashImage(start));
        later.apply(new Remove("d/f"));
        later.apply(new Create("d/g"));

        assertThat(text(later.crash(change -> false, file -> Survival.LOST)))
                .containsExactly(Map.entry("d", DIRECTORY), Map.entry("d/f", "abc"));
    }

    @Test
    void whatCannotHaveHappened_isRefused() {
        apply(new MakeDirectory("d"), new Create("d/f"));

        assertThatThrownBy(() -> disk.apply(new Create("d/f"))).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> disk.apply(new Remove("d"))).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> disk.apply(write("d/g", 0, "abc"))).isInstanceOf(IllegalStateException.class);
    }

    private void apply(FileOperation... all) {
        for (FileOperation operation : all) {
            disk.apply(operation);
            operations++;
        }
    }

    private void sync(String path) {
        apply(new Sync(path, operations));
    }

    private static FileOperation write(String path, long offset, String text) {
        return new Write(path, offset, text.getBytes(StandardCharsets.UTF_8));
    }

    private Map<String, String> worst() {
        return text(disk.crash(change -> false, file -> Survival.LOST));
    }

    private Map<String, String> with(Survival fate) {
        return text(disk.crash(change -> true, file -> fate));
    }

    private static Map<String, String> text(CrashImage image) {
        Map<String, String> text = new TreeMap<>();
        image.paths()
                .forEach((path, content) -> text.put(
                        path,
                        content.map(bytes -> new String(bytes.bytes(), StandardCharsets.UTF_8))
                                .orElse(DIRECTORY)));
        return text;
    }
}
