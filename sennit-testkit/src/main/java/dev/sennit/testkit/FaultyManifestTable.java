package dev.sennit.testkit;

import dev.sennit.model.Durability;
import dev.sennit.model.ErrorText;
import dev.sennit.model.StoreException;
import dev.sennit.store.ManifestConflict;
import dev.sennit.store.ManifestTable;
import dev.sennit.store.TransactionIdentity;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** A manifest chain whose calls meet the faults a plan chooses. Thread-safe if what it decorates is. */
public final class FaultyManifestTable implements ManifestTable {
    private final ManifestTable table;
    private final LateWriter lateWriter;
    private final Faults faults;

    /** Writes a version without looking at newer ones, as a request does that was on its way for long. */
    @FunctionalInterface
    public interface LateWriter {
        boolean write(long base, List<StateRow> rows, TransactionIdentity identity);

        /** One whose request creates its version only where there is none by then. */
        static LateWriter ifAbsent(ManifestTable table) {
            return (base, rows, identity) -> {
                try {
                    table.overwrite(base, rows, identity, Durability.RELAXED);
                    return true;
                } catch (ManifestConflict | StoreException e) {
                    return false;
                }
            };
        }
    }

    /** @param lateWriter how commits land that were held up */
    public FaultyManifestTable(ManifestTable table, LateWriter lateWriter, Faults faults) {
        this.table = table;
        this.lateWriter = lateWriter;
        this.faults = faults;
    }

    @Override
    public ManifestVersion latest() {
        return read(StoreCall.LATEST_VERSION, "", table::latest);
    }

    @Override
    public Optional<ManifestVersion> read(long version) {
        return read(StoreCall.READ_VERSION, String.valueOf(version), () -> table.read(version));
    }

    @Override
    public long latestVersion() {
        return read(StoreCall.LATEST_VERSION, "", table::latestVersion);
    }

    @Override
    public Map<Long, Instant> list() {
        return read(StoreCall.LIST_VERSIONS, "", table::list);
    }

    @Override
    public long overwrite(long base, List<StateRow> rows, TransactionIdentity identity) throws ManifestConflict {
        String subject = String.valueOf(base + 1);
        return switch (faults.next(StoreCall.OVERWRITE, subject)) {
            case NONE -> table.overwrite(base, rows, identity);
            case FAIL_BEFORE -> throw lost(StoreCall.OVERWRITE, subject);
            case CRASH_BEFORE -> throw faults.crash(StoreCall.OVERWRITE, subject);
            case CRASH_AFTER -> {
                table.overwrite(base, rows, identity);
                throw faults.crash(StoreCall.OVERWRITE, subject);
            }
            case FAIL_AFTER -> {
                table.overwrite(base, rows, identity);
                throw lost(StoreCall.OVERWRITE, subject);
            }
            case CONFLICT_AFTER_SUCCESS -> {
                table.overwrite(base, rows, identity);
                throw new ManifestConflict(
                        "Retryable commit conflict for version " + subject, new IllegalStateException("own commit"));
            }
            case LAND_LATER -> {
                faults.later(() -> lateWriter.write(base, rows, identity));
                throw lost(StoreCall.OVERWRITE, subject);
            }
            case DELIVER_TWICE -> {
                long version = table.overwrite(base, rows, identity);
                faults.later(() -> lateWriter.write(base, rows, identity));
                yield version;
            }
        };
    }

    @Override
    public void sync(long version) {
        change(StoreCall.SYNC_VERSION, version, () -> table.sync(version));
    }

    @Override
    public void cleanBefore(long version) {
        change(StoreCall.CLEAN_VERSIONS, version, () -> table.cleanBefore(version));
    }

    private <T> T read(StoreCall call, String subject, Supplier<T> action) {
        return switch (faults.next(call, subject)) {
            case NONE, CONFLICT_AFTER_SUCCESS, DELIVER_TWICE -> action.get();
            case FAIL_BEFORE, FAIL_AFTER, LAND_LATER -> throw lost(call, subject);
            case CRASH_BEFORE, CRASH_AFTER -> throw faults.crash(call, subject);
        };
    }

    private void change(StoreCall call, long version, Runnable action) {
        switch (faults.next(call, String.valueOf(version))) {
            case NONE -> action.run();
            case FAIL_BEFORE -> throw lost(call, String.valueOf(version));
            case CRASH_BEFORE -> throw faults.crash(call, String.valueOf(version));
            case CRASH_AFTER -> {
                action.run();
                throw faults.crash(call, String.valueOf(version));
            }
            case FAIL_AFTER -> {
                action.run();
                throw lost(call, String.valueOf(version));
            }
            case CONFLICT_AFTER_SUCCESS -> {
                action.run();
                action.run();
            }
            case LAND_LATER -> {
                faults.later(action);
                throw lost(call, String.valueOf(version));
            }
            case DELIVER_TWICE -> {
                action.run();
                faults.later(action);
            }
        }
    }

    private static StoreException lost(StoreCall call, String subject) {
        return StoreException.unavailable(
                ErrorText.of("no answer to " + call + " of " + subject).cause("injected fault"), null);
    }
}
