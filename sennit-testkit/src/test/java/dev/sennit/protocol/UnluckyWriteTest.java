package dev.sennit.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sennit.manifest.ChainLimits;
import dev.sennit.manifest.CommitRecord;
import dev.sennit.manifest.UpkeepSteps;
import dev.sennit.model.Deadline;
import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.model.NotFoundException;
import dev.sennit.model.OperationId;
import dev.sennit.model.OutcomeUnknownException;
import dev.sennit.model.SennitException;
import dev.sennit.model.StoreException;
import dev.sennit.model.Ticker;
import dev.sennit.store.ManifestTable;
import dev.sennit.store.ObjectEntry;
import dev.sennit.store.ObjectStore;
import dev.sennit.store.StoredObject;
import dev.sennit.store.TransactionIdentity;
import dev.sennit.testkit.Fault;
import dev.sennit.testkit.Faults;
import dev.sennit.testkit.ForwardingManifestTable;
import dev.sennit.testkit.ForwardingObjectStore;
import dev.sennit.testkit.SimulatedCrash;
import dev.sennit.testkit.StopAt;
import dev.sennit.testkit.StoreCall;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Single misfortunes of a write: lost responses, interruptions, recoverers at the wrong moment, stray versions. */
class UnluckyWriteTest {
    private static final ChainLimits LIMITS = new ChainLimits(36, 2, Duration.ZERO);

    private final ProtocolWorld world = new ProtocolWorld(11, 3, LIMITS);

    @AfterEach
    void noInterruptionLeaksIntoTheNextTest() {
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void anIntentWhosePutIsRefusedBecauseItArrivedBefore_isArmed() {
        Faults faults = on(StoreCall.PUT_OBJECT, "__recovery/armed/", 1, () -> Fault.CONFLICT_AFTER_SUCCESS);

        WriteResult<String> result = write(faults, event -> {});

        assertThat(result.commit()).isPresent();
        assertThat(world.rows(0)).isEqualTo(1);
    }

    @Test
    void anAbortMetByTheWriter_whoseLostDecisionARecovererHasPublished_isNotBelieved() {
        List<OperationId> armed = new ArrayList<>();
        int[] puts = new int[1];
        Faults faults = new Faults((number, call, subject) -> {
            if (call != StoreCall.PUT_OBJECT || !subject.startsWith("__recovery/decision/")) {
                return Fault.NONE;
            }
            if (++puts[0] == 1) {
                return Fault.FAIL_AFTER;
            }
            // While the writer waits, one recoverer completes it, and another, who began earlier, decides abort.
            assertThat(world.process(FailurePoints.NONE).outcome(armed.getFirst()))
                    .isInstanceOf(Resolution.Committed.class);
            new IntentStore(world.objects).decide(armed.getFirst(), new Decision.Abort("recoverer", "looked dead"));
            return Fault.NONE;
        });

        WriteResult<String> result = write(faults, remembering(armed));

        assertThat(result.commit().orElseThrow().operation()).isEqualTo(armed.getFirst());
        assertThat(world.rows(0)).isEqualTo(1);
    }

    @Test
    void anInterruptionAfterTheEffects_isPutOffUntilTheWriteIsCommitted() {
        FailurePoints interrupting =
                at(FailurePoint.EFFECTS_APPLIED, () -> Thread.currentThread().interrupt());

        WriteResult<String> result = world.process(
                        interrupting, new InterruptibleObjects(world.objects), world.table, event -> {})
                .write(world.touching(List.of(0), List.of()), ProtocolWorld.request());

        assertThat(Thread.interrupted()).isTrue();
        assertThat(result.commit()).isPresent();
        assertThat(world.rows(0)).isEqualTo(1);
    }

    @Test
    void anInterruptionAfterTheDecision_isPutOffUntilTheWriteIsCommitted() {
        FailurePoints interrupting =
                at(FailurePoint.DECIDED, () -> Thread.currentThread().interrupt());

        WriteResult<String> result = world.process(
                        interrupting,
                        new InterruptibleObjects(world.objects),
                        new LosingTable(world.table),
                        event -> {})
                .write(world.touching(List.of(0), List.of()), ProtocolWorld.request());

        assertThat(Thread.interrupted()).isTrue();
        assertThat(result.commit()).isPresent();
        assertThat(world.rows(0)).isEqualTo(1);
    }

    @Test
    void anInterruptionBeforeTheIntentIsArmed_cancelsTheWrite() {
        FailurePoints interrupting =
                at(FailurePoint.PREPARED, () -> Thread.currentThread().interrupt());

        assertThatThrownBy(() -> world.process(
                                interrupting, new InterruptibleObjects(world.objects), world.table, event -> {})
                        .write(world.touching(List.of(0), List.of()), ProtocolWorld.request()))
                .isInstanceOfSatisfying(
                        SennitException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED));

        assertThat(Thread.interrupted()).isTrue();
        assertThat(world.rows(0)).isZero();
    }

    @Test
    void whateverFailsAfterTheCommit_doesNotFailTheWrite() {
        ObjectStore brittle = new ForwardingObjectStore(world.objects) {
            @Override
            public void delete(String path) {
                throw new IllegalStateException("a defect");
            }
        };
        List<ProtocolEvent> events = new ArrayList<>();

        WriteResult<String> result = world.process(FailurePoints.NONE, brittle, world.table, event -> {
                    events.add(event);
                    throw new IllegalStateException("a listener that throws");
                })
                .write(world.touching(List.of(0), List.of()), ProtocolWorld.request());

        assertThat(result.commit()).isPresent();
        assertThat(events).hasAtLeastOneElementOfType(ProtocolEvent.LeftForBarrier.class);
    }

    @Test
    void aLiveProcessWhoseOperationGivesNoSignOfLife_stopsBeingTakenForItsOwner() {
        ProcessHandle process = ProcessHandle.current();
        Instant started = process.info().startInstant().orElse(Instant.EPOCH);
        Owner other = new Owner("host", "boot", process.pid(), started, "its runtime");
        Owner self = new Owner("host", "boot", process.pid(), started, "my runtime");
        Liveness liveness = new Liveness(() -> self, world.ticker.clock(), Duration.ofSeconds(10));
        ArmedIntent intent = armedBy(other);
        Instant armed = world.ticker.clock().instant();

        assertThat(liveness.isAlive(intent, armed)).isTrue();
        world.ticker.advance(Duration.ofSeconds(11));
        assertThat(liveness.isAlive(intent, armed)).isFalse();
    }

    @Test
    void anotherOperationThatCannotBeCompletedNow_failsAWriteAsUnavailable_notAsUnknown() {
        crashAt(FailurePoint.DECIDED);
        Faults outage =
                new Faults((number, call, subject) -> call == StoreCall.OVERWRITE ? Fault.FAIL_BEFORE : Fault.NONE);
        world.letLeasesRunOut();

        assertThatThrownBy(() -> write(outage, event -> {})).isInstanceOfSatisfying(StoreException.class, e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.STORE_UNAVAILABLE);
            assertThat(e.getMessage()).contains("unfinished");
        });
        write(Faults.none(), event -> {});
        assertThat(world.rows(0)).isEqualTo(2);
    }

    @Test
    void theOutcomeOfAnOperationOfAnotherBranch_isNotAnsweredHere_andNothingOfItIsTouched() {
        OperationId operation = crashAt(FailurePoint.DECIDED);
        ProtocolWorld branch = new ProtocolWorld(12, 1, LIMITS);

        assertThatThrownBy(() -> branch.process(FailurePoints.NONE, world.objects, branch.table, event -> {})
                        .outcome(operation))
                .isInstanceOf(NotFoundException.class);

        assertThat(world.process(FailurePoints.NONE).outcome(operation)).isInstanceOf(Resolution.Committed.class);
        assertThat(world.rows(0)).isEqualTo(1);
    }

    @Test
    void aGateHeldForTooLong_isReportedAsAnActiveWriter() throws Exception {
        Gates gates = Gates.checkingOrder();
        GateKey key = new GateKey.Table(world.incarnation, world.tables.getFirst());
        CountDownLatch isHeld = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        Thread holder = Thread.ofPlatform().start(() -> {
            try (Gates.Held held = gates.none()) {
                assertThat(held.take(List.of(key), Deadline.in(Duration.ofSeconds(60), Ticker.system())))
                        .isTrue();
                isHeld.countDown();
                mayEnd.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        isHeld.await();

        try (Gates.Held held = gates.none()) {
            assertThat(held.take(List.of(key), Deadline.in(Duration.ZERO, world.ticker)))
                    .isFalse();
            mayEnd.countDown();
            holder.join();
            assertThat(held.take(List.of(key), Deadline.in(Duration.ZERO, world.ticker)))
                    .isTrue();
        }
    }

    @Test
    void aDecidedWriteThatLosesRaceAfterRace_isReported_andEndsWithinBounds() {
        List<OperationId> armed = new ArrayList<>();
        List<ProtocolEvent> events = new ArrayList<>();
        Faults alwaysSecond = new Faults((number, call, subject) -> {
            if (call == StoreCall.OVERWRITE) {
                world.commitBehindTheProtocol(1);
                world.ticker.advance(Duration.ofSeconds(1));
            }
            return Fault.NONE;
        });

        assertThatThrownBy(() -> write(alwaysSecond, event -> {
                    remembering(armed).on(event);
                    events.add(event);
                }))
                .isInstanceOf(OutcomeUnknownException.class);

        assertThat(events.stream().filter(ProtocolEvent.Rebased.class::isInstance))
                .hasSizeBetween(10, 21);
        assertThat(world.process(FailurePoints.NONE).outcome(armed.getFirst()))
                .isInstanceOf(Resolution.Committed.class);
        assertThat(world.rows(0)).isEqualTo(1);
    }

    @Test
    void aVersionWhoseWriterNeverHeardOfIt_isMadeDurableBeforeItIsAcknowledged() {
        List<String> synced = new ArrayList<>();
        int[] overwrites = new int[1];
        Faults faults = new Faults((number, call, subject) -> {
            if (call == StoreCall.SYNC_VERSION) {
                synced.add(subject);
            }
            return call == StoreCall.OVERWRITE && ++overwrites[0] == 1 ? Fault.FAIL_AFTER : Fault.NONE;
        });

        write(faults, event -> {});

        assertThat(overwrites[0]).isEqualTo(1);
        assertThat(synced).containsExactly("1", "2");
    }

    @Test
    void aCommitThatARecovererMadeElsewhereInTheLineage_isReportedAsItStands() {
        List<OperationId> armed = new ArrayList<>();
        Faults faults = on(StoreCall.OVERWRITE, "", 1, () -> {
            world.commitBehindTheProtocol(1);
            world.letLeasesRunOut();
            assertThat(world.process(FailurePoints.NONE).outcome(armed.getFirst()))
                    .isInstanceOf(Resolution.Committed.class);
            growAndArchive();
            return Fault.NONE;
        });

        CommitRecord reported = write(faults, remembering(armed)).commit().orElseThrow();

        assertThat(world.chain().state(3).orElseThrow().commit()).isEqualTo(reported);
        assertThat(world.table.read(3)).as("the version was cleaned").isEmpty();
        assertThat(world.rows(0)).isEqualTo(1);
    }

    @Test
    void aCommitThatLandsInACleanedSlot_isNoCommit_thoughTheStoreAcceptedIt() {
        List<OperationId> armed = new ArrayList<>();
        AtomicInteger calls = new AtomicInteger();
        ManifestTable paused = new ForwardingManifestTable(world.table) {
            @Override
            public long overwrite(long base, List<StateRow> rows, TransactionIdentity identity)
                    throws dev.sennit.store.ManifestConflict {
                if (calls.incrementAndGet() > 1) {
                    return super.overwrite(base, rows, identity);
                }
                world.commitBehindTheProtocol(0); // takes the slot, and the table
                growAndArchive();
                assertThat(world.table.writeLate(base, rows, identity)).isTrue();
                return base + 1;
            }
        };

        WriteResult<String> result = world.process(FailurePoints.NONE, world.objects, paused, remembering(armed))
                .write(world.touching(List.of(0), List.of()), ProtocolWorld.request());

        OperationId stray = armed.getFirst();
        assertThat(result.commit().orElseThrow().operation()).isNotEqualTo(stray);
        assertThat(world.process(FailurePoints.NONE).outcome(stray)).isInstanceOf(Resolution.NotCommitted.class);
        assertThat(world.chain().state(2).orElseThrow().commit().operation()).isNotEqualTo(stray);
        assertThat(world.chain().findOperation(stray, 0)).isEmpty();
        assertThat(world.rows(0)).isEqualTo(2);
    }

    /** Commits until version 2 has been archived and cleaned. */
    private void growAndArchive() {
        for (int i = 0; i < 40; i++) {
            world.commitBehindTheProtocol(1);
        }
        world.chain().shorten(world.chain().head().version() / 8 * 8, UpkeepSteps.NONE);
        assertThat(world.table.read(2)).isEmpty();
    }

    private OperationId crashAt(FailurePoint point) {
        assertThatThrownBy(() -> world.process(StopAt.crashing(point, 1))
                        .write(world.touching(List.of(0), List.of()), ProtocolWorld.request()))
                .isInstanceOf(SimulatedCrash.class);
        return new IntentStore(world.objects).unresolved().getFirst();
    }

    private ArmedIntent armedBy(Owner owner) {
        OperationId operation = crashAt(FailurePoint.ARMED);
        ArmedIntent intent = new IntentStore(world.objects)
                .armed(operation)
                .orElseThrow()
                .intent()
                .orElseThrow();
        return new ArmedIntent(
                operation,
                intent.writer(),
                intent.branch(),
                intent.baseVersion(),
                intent.uuid(),
                intent.readSet(),
                intent.delta(),
                intent.lineage(),
                intent.recovery(),
                intent.adopted(),
                owner);
    }

    private WriteResult<String> write(Faults faults, ProtocolListener listener) {
        return world.process(FailurePoints.NONE, faults, listener)
                .write(world.touching(List.of(0), List.of()), ProtocolWorld.request());
    }

    /** Keeps the operations that are armed, in order. */
    private static ProtocolListener remembering(List<OperationId> operations) {
        return event -> {
            if (event instanceof ProtocolEvent.Armed armed) {
                operations.add(armed.operation());
            }
        };
    }

    private static FailurePoints at(FailurePoint wanted, Runnable action) {
        return point -> {
            if (point == wanted) {
                action.run();
            }
        };
    }

    /** A fault at the n-th call of a kind whose subject begins so. */
    private static Faults on(
            StoreCall wanted, String prefix, int occurrence, java.util.function.Supplier<Fault> fault) {
        int[] met = new int[1];
        return new Faults((number, call, subject) ->
                call == wanted && subject.startsWith(prefix) && ++met[0] == occurrence ? fault.get() : Fault.NONE);
    }

    /** Objects kept in files: no use of them succeeds while the thread is interrupted, though a put may take effect. */
    private static final class InterruptibleObjects extends ForwardingObjectStore {
        InterruptibleObjects(ObjectStore objects) {
            super(objects);
        }

        @Override
        public boolean putIfAbsent(String path, byte[] body) {
            boolean put = super.putIfAbsent(path, body);
            check();
            return put;
        }

        @Override
        public Optional<StoredObject> get(String path) {
            check();
            return super.get(path);
        }

        @Override
        public List<ObjectEntry> list(String prefix) {
            check();
            return super.list(prefix);
        }

        @Override
        public void delete(String path) {
            check();
            super.delete(path);
        }

        private static void check() {
            if (Thread.currentThread().isInterrupted()) {
                throw StoreException.unavailable(ErrorText.of("the channel was closed by an interruption"), null);
            }
        }
    }

    /** Fails, without effect, for as long as the thread is interrupted. */
    private static final class LosingTable extends ForwardingManifestTable {
        LosingTable(ManifestTable table) {
            super(table);
        }

        @Override
        public long overwrite(long base, List<StateRow> rows, TransactionIdentity identity)
                throws dev.sennit.store.ManifestConflict {
            InterruptibleObjects.check();
            return super.overwrite(base, rows, identity);
        }
    }

    @Test
    void anIntentThatItsWriterFinishesWhileItIsLookedAt_isNotAborted() {
        OperationId operation = crashAt(FailurePoint.PUBLISHED);
        world.letLeasesRunOut();
        ObjectStore finishedMeanwhile = new ForwardingObjectStore(world.objects) {
            @Override
            public Optional<StoredObject> get(String path) {
                if (path.startsWith("__recovery/decision/")) {
                    world.objects.delete("__recovery/armed/" + operation);
                    world.objects.delete(path);
                }
                return super.get(path);
            }
        };

        List<Settled> settled = world.process(FailurePoints.NONE, finishedMeanwhile, world.table, event -> {})
                .recover();

        assertThat(settled)
                .singleElement()
                .satisfies(each -> assertThat(each.resolution()).isInstanceOf(Resolution.Committed.class));
        assertThat(world.objects.list("__recovery/")).isEmpty();
    }
}
