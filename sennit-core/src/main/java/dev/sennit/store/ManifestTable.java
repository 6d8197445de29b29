package dev.sennit.store;

import dev.sennit.model.Durability;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.LongFunction;

/**
 * One chain of manifest versions: the Lance dataset of a graph's main branch, or one native branch of it. Written only
 * by Overwrite, which makes {@link #overwrite} a compare-and-set: of all writers on one base at most one succeeds.
 * Thread-safe, and safe across processes.
 */
public interface ManifestTable {
    /** The number of the version with which every manifest begins. */
    long FIRST = 1;

    /** A row of a manifest version. */
    record StateRow(String kind, String key, String body) {}

    /**
     * A manifest version.
     *
     * @param transactionUuid of the Overwrite that made it
     * @param stored when it was written, by the store's clock
     */
    record ManifestVersion(long version, String transactionUuid, Instant stored, List<StateRow> rows) {
        public ManifestVersion {
            rows = List.copyOf(rows);
        }
    }

    /** The newest version, found by listing the chain. */
    ManifestVersion latest();

    /** The version of that number, without listing; empty if there is none (not yet, or not any more). */
    Optional<ManifestVersion> read(long version);

    /** Whether there is a version of that number, without listing. */
    default boolean contains(long version) {
        return read(version).isPresent();
    }

    /** The number of the newest version, by listing the chain. */
    long latestVersion();

    /** Numbers and store times of all versions present, oldest first, by listing the chain. */
    Map<Long, Instant> list();

    /** Numbers of all versions present, by listing the chain. */
    default NavigableSet<Long> versions() {
        return new TreeSet<>(list().keySet());
    }

    /** When a version was written, by the store's clock; empty if there is none of that number. */
    default Optional<Instant> stored(long version) {
        return read(version).map(ManifestVersion::stored);
    }

    /**
     * Writes version {@code base + 1} with exactly these rows, if {@code base} is still the newest.
     *
     * <p>A normal return means committed. Any exception means that it is not known whether the version was written:
     * Lance reports a conflict with its own success after a lost response. The caller reads {@code base + 1} and
     * compares transaction uuids.
     *
     * @return {@code base + 1}
     * @throws ManifestConflict if Lance says that another writer came first, or the base has been cleaned meanwhile
     * @throws dev.sennit.model.StoreException if the store failed
     */
    long overwrite(long base, List<StateRow> rows, TransactionIdentity identity) throws ManifestConflict;

    /**
     * The same; with {@link Durability#RELAXED} the version need not survive a loss of power when this returns. A store
     * for which durability costs nothing may ignore it.
     */
    default long overwrite(long base, List<StateRow> rows, TransactionIdentity identity, Durability durability)
            throws ManifestConflict {
        return overwrite(base, rows, identity);
    }

    /**
     * Files of a version that are not as they were written, with what became of them, by path below the chain's directory.
     * Found without opening it: a damaged one may end the process. Of a version that is being cleaned they are missing.
     */
    default Map<String, FileCondition> damage(long version) {
        return Map.of();
    }

    /** Makes a version that another process may have written durable, as a base to build on. */
    void sync(long version);

    /** Removes versions below the number and the files only they need. */
    void cleanBefore(long version);

    /**
     * The same.
     *
     * @param uuids of the transactions that made the versions, as far as they are known: a version need not be opened then
     */
    default void cleanBefore(long version, LongFunction<Optional<String>> uuids) {
        cleanBefore(version);
    }
}
