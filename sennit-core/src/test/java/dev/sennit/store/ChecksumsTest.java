package dev.sennit.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChecksumsTest {
    private static final TableFile EARLIER =
            new TableFile("data/earlier.lance", OptionalLong.of(7), OptionalLong.of(0xFFFF_FFFFL));

    @TempDir
    Path root;

    private Checksums checksums;

    @BeforeEach
    void writeFiles() throws IOException {
        checksums = new Checksums(root);
        Files.createDirectories(root.resolve("data"));
        Files.writeString(root.resolve("data/a.lance"), "123456789");
        checksums.write("d1", List.of("data/a.lance"), List.of(EARLIER));
    }

    @Test
    void whatIsWritten_isReadBack_writtenFilesFirst() {
        assertThat(checksums.read("d1").orElseThrow())
                .containsExactly(
                        // CRC-32C of the digits 1 to 9 is the check value of its definition.
                        new TableFile("data/a.lance", OptionalLong.of(9), OptionalLong.of(0xE306_9283L)), EARLIER);
        assertThat(checksums.read("d2")).isEmpty();
    }

    @Test
    void aCutOrAlteredChecksumFile_countsAsNone() throws IOException {
        Path file = root.resolve("_checksums/d1");
        byte[] whole = Files.readAllBytes(file);
        for (int length = 0; length < whole.length; length++) {
            Files.write(file, java.util.Arrays.copyOf(whole, length));
            assertThat(checksums.read("d1")).as("the first %d bytes", length).isEmpty();
        }
        for (int i = 0; i < whole.length; i++) {
            byte[] flipped = whole.clone();
            flipped[i] ^= 1;
            Files.write(file, flipped);
            assertThat(checksums.read("d1")).as("byte %d flipped", i).isEmpty();
        }
    }

    @Test
    void everyConditionOfAFile_isToldApart() throws IOException {
        TableFile file = checksums.read("d1").orElseThrow().getFirst();
        Path path = root.resolve(file.path());

        assertThat(checksums.condition(file, true)).isEqualTo(new FileCondition.Intact(9));
        Files.writeString(path, "123456780");
        assertThat(checksums.condition(file, true)).isEqualTo(new FileCondition.Altered());
        assertThat(checksums.condition(file, false)).isEqualTo(new FileCondition.Intact(9));
        Files.writeString(path, "12345678");
        assertThat(checksums.condition(file, false)).isEqualTo(new FileCondition.Resized(9, 8));
        Files.delete(path);
        assertThat(checksums.condition(file, true)).isEqualTo(new FileCondition.Missing());
        Files.createDirectories(path);
        assertThat(checksums.condition(new TableFile(file.path(), OptionalLong.empty(), file.crc32c()), true))
                .isInstanceOf(FileCondition.Unreadable.class);
    }

    @Test
    void aFileThatCannotBeRead_leavesTheVersionWithoutChecksums() {
        checksums.write("d1", List.of("data/nothing.lance"), List.of());

        assertThat(checksums.read("d1")).isEmpty();
    }
}
