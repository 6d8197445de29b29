package dev.sennit.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.model.SennitException;
import dev.sennit.store.ManifestTable.StateRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SegmentCodecTest {
    private static final long SEED = 20_261_130;
    private static final long FROM = 33;

    private final SplittableRandom random = new SplittableRandom(SEED);

    @Test
    void aSegment_isReadAsItWasWritten() {
        Segment segment = segment();

        Segment read = SegmentCodec.read(SegmentCodec.write(segment), "here");

        assertThat(read.from()).isEqualTo(segment.from());
        assertThat(read.versions()).hasSameSizeAs(segment.versions());
        for (int i = 0; i < read.versions().size(); i++) {
            ArchivedVersion expected = segment.versions().get(i);
            ArchivedVersion found = read.versions().get(i);
            assertThat(found.version()).isEqualTo(expected.version());
            assertThat(found.uuid()).isEqualTo(expected.uuid());
            assertThat(found.stored()).isEqualTo(expected.stored());
            assertThat(found.rows()).containsExactlyInAnyOrderElementsOf(expected.rows());
        }
    }

    @Test
    void equalSegments_haveEqualBytes() {
        Segment segment = segment();

        assertThat(SegmentCodec.write(segment)).isEqualTo(SegmentCodec.write(segment));
    }

    @Test
    void anyChangedBit_andAnyLostEnd_isCorruption() {
        byte[] whole = SegmentCodec.write(segment());
        for (int at = 0; at < whole.length; at++) {
            byte[] flipped = whole.clone();
            int bit = random.nextInt(Byte.SIZE);
            flipped[at] ^= (byte) (1 << bit);
            assertThat(codeOf(flipped))
                    .as("bit %d of byte %d (seed %d)", bit, at, SEED)
                    .isIn("CORRUPTION", "FORMAT_TOO_NEW");
            assertThat(codeOf(Arrays.copyOf(whole, at))).as("cut at %d", at).isEqualTo("CORRUPTION");
        }
    }

    @Test
    void history_isCompressed() {
        Segment segment = segment();
        int bodies = segment.versions().stream()
                .flatMap(version -> version.rows().stream())
                .filter(row -> !row.key().equals("unchanged") && !row.kind().equals("graph"))
                .mapToInt(row -> row.body().length())
                .sum();

        assertThat(SegmentCodec.write(segment)).hasSizeLessThan(bodies / 2);
    }

    private static String codeOf(byte[] body) {
        try {
            SegmentCodec.read(body, "here");
            return "read";
        } catch (SennitException e) {
            return e.code().name();
        }
    }

    private Segment segment() {
        List<ArchivedVersion> versions = new ArrayList<>();
        List<StateRow> rows = new ArrayList<>();
        rows.add(new StateRow("graph", "", "{\"format\":1,\"note\":\"Bö 北京 😀\"}"));
        rows.add(new StateRow("table", "unchanged", "{\"pin\":7}"));
        for (int i = 0; i < HistoryArchive.LENGTH; i++) {
            rows.removeIf(row -> row.kind().equals("commit") || row.key().equals("changed"));
            if (i % 5 != 0) {
                rows.add(new StateRow("table", "changed", "{\"pin\":" + random.nextLong() + "}"));
            }
            rows.add(new StateRow(
                    "commit",
                    "",
                    "{\"author\":\"ada\",\"message\":\"one row\",\"writer\":\"mutation\",\"tablesTouched\":[\"Person\"],\"result\":{\"nodesCreated\":1,\"nodesUpdated\":0,\"nodesDeleted\":0,\"edgesCreated\":0,\"edgesUpdated\":0,\"edgesDeleted\":0},\"id\":"
                            + random.nextLong() + "}"));
            versions.add(new ArchivedVersion(
                    FROM + i, Long.toHexString(random.nextLong()), Instant.ofEpochSecond(1_700_000_000L + i, i), rows));
        }
        return new Segment(FROM, versions);
    }
}
