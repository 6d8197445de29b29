package dev.sennit.store;

import static dev.sennit.store.StoreFixture.identity;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sennit.model.Durability;
import dev.sennit.model.StoreException;
import dev.sennit.store.ManifestTable.ManifestVersion;
import dev.sennit.store.ManifestTable.StateRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LanceManifestBranchesTest {
    @TempDir
    Path directory;

    private StoreFixture store;
    private Path root;
    private LanceManifestTable main;
    private LanceManifestBranches branches;

    @BeforeEach
    void createManifest() {
        store = new StoreFixture(directory, 17);
        root = directory.resolve("__manifest");
        StoreLocation location = StoreLocation.local(root);
        main = LanceManifestTable.create(store.runtime, location, state("first"), identity(), Durability.FULL);
        branches = new LanceManifestBranches(store.runtime, location);
    }

    @AfterEach
    void closeWithoutLeaks() {
        store.close();
    }

    @Test
    void aBranch_isAChainOfItsOwn_fromVersionOne() throws Exception {
        main.overwrite(1, state("main 2"), identity());
        ManifestTable branch = branches.create("01ABC", Durability.FULL);

        ManifestVersion fresh = branch.latest();
        assertThat(fresh.version()).isEqualTo(1);
        assertThat(fresh.transactionUuid()).isEmpty();
        assertThat(fresh.rows()).isEqualTo(state("first"));

        TransactionIdentity seed = identity();
        assertThat(branch.overwrite(1, state("seed"), seed)).isEqualTo(2);
        branch.overwrite(2, state("more"), identity());

        assertThat(branch.read(2).orElseThrow().transactionUuid()).isEqualTo(seed.uuid());
        assertThat(branches.open("01ABC").latest().rows()).isEqualTo(state("more"));
        assertThat(branch.list().keySet()).containsExactly(1L, 2L, 3L);
        assertThat(main.latest().rows()).isEqualTo(state("main 2"));
        assertThatThrownBy(() -> branch.overwrite(1, state("late"), identity())).isInstanceOf(ManifestConflict.class);
        branch.cleanBefore(3);
        // Version 1, which the branch was made from, stays on every chain.
        assertThat(branch.list().keySet()).containsExactly(1L, 3L);
        assertThat(branch.latest().rows()).isEqualTo(state("more"));
    }

    @Test
    void aSeededBranch_survivesMovingTheDirectory() throws Exception {
        branches.create("b1", Durability.RELAXED).overwrite(1, state("seed"), identity());
        Path moved = directory.resolve("elsewhere");
        Files.move(root, moved);
        StoreLocation location = StoreLocation.local(moved);

        ManifestTable branch = new LanceManifestBranches(store.runtime, location).open("b1");

        assertThat(branch.latest().rows()).isEqualTo(state("seed"));
        assertThat(branch.overwrite(2, state("next"), identity())).isEqualTo(3);
        assertThat(LanceManifestTable.open(store.runtime, location).latest().rows())
                .isEqualTo(state("first"));
    }

    @Test
    void cleaningMain_leavesBranchesReadable() throws Exception {
        ManifestTable branch = branches.create("b1", Durability.RELAXED);
        main.overwrite(1, state("2"), identity(), Durability.RELAXED);
        main.overwrite(2, state("3"), identity(), Durability.RELAXED);

        main.cleanBefore(3);

        assertThat(branch.latest().rows()).isEqualTo(state("first"));
        assertThat(branches.create("b2", Durability.RELAXED).latest().rows()).isEqualTo(state("first"));
    }

    @Test
    void aDeletedBranch_isGone_andDeletingAgainIsNothing() throws IOException {
        branches.create("b1", Durability.RELAXED);
        branches.create("b2", Durability.RELAXED);
        assertThat(branches.list()).containsExactly("b1", "b2");

        branches.delete("b1");
        branches.delete("b1");
        branches.delete("never");

        assertThat(branches.list()).containsExactly("b2");
        assertThat(root.resolve("tree/b1")).doesNotExist();
        assertThatThrownBy(() -> branches.open("b1").latest()).isInstanceOf(StoreException.class);
    }

    @Test
    void aHalfMadeBranch_isListed_andCanBeDeleted() throws IOException {
        branches.create("b1", Durability.RELAXED);
        Files.delete(root.resolve("_refs/branches/b1.json"));

        assertThat(branches.list()).containsExactly("b1");
        assertThatThrownBy(() -> branches.create("b1", Durability.RELAXED)).isInstanceOf(StoreException.class);
        branches.delete("b1");

        assertThat(branches.list()).isEmpty();
    }

    @Test
    void namesThatLanceWouldTakeApart_areRefused() {
        for (String name : List.of("", "a/b", "..", "main", "a b", "x.lock")) {
            assertThatThrownBy(() -> branches.create(name, Durability.RELAXED))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(root.resolve("tree")).doesNotExist();
    }

    private static List<StateRow> state(String body) {
        return List.of(new StateRow("commit", "head", body));
    }
}
