package dev.sennit.store;

import static dev.sennit.store.RawLance.adding;
import static dev.sennit.store.RawLance.commit;
import static dev.sennit.store.RawLance.keys;
import static dev.sennit.store.RawLance.overwrite;
import static dev.sennit.store.RawLance.withFile;
import static dev.sennit.store.RawLance.withId;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lance.Dataset;
import org.lance.Fragment;
import org.lance.FragmentMetadata;
import org.lance.Transaction;
import org.lance.Version;
import org.lance.WriteParams;
import org.lance.cleanup.CleanupPolicy;
import org.lance.fragment.DataFile;
import org.lance.index.IndexOptions;
import org.lance.index.IndexParams;
import org.lance.index.IndexType;
import org.lance.index.scalar.ScalarIndexParams;
import org.lance.operation.Append;
import org.lance.operation.CreateIndex;
import org.lance.operation.Project;
import org.lance.operation.Update;

/**
 * What Lance 7.0.0 does where Sennit relies on it or guards against it. When one of these fails after an upgrade, the
 * rule it stands for has to be thought through again; none of them is about Sennit's own code.
 */
class LanceSurfaceGuardTest {
    @TempDir
    Path directory;

    private RawLance lance;
    private Dataset base;

    @BeforeEach
    void createTable() {
        lance = new RawLance(directory.resolve("t"));
        base = lance.create();
    }

    @AfterEach
    void closeWithoutLeaks() {
        base.close();
        lance.close();
    }

    @Test
    void aDetachedCommit_isNotInTheLinearHistory() throws Exception {
        long detached = commit(base, true, adding(lance.stage("a")));

        assertThat(detached).isNegative();
        assertThat(base.latestVersion()).isEqualTo(1);
        assertThat(base.listVersions()).extracting(Version::getId).containsExactly(1L);
        assertThat(Path.of(lance.uri, "_versions", "d" + Long.toUnsignedString(detached) + ".manifest"))
                .exists();
        try (Dataset opened = lance.open(detached)) {
            assertThat(keys(opened)).containsExactly("a");
        }
    }

    @Test
    void theBaseOfADetachedCommit_isTheHandle_whateverTheTransactionSays() throws Exception {
        long first = commit(base, true, adding(lance.stage("a")));
        try (Dataset handle = lance.open(first)) {
            long second = commit(handle, true, 1, adding(lance.stage("b")), "odd");
            try (Dataset opened = lance.open(second)) {
                assertThat(keys(opened)).containsExactlyInAnyOrder("a", "b");
                try (Transaction transaction = opened.readTransaction().orElseThrow()) {
                    assertThat(transaction.readVersion()).isEqualTo(1);
                }
            }
        }
    }

    @Test
    void aVersion_tellsTheUuidAndPropertiesOfItsTransaction_alsoWithoutTheTransactionFile() throws Exception {
        String uuid = UUID.randomUUID().toString();
        long detached = commit(base, true, 1, adding(lance.stage("a")), uuid);
        try (var files = Files.list(Path.of(lance.uri, "_transactions"))) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }

        try (Dataset opened = lance.open(detached);
                Transaction transaction = opened.readTransaction().orElseThrow()) {
            assertThat(transaction.uuid()).isEqualTo(uuid);
            assertThat(transaction.transactionProperties()).hasValue(Map.of("step", uuid));
        }
    }

    @Test
    void siblingsReadThroughOneSession_areRight_withoutStableRowIds() throws Exception {
        assertThat(base.hasStableRowIds()).isFalse();
        long parent = commit(base, true, adding(lance.stage("a", "b", "c")));
        List<Long> siblings = new ArrayList<>();
        try (Dataset handle = lance.open(parent)) {
            for (int i = 0; i < 8; i++) {
                String[] rows = new String[i + 1];
                Arrays.fill(rows, "sibling" + i);
                siblings.add(commit(handle, true, adding(lance.stage(rows)))); // all get the same fragment id
            }
        }
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < siblings.size(); i++) {
                try (Dataset sibling = lance.open(siblings.get(i))) {
                    assertThat(keys(sibling, "`k` = 'sibling" + i + "'")).hasSize(i + 1);
                    assertThat(keys(sibling)).hasSize(3 + i + 1);
                }
            }
        }
    }

    @Test
    void deleteRows_acceptsOffsetsBeyondTheFragment() {
        long version = commit(base, true, adding(lance.stage("a", "b")));
        try (Dataset handle = lance.open(version)) {
            Fragment fragment = handle.getFragments().getFirst();

            assertThat(fragment.deleteRows(List.of(7)).getNumDeletions()).isEqualTo(1);
            assertThat(fragment.deleteRows(List.of(0, 1)))
                    .as("null when no row is left")
                    .isNull();
        }
    }

    @Test
    void duplicateFragmentIds_areCommitted() {
        long version = commit(base, true, adding(withId(7, lance.stage("a")), withId(7, lance.stage("b"))));

        try (Dataset opened = lance.open(version)) {
            assertThat(opened.getFragments()).extracting(Fragment::getId).containsExactly(7, 7);
        }
    }

    @Test
    void aMissingDataFile_isCommitted_andFoundWhenRead() {
        long version = commit(base, true, adding(withFile("missing.lance", lance.stage("a"))));

        try (Dataset opened = lance.open(version)) {
            assertThat(opened.countRows()).isEqualTo(1);
            assertThatThrownBy(() -> keys(opened)).hasRootCauseInstanceOf(IOException.class);
        }
    }

    @Test
    void unknownRemovedFragments_areCommitted() {
        long version = commit(
                base,
                true,
                Update.builder()
                        .removedFragmentIds(List.of(99L))
                        .newFragments(List.of(lance.stage("a")))
                        .updateMode(Optional.of(Update.UpdateMode.RewriteRows))
                        .fieldsForPreservingFragBitmap(new long[] {0, 1, 2})
                        .build());

        assertThat(version).isNegative();
    }

    @Test
    void fragmentIdsOfTheCallersChoice_areKept_andScansVisitThemInOrderOfId() throws Exception {
        long version = commit(
                base, true, adding(withId(Integer.MAX_VALUE - 1, lance.stage("high")), withId(5, lance.stage("low"))));

        try (Dataset opened = lance.open(version)) {
            List<Integer> ids =
                    opened.getFragments().stream().map(Fragment::getId).toList();
            assertThat(ids).containsExactlyInAnyOrder(5, Integer.MAX_VALUE - 1);
            assertThat(keys(opened)).isEqualTo(ids.getFirst() == 5 ? List.of("low", "high") : List.of("high", "low"));
        }
    }

    @Test
    void columnsOfADataFile_areTheLeavesOfTheSchemaInPreorder() {
        Field struct = new Field(
                "s",
                FieldType.nullable(new ArrowType.Struct()),
                List.of(Field.nullable("x", new ArrowType.Int(64, true)), Field.nullable("y", new ArrowType.Utf8())));
        Field list = new Field(
                "l",
                FieldType.nullable(new ArrowType.List()),
                List.of(Field.nullable("item", new ArrowType.Int(8, true))));
        Field vector = new Field(
                "v",
                FieldType.nullable(new ArrowType.FixedSizeList(2)),
                List.of(Field.nullable("item", PrimitiveCodec.FLOAT32.arrowType())));
        Schema schema = new Schema(List.of(struct, list, vector, Field.nullable("z", new ArrowType.Bool())));
        try (var batch = VectorSchemaRoot.create(schema, lance.allocator)) {
            batch.getFieldVectors().forEach(each -> each.setNull(0));
            batch.setRowCount(1);
            DataFile file = Fragment.write()
                    .datasetUri(directory.resolve("nested").toString())
                    .allocator(lance.allocator)
                    .data(batch)
                    .mode(WriteParams.WriteMode.OVERWRITE)
                    .dataStorageVersion(LanceFragmentWriter.FORMAT)
                    .execute()
                    .getFirst()
                    .getFiles()
                    .getFirst();

            assertThat(file.getFields()).containsExactly(1, 2, 4, 5, 6);
            assertThat(file.getColumnIndices()).containsExactly(0, 1, 2, 3, 4);
            assertThat(file.getFileMajorVersion()).isEqualTo(LanceFragmentWriter.FORMAT_MAJOR);
            assertThat(file.getFileMinorVersion()).isEqualTo(LanceFragmentWriter.FORMAT_MINOR);
        }
    }

    @Test
    void stagingInAppendMode_checksAgainstTheLinearHead() {
        Schema other = new Schema(List.of(Field.nullable("other", new ArrowType.Utf8())));
        try (var batch = VectorSchemaRoot.create(other, lance.allocator)) {
            batch.setRowCount(0);
            assertThatThrownBy(() -> Fragment.write()
                            .datasetUri(lance.uri)
                            .allocator(lance.allocator)
                            .data(batch)
                            .mode(WriteParams.WriteMode.APPEND)
                            .execute())
                    .hasMessageStartingWith("Append with different schema");
        }
    }

    @Test
    void fieldIdsInTheMetadata_areTaken_butTypesAreComparedByName() {
        long project = commit(base, true, project(field("renamed", new ArrowType.Int(64, true), 1)));
        try (Dataset opened = lance.open(project)) {
            assertThat(opened.getLanceSchema().fields()).singleElement().satisfies(field -> {
                assertThat(field.getName()).isEqualTo("renamed");
                assertThat(field.getId()).isEqualTo(1);
                assertThat(field.getMetadata()).doesNotContainKey(TableSchema.FIELD_ID_KEY);
            });
        }
        assertThatThrownBy(() -> commit(base, true, project(field("k", new ArrowType.Int(64, true), 1))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Expecting logical type");
    }

    private static Project project(Field field) {
        return Project.builder().schema(new Schema(List.of(field))).build();
    }

    private static Field field(String name, ArrowType type, int id) {
        return new Field(
                name,
                new FieldType(true, type, null, Map.of(TableSchema.FIELD_ID_KEY, Integer.toString(id))),
                List.of());
    }

    @Test
    void cleanup_destroysWhatOnlyDetachedVersionsNeed_unlessATagTripsIt() throws Exception {
        long detached = commit(base, true, adding(lance.stage("a")));
        commit(base, false, overwrite(lance.stage("linear")));
        base.tags().create("tripwire", 1);
        CleanupPolicy ruthless = CleanupPolicy.builder()
                .withBeforeVersion(2)
                .withDeleteUnverified(true)
                .build();
        try (Dataset head = lance.open(2)) {
            assertThatThrownBy(() -> head.cleanupWithPolicy(ruthless))
                    .isInstanceOf(RuntimeException.class)
                    .hasMessageStartingWith("Cleanup error: 1 tagged version(s)");
            try (Dataset opened = lance.open(detached)) {
                assertThat(keys(opened)).containsExactly("a");
            }

            base.tags().delete("tripwire");
            head.cleanupWithPolicy(ruthless);
        }

        try (Dataset opened = lance.open(detached)) {
            assertThatThrownBy(() -> keys(opened)).hasRootCauseInstanceOf(IOException.class);
        }
    }

    @Test
    void inlineOperationsOnADetachedHandle_failOrMoveTheLinearHead() {
        long detached = commit(base, true, adding(lance.stage("a", "b")));
        try (Dataset handle = lance.open(detached)) {
            assertThatThrownBy(() -> handle.delete("`k` = 'a'")).hasMessageContaining("more than 2^65 versions");
            handle.restore();
        }
        assertThat(base.latestVersion()).as("restore has committed linearly").isEqualTo(2);
    }

    @Test
    void overwrite_isACompareAndSet_andTheLosersTextIsKnown() {
        long won = commit(base, false, overwrite(lance.stage("first")));
        assertThat(won).isEqualTo(2);

        assertThatThrownBy(() -> commit(base, false, overwrite(lance.stage("second"))))
                .isInstanceOf(RuntimeException.class)
                .hasMessageStartingWith("Retryable commit conflict for version 2: This Overwrite transaction was"
                        + " preempted by concurrent transaction Overwrite at version 2")
                .satisfies(e -> assertThat(LanceErrors.isConflict(e)).isTrue());
        assertThatThrownBy(() -> commit(base, false, overwrite()))
                .as("without data files the text is another")
                .satisfies(e -> assertThat(LanceErrors.isConflict(e)).isTrue());
    }

    @Test
    void overwrite_staysACompareAndSet_whenTheVersionsInBetweenWereCleaned() {
        try (Dataset late = lance.open(1)) {
            long newest = 1;
            for (int i = 0; i < 4; i++) {
                try (Dataset head = lance.open(newest)) {
                    newest = commit(head, false, overwrite(lance.stage("v" + i)));
                }
            }
            try (Dataset head = lance.open(newest)) {
                head.cleanupWithPolicy(
                        CleanupPolicy.builder().withBeforeVersion(newest).build());
            }
            assertThatThrownBy(() -> commit(late, false, overwrite(lance.stage("late"))))
                    .satisfies(e -> assertThat(LanceErrors.isConflict(e)).isTrue());
        }
    }

    @Test
    void overwrite_wipesAForeignAppendWithoutAWord() throws Exception {
        commit(
                base,
                false,
                Append.builder()
                        .fragments(List.of(lance.stage(WriteParams.WriteMode.APPEND, "foreign")))
                        .build());
        long version = commit(base, false, overwrite(lance.stage("ours")));

        assertThat(version).as("the only sign of it").isEqualTo(3);
        try (Dataset opened = lance.open(version)) {
            assertThat(keys(opened)).containsExactly("ours");
        }
    }

    @Test
    void racingOverwrites_haveOneWinnerPerBase() throws Exception {
        int writers = 4;
        try (ExecutorService threads = Executors.newFixedThreadPool(writers)) {
            for (long round = 1; round <= 10; round++) {
                long readVersion = round;
                CyclicBarrier start = new CyclicBarrier(writers);
                List<Future<Boolean>> attempts = new ArrayList<>();
                for (int writer = 0; writer < writers; writer++) {
                    FragmentMetadata staged = lance.stage("r" + round + "w" + writer);
                    Callable<Boolean> attempt = () -> {
                        try (Dataset handle = lance.open(readVersion)) {
                            start.await();
                            return commit(handle, false, overwrite(staged)) == readVersion + 1;
                        } catch (RuntimeException e) {
                            assertThat(LanceErrors.isConflict(e)).as("%s", e).isTrue();
                            return false;
                        }
                    };
                    attempts.add(threads.submit(attempt));
                }
                int winners = 0;
                for (Future<Boolean> attempt : attempts) {
                    winners += attempt.get() ? 1 : 0;
                }
                assertThat(winners).as("winners of round %d", round).isEqualTo(1);
            }
        }
    }

    @Test
    void creatingWhatExists_isRefusedOneAfterTheOther() {
        assertThatThrownBy(() -> lance.create().close())
                .isInstanceOf(IllegalArgumentException.class)
                .satisfies(e -> assertThat(LanceErrors.isAlreadyExists(e)).isTrue());
    }

    @Test
    void creationIsNotExclusive_soItMustNeverBeRaced() throws Exception {
        int writers = 4;
        int exclusive = 0;
        int rounds = 20;
        try (ExecutorService threads = Executors.newFixedThreadPool(writers)) {
            for (int round = 0; round < rounds; round++) {
                RawLance raced = new RawLance(directory.resolve("raced" + round));
                CyclicBarrier start = new CyclicBarrier(writers);
                List<Future<Boolean>> attempts = new ArrayList<>();
                for (int writer = 0; writer < writers; writer++) {
                    Callable<Boolean> attempt = () -> {
                        start.await();
                        try (Dataset created = raced.create()) {
                            return created.version() >= 1;
                        } catch (RuntimeException e) {
                            return false;
                        }
                    };
                    attempts.add(threads.submit(attempt));
                }
                int winners = 0;
                for (Future<Boolean> attempt : attempts) {
                    winners += attempt.get() ? 1 : 0;
                }
                exclusive += winners == 1 ? 1 : 0;
                assertThat(winners).isPositive();
                raced.close();
            }
        }
        assertThat(exclusive).as("rounds with one winner").isLessThan(rounds);
    }

    @Test
    void aMissingVersion_isAnIllegalArgument_withAKnownText() {
        assertThatThrownBy(() -> lance.open(99))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("Dataset at path ")
                .satisfies(e -> assertThat(LanceErrors.isVersionNotFound(e)).isTrue());
        assertThatThrownBy(() -> lance.open(-5))
                .satisfies(e -> assertThat(LanceErrors.isVersionNotFound(e)).isTrue());
    }

    @Test
    void aTornManifest_isFoundWhenItIsOpened() throws Exception {
        Path manifest = Path.of(lance.uri, "_versions", ManifestFiles.baseName(1) + ".manifest");
        byte[] whole = Files.readAllBytes(manifest);
        assertThat(new String(whole, whole.length - 4, 4, StandardCharsets.US_ASCII))
                .as("every manifest ends so")
                .isEqualTo("LANC");
        for (byte[] torn : List.of(new byte[0], new byte[3], new byte[whole.length], Arrays.copyOf(whole, 40))) {
            Files.write(manifest, torn);
            try (RawLance fresh = new RawLance(Path.of(lance.uri))) {
                assertThatThrownBy(() -> fresh.open(1))
                        .as("torn to %d bytes", torn.length)
                        .satisfies(e -> assertThat(LanceErrors.isDamage(e) || LanceErrors.isVersionNotFound(e))
                                .as("%s", e)
                                .isTrue());
            }
        }
        Files.write(manifest, whole);
    }

    @Test
    void takeRows_keepsOrderAndDuplicates_andSkipsWhatIsNotThere() throws Exception {
        long version = commit(base, true, adding(withId(3, lance.stage("a", "b", "c"))));
        long fragment = 3L << 32;
        try (Dataset opened = lance.open(version);
                var rows = opened.takeRows(List.of(fragment + 2, fragment, fragment + 2, 99L << 32), List.of("k"))) {
            assertThat(keys(rows)).containsExactly("c", "a", "c");
        }
    }

    @Test
    void filters_orderFloatsTotally_refuseWideIntegers_andCannotCarryEveryCharacter() throws Exception {
        long version = commit(base, true, adding(lance.stage("nan", "-0", "2")));
        try (Dataset opened = lance.open(version)) {
            assertThat(keys(opened, "`f` > 1.0")).containsExactly("nan", "2");
            assertThat(keys(opened, "`f` = 0.0")).isEmpty();
            assertThat(keys(opened, "`f` = -0.0")).containsExactly("-0");
            assertThat(keys(opened, "`f` > 1.0 AND NOT isnan(`f`)")).containsExactly("2");
            assertThat(keys(opened, "\"k\" = 'nan'"))
                    .as("double quotes make a text")
                    .isEmpty();
            assertThatThrownBy(() -> keys(opened, "`n` = -9223372036854775808"))
                    .hasMessageContaining("could not convert");
            assertThatThrownBy(() -> keys(opened, "`k` = '\uD83D\uDE00'")).hasMessageContaining("invalid utf-8");
            assertThat(keys(opened, "`k` = arrow_cast(X'2d30', 'Utf8')")).containsExactly("-0");
        }
    }

    @Test
    void startsWith_overAnIndex_takesWildcardsForSuch() throws Exception {
        long version = commit(base, true, adding(withId(1, lance.stage("x_y", "xzy", "a"))));
        try (Dataset opened = lance.open(version)) {
            assertThat(keys(opened, "starts_with(`k`, 'x_')")).containsExactly("x_y");
            var index = opened.createIndex(IndexOptions.builder(
                            List.of("k"),
                            IndexType.BTREE,
                            IndexParams.builder()
                                    .setScalarIndexParams(ScalarIndexParams.create("btree", "{}"))
                                    .build())
                    .withIndexName("k")
                    .replace(true)
                    .withFragmentIds(List.of(1))
                    .build());
            assertThat(opened.version()).as("building alone commits nothing").isEqualTo(version);
            long indexed = commit(
                    opened,
                    true,
                    CreateIndex.builder()
                            .withNewIndices(List.of(index))
                            .withRemovedIndices(List.of())
                            .build());
            try (Dataset with = lance.open(indexed)) {
                assertThat(keys(with, "starts_with(`k`, 'x_')")).containsExactlyInAnyOrder("x_y", "xzy");
            }
        }
    }
}
