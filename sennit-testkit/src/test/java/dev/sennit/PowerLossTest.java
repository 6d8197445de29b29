package dev.sennit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sennit.PowerLossChild.Part;
import dev.sennit.PowerLossChild.Places;
import dev.sennit.PowerLossChild.Plan;
import dev.sennit.PowerLossChild.Work;
import dev.sennit.model.Durability;
import dev.sennit.protocol.FailurePoint;
import dev.sennit.testkit.ChildJvm;
import dev.sennit.testkit.power.CrashState;
import dev.sennit.testkit.power.Crashes;
import dev.sennit.testkit.power.FileLog;
import dev.sennit.testkit.power.FileOperation;
import dev.sennit.testkit.power.FileTracer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Power is lost at any point of what real processes do to the disk: a recorded log of their file operations is replayed
 * with everything not yet synced lost, kept, reordered or torn, and whatever that leaves is opened. No acknowledged
 * write is lost, nothing is there in part, and the next writer needs no help. With {@code -Dsennit.long=true} twenty
 * times as many states are tried.
 */
class PowerLossTest {
    private static final boolean LONG = Boolean.getBoolean("sennit.long");
    private static final long SEED = 20_261_201;
    private static final String GRAPH = "new/graph";
    private static final int LONG_CHAIN = 1000;
    private static final String NOWHERE = "";

    /** How many times more states a long run tries. */
    private static final int MORE = 20;

    private static final int HALTED = 137;

    @TempDir
    Path directory;

    private Path root;

    @BeforeEach
    void prepare() throws IOException {
        assumeTrue(FileTracer.isAvailable(), "strace is not installed, or may not trace processes here");
        root = Files.createDirectory(directory.resolve("root"));
    }

    @Test
    void lostWhileTheGraphIsBorn_thereIsAWholeGraphOrNone() throws Exception {
        Plan plan = plan(Durability.FULL, 1, 0);
        FileLog log = FileLog.EMPTY.then(record(plan, root, 0));
        int born = 0;
        while (!(log.operations().get(born) instanceof FileOperation.Link link
                && link.path().endsWith("sennit.json"))) {
            born++;
        }

        requireNothingLost(plan, Crashes.of(log, born + 1, SEED, 2), 1);
    }

    @Test
    void createdAndWrittenInEveryWay_nothingAcknowledgedIsLost() throws Exception {
        Plan plan = plan(Durability.FULL, 1, PowerLossWorkload.STEPS_OF_A_ROUND);
        FileLog log = FileLog.EMPTY.then(record(plan, root, 0));

        requireNothingLost(plan, crashes(log, 0, 40), 1);
    }

    @Test
    void anotherProcessFinishesWhatWasDecided_andNothingIsLost() throws Exception {
        Plan halted = plan(Durability.FULL, 1, 3).upTo(1, FailurePoint.DECIDED.name());
        FileLog first = FileLog.EMPTY.then(record(halted, root, HALTED));
        Plan next = plan(Durability.FULL, 1, 3).after(halted);

        FileLog both = first.then(record(next, root, 0));

        requireNothingLost(next, crashes(both, first.operations().size() - 1, 100), 2);
    }

    @Test
    void whoBuildsOnWhatAKilledWriterDidNotSync_syncsIt() throws Exception {
        Plan killed = plan(Durability.FULL, 1, 3).upTo(1, FailurePoint.PUBLISHED.name());
        FileLog unsynced = killedBeforeSyncingItsVersion(killed);
        Plan next = plan(Durability.FULL, 1, 3).after(killed);

        FileLog both = unsynced.then(record(next, root, 0));

        requireNothingLost(next, crashes(both, unsynced.operations().size(), 60), 2);
        requireVersionSyncedFrom(unsynced.operations().size(), both, next);
    }

    @Test
    void whoIsToldThatItsKeyIsUsed_byAWriteThatWasNotSynced_hasSyncedIt() throws Exception {
        Plan killed = plan(Durability.FULL, 1, 3).upTo(1, FailurePoint.PUBLISHED.name());
        FileLog unsynced = killedBeforeSyncingItsVersion(killed);
        Plan again = plan(Durability.FULL, 1, 3).again(killed);

        FileLog both = unsynced.then(record(again, root, 0));

        assertThat(both.marks(both.operations().size())).last(STRING).startsWith("a 1 ");
        requireNothingLost(again, crashes(both, unsynced.operations().size(), 30), 1);
        requireVersionSyncedFrom(unsynced.operations().size(), both, again);
    }

    /** A log that ends with a manifest version that has its name, and that nobody has synced. */
    private FileLog killedBeforeSyncingItsVersion(Plan killed) throws Exception {
        FileLog log = FileLog.EMPTY.then(record(killed, root, HALTED));
        int link = log.operations().size() - 1;
        while (!isManifestLink(log.operations().get(link))) {
            link--;
        }
        return log.withoutSyncs(link, path -> path.contains("/_versions"));
    }

    /** What was checked would be lost without the syncs of the later process. */
    private void requireVersionSyncedFrom(int index, FileLog log, Plan plan) throws Exception {
        FileLog broken = log.withoutSyncs(index, path -> path.contains("/__manifest/") && path.contains("/_versions"));

        assertThat(checks(plan, 2).check(Crashes.losingEverything(broken)).failures())
                .singleElement(STRING)
                .contains("[commits]");
    }

    private static boolean isManifestLink(FileOperation operation) {
        return operation instanceof FileOperation.Link link && link.path().contains("/__manifest/");
    }

    @Test
    void lostAgainWhileTheNextWriterRepairs_nothingIsLost() throws Exception {
        Plan plan = plan(Durability.FULL, 1, 3).upTo(1, NOWHERE);
        FileLog log = FileLog.EMPTY.then(record(plan, root, 0));
        CrashState torn = tornManifest(log, log.indexAfterFirstMark("a 0"));
        Path left = Files.createDirectory(directory.resolve("left"));
        torn.image().write(left);
        Plan next = plan(Durability.FULL, 1, 3).after(plan).afterReboot(left.resolve(GRAPH));

        FileLog repaired = FileLog.after(torn).then(record(next, left, 0));

        assertThat(torn.marks()).hasSize(2);
        assertThat(repaired.operations())
                .as("the torn manifest is set aside")
                .anyMatch(operation -> operation instanceof FileOperation.Rename rename
                        && rename.to().endsWith(".torn"));
        requireNothingLost(next, crashes(repaired, torn.marks().size(), 100), 2);
    }

    /** The power is lost just after the next manifest version got its name, and of its content the end survives. */
    private static CrashState tornManifest(FileLog log, int from) {
        int link = from;
        while (!isManifestLink(log.operations().get(link))) {
            link++;
        }
        List<CrashState> states = new ArrayList<>();
        Crashes.plainAt(log, link + 1).visit(path -> false, states::add);
        return states.stream()
                .filter(state -> state.loss().contains("BEGINNING_ZEROED"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void writersThatKnowNothingOfEachOther_loseNothing() throws Exception {
        Plan plan = plan(Durability.FULL, 2, 3);
        FileLog log = FileLog.EMPTY.then(record(plan, root, 0));

        requireNothingLost(plan, crashes(log, log.indexAfterFirstMark(PowerLossChild.CREATED), 40), 2);
    }

    @Test
    void aChainBeingArchived_losesNothing() throws Exception {
        int steps = 40;
        Plan plan = plan(new Work(Durability.FULL, SEED, 1, steps, 36));
        FileLog log = FileLog.EMPTY.then(record(plan, root, 0));

        requireNothingLost(plan, crashes(log, log.indexAfterFirstMark("a " + (steps - 3)), 20), 1);
    }

    @Test
    void lostWhileCollecting_whatIsKeptIsWhole() throws Exception {
        int steps = 5;
        Plan plan = plan(new Work(Durability.FULL, SEED, 1, steps, LONG_CHAIN).collecting());
        FileLog log = FileLog.EMPTY.then(record(plan, root, 0));
        int collecting = log.indexAfterFirstMark("a " + (steps - 1));

        assertThat(log.operations().subList(collecting, log.operations().size()))
                .as("table versions are removed")
                .anyMatch(operation -> operation instanceof FileOperation.Remove removal
                        && removal.path().matches(".*/tables/.*\\.manifest"));
        requireNothingLost(plan, crashes(log, collecting, 26), 1);
    }

    /**
     * Columns with other values, renamed ones, new tables and the schema are there together or not at all; and each kind
     * of file has to be synced for that.
     */
    @Test
    void lostWhileTheSchemaIsChanged_itIsTheOldOneOrTheNewOne() throws Exception {
        Plan plan = plan(Durability.FULL, 1, PowerLossWorkload.SCHEMA_STEP + 1);
        FileLog log = FileLog.EMPTY.then(record(plan, root, 0));
        int changing = log.indexAfterFirstMark("a " + (PowerLossWorkload.SCHEMA_STEP - 1));

        assertThat(log.operations().subList(changing, log.operations().size()))
                .as("tables are made and get versions")
                .anyMatch(operation -> operation instanceof FileOperation.Link link
                        && link.path().matches(".*/tables/.*\\.manifest"));
        requireNothingLost(plan, crashes(log, changing, 30), 1);

        for (String unsynced :
                List.of("new/graph/tables/[^/]*/data/.*", "new/graph/tables/[^/]*/_versions/.*", "new/graph/tables")) {
            FileLog broken = log.withoutSyncs(changing, path -> path.matches(unsynced));

            assertThat(checks(plan, 1).check(Crashes.losingEverything(broken)).failures())
                    .as("nobody synced '%s'", unsynced)
                    .hasSize(1);
        }
    }

    @Test
    void branchedOffAndMerged_nothingAcknowledgedIsLost() throws Exception {
        Plan plan = plan(new Work(Durability.FULL, SEED, 1, 4, LONG_CHAIN).branchingOff());
        FileLog log = FileLog.EMPTY.then(record(plan, root, 0));

        assertThat(log.operations())
                .as("a name gets its pointer")
                .anyMatch(operation -> operation instanceof FileOperation.Link link
                        && link.path().matches(".*/__refs/branches/.*"));
        requireNothingLost(plan, crashes(log, log.indexAfterFirstMark("a 0"), 24), 1);
    }

    @Test
    void withoutAnyOneOfTheSyncs_somethingAcknowledgedIsLost() throws Exception {
        Plan plan = plan(Durability.FULL, 1, 1);
        FileLog log = FileLog.EMPTY.then(record(plan, root, 0));

        for (String unsynced : List.of(
                "",
                "new",
                "new/graph",
                "new/graph/__manifest",
                "new/graph/__manifest/[^/]*",
                "new/graph/__manifest/[^/]*/data",
                "new/graph/__manifest/[^/]*/data/.*",
                "new/graph/__manifest/[^/]*/_versions",
                "new/graph/__manifest/[^/]*/_versions/.*",
                "new/graph/tables",
                "new/graph/tables/[^/]*",
                "new/graph/tables/[^/]*/data",
                "new/graph/tables/[^/]*/data/.*",
                "new/graph/tables/[^/]*/_versions",
                "new/graph/tables/[^/]*/_versions/.*")) {
            FileLog broken = log.withoutSyncs(0, path -> path.matches(unsynced));

            assertThat(checks(plan, 1).check(Crashes.losingEverything(broken)).failures())
                    .as("nobody synced '%s'", unsynced)
                    .hasSize(1);
        }
        assertThat(checks(plan, 1).check(Crashes.losingEverything(log)).failures())
                .isEmpty();
    }

    @Test
    void withRelaxedDurability_whatIsAcknowledgedMayBeLost() throws Exception {
        Plan plan = plan(Durability.RELAXED, 1, 1);
        FileLog log = FileLog.EMPTY.then(record(plan, root, 0));

        CrashChecks.Findings found = checks(plan, 1).check(Crashes.losingEverything(log));

        assertThat(found.failures()).singleElement(STRING).contains("acknowledged, but there is no graph", "a 0");
    }

    private static Crashes crashes(FileLog log, int first, int states) {
        int factor = LONG ? MORE : 1;
        return Crashes.of(log, first, SEED, 3).sample(SEED, factor * states * 2 / 3, factor * states / 3);
    }

    private void requireNothingLost(Plan plan, Crashes crashes, int unfinished) throws Exception {
        CrashChecks.Findings found = checks(plan, unfinished).check(crashes);

        System.out.println("power lost in " + crashes.count() + " ways, which left " + found.states()
                + " different states, of which " + found.failures().size() + " break a promise");
        assertThat(found.failures())
                .as("states that break a promise (seed %d)", SEED)
                .isEmpty();
    }

    private CrashChecks checks(Plan plan, int unfinished) {
        return new CrashChecks(directory, GRAPH, plan, unfinished);
    }

    private Plan plan(Durability durability, int writers, int steps) {
        return plan(new Work(durability, SEED, writers, steps, LONG_CHAIN));
    }

    private Plan plan(Work work) {
        Places places = new Places(root.resolve(GRAPH), directory.resolve("files"), directory.resolve("marks"));
        return new Plan(places, work, new Part(0, work.steps(), NOWHERE), false);
    }

    private List<FileOperation> record(Plan plan, Path root, int status) throws Exception {
        return new FileTracer(root, plan.places().marks())
                .record(
                        ChildJvm.command(directory.resolve("tmp"), PowerLossChild.class, List.of(), plan.arguments()),
                        status,
                        directory.resolve("output"),
                        directory.resolve("trace"));
    }
}
