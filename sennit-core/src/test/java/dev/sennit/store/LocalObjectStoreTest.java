package dev.sennit.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sennit.model.Durability;
import dev.sennit.model.IdSource;
import dev.sennit.model.StoreException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class LocalObjectStoreTest {
    private static final AtomicLong SEEDS = new AtomicLong();

    @TempDir
    Path directory;

    private Path root;
    private LocalObjectStore store;

    @BeforeEach
    void newStore() {
        root = directory.resolve("graph");
        store = newStore(Durability.FULL);
    }

    @ParameterizedTest
    @EnumSource(Durability.class)
    void whatIsPut_canBeRead_andStaysAsItIs(Durability durability) {
        LocalObjectStore chosen = newStore(durability);

        assertThat(chosen.putIfAbsent("a/b/c.json", bytes("one"))).isTrue();
        assertThat(chosen.putIfAbsent("a/b/c.json", bytes("two"))).isFalse();

        StoredObject object = chosen.get("a/b/c.json").orElseThrow();
        assertThat(object.path()).isEqualTo("a/b/c.json");
        assertThat(object.body()).isEqualTo(bytes("one"));
        assertThat(object.modified()).isAfter(Instant.EPOCH);
        assertThat(chosen.list("")).singleElement().satisfies(entry -> {
            assertThat(entry.path()).isEqualTo("a/b/c.json");
            assertThat(entry.sizeBytes()).isEqualTo(3);
            assertThat(entry.modified()).isEqualTo(object.modified());
        });
    }

    @Test
    void whatIsNotThere_isEmpty_andDeletingItIsNothing() {
        assertThat(store.get("a/b")).isEmpty();
        assertThat(store.list("a/")).isEmpty();
        assertThat(store.list("")).isEmpty();
        store.delete("a/b");
        store.putIfAbsent("a/b", bytes("x"));
        store.delete("a/b");
        store.delete("a/b");

        assertThat(store.get("a/b")).isEmpty();
        assertThat(store.get("a")).as("a directory is no object").isEmpty();
        store.delete("a");
        store.delete("a/b/c");
        assertThat(store.get("a/b/c")).isEmpty();
        assertThat(store.putIfAbsent("a/b", bytes("y"))).isTrue();
    }

    @Test
    void aListing_isSortedByPath_andByPrefixNotByDirectory() {
        for (String path : List.of("r/b10", "r/b1/x", "r/b1-", "r/a", "s/b1", "r/b1")) {
            if (!path.equals("r/b1")) {
                store.putIfAbsent(path, bytes(path));
            }
        }

        assertThat(paths("r/b1")).containsExactly("r/b1-", "r/b1/x", "r/b10");
        assertThat(paths("r/")).containsExactly("r/a", "r/b1-", "r/b1/x", "r/b10");
        assertThat(paths("r/b1/")).containsExactly("r/b1/x");
        assertThat(paths("")).containsExactly("r/a", "r/b1-", "r/b1/x", "r/b10", "s/b1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/etc/passwd", "a//b", "a/", "../x", "a/../../x", "./a", "a\\b", "a/.tmp~1", "a\0b"})
    void namesThatAreNotRelativeAndPlain_areRefused(String name) {
        assertThatThrownBy(() -> store.putIfAbsent(name, bytes("x"))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> store.get(name)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> store.delete(name)).isInstanceOf(IllegalArgumentException.class);
        assertThat(root).doesNotExist();
    }

    @Test
    void ofManyThreads_exactlyOneCreates_andReadersSeeItWholeOrNotAtAll() throws Exception {
        int writers = 4;
        int rounds = 50;
        byte[] filler = new byte[20_000];
        try (ExecutorService threads = Executors.newFixedThreadPool(writers + 1)) {
            for (int round = 0; round < rounds; round++) {
                String path = "race/" + round;
                CyclicBarrier start = new CyclicBarrier(writers + 1);
                List<Future<Boolean>> attempts = new ArrayList<>();
                for (byte writer = 0; writer < writers; writer++) {
                    byte[] body = filler.clone();
                    Arrays.fill(body, writer);
                    Callable<Boolean> attempt = () -> {
                        start.await();
                        return newStore(Durability.RELAXED).putIfAbsent(path, body);
                    };
                    attempts.add(threads.submit(attempt));
                }
                Callable<byte[]> reader = () -> {
                    start.await();
                    while (true) {
                        var seen = store.get(path);
                        if (seen.isPresent()) {
                            return seen.get().body();
                        }
                    }
                };
                byte[] seen = threads.submit(reader).get();
                List<Integer> winners = new ArrayList<>();
                for (int writer = 0; writer < writers; writer++) {
                    if (attempts.get(writer).get()) {
                        winners.add(writer);
                    }
                }
                assertThat(winners).as("winners of round %d", round).hasSize(1);
                byte[] expected = filler.clone();
                Arrays.fill(expected, winners.getFirst().byteValue());
                assertThat(seen).isEqualTo(expected);
            }
        }
        assertThat(filesIn("race")).hasSize(rounds);
    }

    @Test
    void aTemporaryFileOfAKilledWriter_isInvisible_andSweptWhenOld() throws IOException {
        store.putIfAbsent("d/one", bytes("1"));
        Path old = Files.write(root.resolve("d/.tmp~old"), bytes("half"));
        Path fresh = Files.write(root.resolve("d/.tmp~fresh"), bytes("half"));
        Files.setLastModifiedTime(
                old, FileTime.from(Instant.now().minus(LocalObjectStore.ABANDONED_AFTER.plus(Duration.ofMinutes(1)))));

        assertThat(paths("d/")).containsExactly("d/one");
        store.putIfAbsent("d/two", bytes("2"));

        assertThat(old).doesNotExist();
        assertThat(fresh).exists();
        assertThat(paths("")).containsExactly("d/one", "d/two");
    }

    @Test
    void directories_areNamed_evenEmptyOnes_andPrunedOnlyIfTheyAreEmptyAndOld() throws IOException {
        store.putIfAbsent("a/full/x", bytes("x"));
        store.putIfAbsent("a/file", bytes("x"));
        Files.createDirectories(root.resolve("a/empty/deep"));
        assertThat(store.directories("a")).containsExactly("empty", "full");
        assertThat(store.directories("none")).isEmpty();

        store.prune("a/empty", Instant.now().minusSeconds(60));
        assertThat(store.directories("a"))
                .as("someone may be about to write there")
                .contains("empty");
        store.prune("a/empty", Instant.MAX);
        store.prune("a/full", Instant.MAX);
        store.prune("a/none", Instant.MAX);
        assertThat(store.directories("a")).containsExactly("full");
        assertThat(store.get("a/full/x")).isPresent();
    }

    @Test
    void aStoreThatCannotBeWritten_isAnErrorThatNamesTheObject() throws IOException {
        Files.createFile(root);

        assertThatThrownBy(() -> store.putIfAbsent("a/b", bytes("x")))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("a/b");
    }

    private LocalObjectStore newStore(Durability durability) {
        return new LocalObjectStore(
                root, durability, new IdSource(Clock.systemUTC(), new Random(SEEDS.incrementAndGet())));
    }

    private List<String> paths(String prefix) {
        return store.list(prefix).stream().map(ObjectEntry::path).toList();
    }

    private List<Path> filesIn(String path) throws IOException {
        try (var files = Files.list(root.resolve(path))) {
            return files.toList();
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
