package dev.sennit.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sennit.manifest.ChainLimits;
import dev.sennit.model.BusyException;
import dev.sennit.model.ConflictException;
import dev.sennit.model.ErrorCode;
import dev.sennit.model.OperationId;
import dev.sennit.testkit.SimulatedCrash;
import dev.sennit.testkit.StopAt;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class GraphWriteProtocolTest {
    private static final ChainLimits SHORT_CHAIN = new ChainLimits(40, 4, Duration.ZERO.plusSeconds(3600));

    private final ProtocolWorld world = new ProtocolWorld(42, 3, SHORT_CHAIN);

    @Test
    void aWriteBecomesVisibleInOneVersion_andLeavesNothingBehind() {
        WriteResult<String> result = world.process(FailurePoints.NONE)
                .write(world.touching(List.of(0, 1), List.of(2)), ProtocolWorld.request());

        assertThat(result.result()).isEqualTo("done");
        assertThat(world.chain().head().version()).isEqualTo(2);
        assertThat(world.rows(0)).isEqualTo(1);
        assertThat(world.rows(1)).isEqualTo(1);
        assertThat(world.rows(2)).isZero();
        assertThat(world.objects.list("__recovery/")).isEmpty();
        assertThat(result.commit().orElseThrow().parents()).hasSize(1);
    }

    @Test
    void aLostRaceOnADisjointTable_isRebasedWithoutPreparingAgain() {
        int[] prepared = new int[1];
        WriteAdapter<String> mine = counting(world.touching(List.of(0), List.of()), prepared);
        GraphWriteProtocol other = world.process(FailurePoints.NONE);
        FailurePoints race = point -> {
            if (point == FailurePoint.DECIDED) {
                other.write(world.touching(List.of(1), List.of()), ProtocolWorld.request());
            }
        };

        world.process(race).write(mine, ProtocolWorld.request());

        assertThat(prepared[0]).isEqualTo(1);
        assertThat(world.chain().head().version()).isEqualTo(3);
        assertThat(world.rows(0)).isEqualTo(1);
        assertThat(world.rows(1)).isEqualTo(1);
    }

    @Test
    void aTableThatWasOnlyRead_andChangedMeanwhile_makesTheWritePrepareAgain() {
        int[] prepared = new int[1];
        WriteAdapter<String> mine = counting(world.touching(List.of(0), List.of(1)), prepared);
        GraphWriteProtocol other = world.process(FailurePoints.NONE);
        FailurePoints race = once(
                FailurePoint.PREPARED,
                () -> other.write(world.touching(List.of(1), List.of()), ProtocolWorld.request()));

        world.process(race).write(mine, ProtocolWorld.request());

        assertThat(prepared[0]).isEqualTo(2);
        assertThat(world.rows(0)).isEqualTo(1);
        assertThat(world.objects.list("__recovery/armed/")).isEmpty();
    }

    @Test
    void aReadTableThatChangesAfterTheDecision_supersedesTheWrite_whichIsPreparedAgain() {
        int[] prepared = new int[1];
        WriteAdapter<String> mine = counting(world.touching(List.of(0), List.of(1)), prepared);
        FailurePoints race = once(FailurePoint.DECIDED, () -> world.commitBehindTheProtocol(1));

        world.process(race).write(mine, ProtocolWorld.request());

        assertThat(prepared[0]).isEqualTo(2);
        assertThat(world.rows(0)).isEqualTo(1);
        assertThat(world.chain().head().version()).isEqualTo(3);
        assertThat(world.objects.list("__recovery/")).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(FailurePoint.class)
    void diedAtAnyStep_theNextWriterElsewhereSucceeds_andTheDeadWriteIsWholeOrAbsent(FailurePoint point) {
        Set<FailurePoint> notReached = EnumSet.of(
                FailurePoint.FRAGMENT_STAGED,
                FailurePoint.TABLE_CREATED,
                FailurePoint.TABLE_INDEXED,
                FailurePoint.SEGMENT_WRITTEN,
                FailurePoint.VERSIONS_CLEANED);
        notReached.addAll(FailurePoint.ofCollections());
        notReached.addAll(FailurePoint.ofNames());
        StopAt stop = StopAt.crashing(point, 1);
        if (notReached.contains(point)) {
            world.process(stop).write(world.touching(List.of(0, 1), List.of()), ProtocolWorld.request());
            assertThat(stop.stopped())
                    .as("the plain write has no step %s", point)
                    .isFalse();
            return;
        }

        assertThatThrownBy(() ->
                        world.process(stop).write(world.touching(List.of(0, 1), List.of()), ProtocolWorld.request()))
                .isInstanceOf(SimulatedCrash.class);
        world.letLeasesRunOut();
        world.process(FailurePoints.NONE).write(world.touching(List.of(1, 2), List.of()), ProtocolWorld.request());

        boolean committed = point.isDecided();
        assertThat(world.rows(0)).isEqualTo(committed ? 1 : 0);
        assertThat(world.rows(1)).isEqualTo(committed ? 2 : 1);
        assertThat(world.objects.list("__recovery/armed/")).isEmpty();
        long version = world.chain().head().version();
        assertThat(world.process(FailurePoints.NONE).recover()).isEmpty();
        assertThat(world.chain().head().version()).isEqualTo(version);
    }

    @Test
    void aWriterTakenForDead_thatWakesUpAfterAnAbort_neverPublishes() {
        FailurePoints pausedWhileRecovered = point -> {
            if (point == FailurePoint.EFFECTS_APPLIED) {
                world.letLeasesRunOut();
                world.process(FailurePoints.NONE).write(world.touching(List.of(0), List.of()), ProtocolWorld.request());
            }
        };

        assertThatThrownBy(() -> world.process(pausedWhileRecovered)
                        .write(world.touching(List.of(0), List.of()), ProtocolWorld.request()))
                .isInstanceOfSatisfying(
                        BusyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.OPERATION_ABORTED));
        assertThat(world.rows(0)).isEqualTo(1);
        assertThat(world.objects.list("__recovery/armed/")).isEmpty();
    }

    @Test
    void aWriterThatWakesUpAfterARecovererPublishedItsCommit_reportsThatCommit() {
        FailurePoints pausedWhileRecovered = once(FailurePoint.DECIDED, () -> {
            world.letLeasesRunOut();
            world.process(FailurePoints.NONE).write(world.touching(List.of(0), List.of()), ProtocolWorld.request());
        });

        WriteResult<String> result = world.process(pausedWhileRecovered)
                .write(world.touching(List.of(0), List.of()), ProtocolWorld.request());

        assertThat(result.commit()).isPresent();
        assertThat(world.rows(0)).isEqualTo(2);
        assertThat(world.chain().head().version()).isEqualTo(3);
    }

    @Test
    void aLiveWriterThatOverlaps_isWaitedFor_andThenNamed() {
        FailurePoints meanwhile = once(
                FailurePoint.ARMED,
                () -> assertThatThrownBy(() -> world.process(FailurePoints.NONE)
                                .write(world.touching(List.of(0), List.of()), onlyOnce()))
                        .isInstanceOfSatisfying(BusyException.class, e -> {
                            assertThat(e.code()).isEqualTo(ErrorCode.WRITER_ACTIVE);
                            assertThat(e.getMessage()).contains("is in progress");
                        }));
        // The wait passes on the shared clock, so it must end before the lease does.
        assertThat(ProtocolLimits.DEFAULT.waitForLiveWriter()).isLessThan(ProtocolLimits.DEFAULT.lease());
        world.process(meanwhile).write(world.touching(List.of(0), List.of()), ProtocolWorld.request());

        assertThat(world.rows(0)).isEqualTo(1);
    }

    @Test
    void theSameIdempotencyKeyAgain_givesTheFirstResult_andChangesNothing() {
        GraphWriteProtocol process = world.process(FailurePoints.NONE);
        process.write(world.touching(List.of(0), List.of()), ProtocolWorld.requestWithKey("k", "digest"));

        WriteResult<String> again =
                process.write(world.touching(List.of(0), List.of()), ProtocolWorld.requestWithKey("k", "digest"));

        assertThat(again.replayed()).isTrue();
        assertThat(again.result()).isEqualTo("replayed");
        assertThat(world.rows(0)).isEqualTo(1);
        assertThatThrownBy(() -> process.write(
                        world.touching(List.of(0), List.of()), ProtocolWorld.requestWithKey("k", "another digest")))
                .isInstanceOfSatisfying(
                        ConflictException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.IDEMPOTENCY_KEY_REUSED));
    }

    @Test
    void twoWritersRacingWithOneIdempotencyKey_onDisjointTables_commitOnce() {
        GraphWriteProtocol other = world.process(FailurePoints.NONE);
        FailurePoints race = once(
                FailurePoint.PREPARED,
                () -> other.write(world.touching(List.of(1), List.of()), ProtocolWorld.requestWithKey("k", "d")));

        WriteResult<String> result = world.process(race)
                .write(world.touching(List.of(0), List.of()), ProtocolWorld.requestWithKey("k", "d"));

        assertThat(result.replayed()).isTrue();
        assertThat(world.rows(0)).isZero();
        assertThat(world.rows(1)).isEqualTo(1);
    }

    @Test
    void aRequiredHeadThatIsNotTheHead_isRefusedBeforeAnythingIsPrepared() {
        WriteRequest request = new WriteRequest(
                "test",
                "",
                Optional.empty(),
                Optional.empty(),
                Optional.of(new dev.sennit.model.CommitId(world.ids.next())),
                Duration.ofSeconds(1),
                1);

        assertThatThrownBy(
                        () -> world.process(FailurePoints.NONE).write(world.touching(List.of(0), List.of()), request))
                .isInstanceOfSatisfying(
                        ConflictException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.PRECONDITION_FAILED));
    }

    @Test
    void outcomeOfAnUnknownOperation_isThatItIsNotCommitted() {
        Resolution resolution = world.process(FailurePoints.NONE).outcome(new OperationId(world.ids.next()));

        assertThat(resolution).isInstanceOf(Resolution.NotCommitted.class);
    }

    @Test
    void outcomeOfADecidedOperationWhoseWriterDied_completesItFirst() {
        OperationId[] operation = new OperationId[1];
        assertThatThrownBy(() -> world.process(StopAt.crashing(FailurePoint.DECIDED, 1))
                        .write(world.touching(List.of(0), List.of()), ProtocolWorld.request()))
                .isInstanceOf(SimulatedCrash.class);
        operation[0] = new IntentStore(world.objects).unresolved().getFirst();

        Resolution resolution = world.process(FailurePoints.NONE).outcome(operation[0]);

        assertThat(resolution).isInstanceOf(Resolution.Committed.class);
        assertThat(world.rows(0)).isEqualTo(1);
    }

    @Test
    void anIntentThatCannotBeRead_isAborted_andBlocksNobody() {
        OperationId broken = new OperationId(world.ids.next());
        world.objects.putIfAbsent(
                "__recovery/armed/" + broken, "{not json".getBytes(java.nio.charset.StandardCharsets.UTF_8));

        world.process(FailurePoints.NONE).write(world.touching(List.of(0), List.of()), ProtocolWorld.request());

        assertThat(world.objects.list("__recovery/armed/")).isEmpty();
        assertThat(world.objects.get("__recovery/decision/" + broken)).isPresent();
        assertThat(world.rows(0)).isEqualTo(1);
    }

    @Test
    void hundredsOfWrites_keepTheChainShort_andEveryCommitFindable() {
        ProtocolWorld busy = new ProtocolWorld(7, 1, new ChainLimits(40, 4, Duration.ZERO));
        GraphWriteProtocol process = busy.process(FailurePoints.NONE);
        for (int i = 0; i < 300; i++) {
            process.write(busy.touching(List.of(0), List.of()), ProtocolWorld.requestWithKey("key" + i, "d"));
        }

        assertThat(busy.table.list()).hasSizeLessThanOrEqualTo(49);
        assertThat(busy.chain().head().version()).isEqualTo(301);
        var cursor = busy.chain().commits(busy.chain().head());
        for (int i = 299; i >= 0; i--) {
            assertThat(cursor.next().orElseThrow().commit().idempotencyKey()).contains("key" + i);
        }
        assertThat(cursor.next().orElseThrow().commit().writer()).isEqualTo("init");
        assertThat(cursor.next()).isEmpty();
        assertThat(busy.chain().findIdempotencyKey("key3", 0).orElseThrow().version())
                .isEqualTo(5);
        assertThat(busy.chain()
                        .state(5)
                        .orElseThrow()
                        .table(busy.tables.getFirst())
                        .orElseThrow()
                        .rowCount())
                .isEqualTo(4);
    }

    private static WriteRequest onlyOnce() {
        return new WriteRequest(
                "test", "", Optional.empty(), Optional.empty(), Optional.empty(), Duration.ofSeconds(1), 1);
    }

    private static FailurePoints once(FailurePoint at, Runnable action) {
        boolean[] done = new boolean[1];
        return point -> {
            if (point == at && !done[0]) {
                done[0] = true;
                action.run();
            }
        };
    }

    private static WriteAdapter<String> counting(WriteAdapter<String> adapter, int[] prepared) {
        return new WriteAdapter<>() {
            @Override
            public WriterKind kind() {
                return adapter.kind();
            }

            @Override
            public Preparation<String> prepare(BaseView base, PrepareContext context) {
                prepared[0]++;
                return adapter.prepare(base, context);
            }

            @Override
            public String replay(dev.sennit.manifest.CommitRecord commit) {
                return adapter.replay(commit);
            }
        };
    }
}
