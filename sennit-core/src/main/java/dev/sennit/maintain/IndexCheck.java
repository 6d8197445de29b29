package dev.sennit.maintain;

import dev.sennit.store.RowAddress;
import dev.sennit.store.ScanFilter;
import dev.sennit.store.ScanRequest;
import dev.sennit.store.TableScan;
import dev.sennit.store.TableVersion;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Compares what the index of an id column answers with the rows themselves. Asked for every range of values in turn, it
 * must give each row of the fragments it covers once, in the range of its value; asked for the values of sampled rows,
 * it must give those rows and none of another value. Ranges alone would not notice an index whose values differ from
 * the rows' but sort as they do. Not thread-safe.
 */
final class IndexCheck {
    private static final int MAX_SAMPLES = 1_024;
    private static final int SAMPLES_PER_RANGE = 32;
    private static final int SAMPLES_PER_PROBE = 128;

    private final TableVersion version;
    private final String column;
    private final Set<Integer> covered;
    private final List<Sample> samples = new ArrayList<>();
    private int stride = 1;
    private final RowTally stored = new RowTally();

    IndexCheck(TableVersion version, String column) {
        this.version = version;
        this.column = column;
        this.covered = version.indexedFragments(column);
    }

    private record Sample(long address, String value) {}

    /** Rows by count and by a sum over their addresses, which does not depend on their order. */
    private static final class RowTally {
        private long rows;
        private long sum;

        void add(long address) {
            rows++;
            long mixed = (address ^ address >>> 30) * 0xBF58476D1CE4E5B9L;
            sum += mixed ^ mixed >>> 27;
        }
    }

    String column() {
        return column;
    }

    /** A row as it is stored. */
    void add(long address, String value) {
        if (!covered.contains(RowAddress.fragment(address))) {
            return;
        }
        if (stored.rows % stride == 0) {
            samples.add(new Sample(address, value));
            if (samples.size() > MAX_SAMPLES) {
                halve();
            }
        }
        stored.add(address);
    }

    private void halve() {
        List<Sample> kept = everySample(2);
        samples.clear();
        samples.addAll(kept);
        stride *= 2;
    }

    private List<Sample> everySample(int step) {
        List<Sample> some = new ArrayList<>();
        for (int i = 0; i < samples.size(); i += step) {
            some.add(samples.get(i));
        }
        return some;
    }

    /** What is wrong with the index, once all rows were added; empty if nothing is, or if there is none. */
    Optional<String> verify() {
        if (stored.rows == 0) {
            return Optional.empty();
        }
        return rangesProblem().or(this::probesProblem);
    }

    private Optional<String> rangesProblem() {
        List<String> bounds = everySample(SAMPLES_PER_RANGE).stream()
                .map(Sample::value)
                .distinct()
                .sorted((a, b) -> Arrays.compareUnsigned(utf8(a), utf8(b)))
                .toList();
        RowTally found = new RowTally();
        for (int i = -1; i < bounds.size(); i++) {
            String low = i < 0 ? null : bounds.get(i);
            String high = i + 1 < bounds.size() ? bounds.get(i + 1) : null;
            Optional<String> wrong = collect(low, high, found);
            if (wrong.isPresent()) {
                return wrong;
            }
        }
        if (found.rows != stored.rows) {
            return Optional.of("it finds " + found.rows + " of " + stored.rows + " rows");
        }
        return found.sum == stored.sum ? Optional.empty() : Optional.of("it finds other rows than there are");
    }

    private Optional<String> probesProblem() {
        for (int from = 0; from < samples.size(); from += SAMPLES_PER_PROBE) {
            List<Sample> some = samples.subList(from, Math.min(samples.size(), from + SAMPLES_PER_PROBE));
            Optional<String> wrong = probe(some);
            if (wrong.isPresent()) {
                return wrong;
            }
        }
        return Optional.empty();
    }

    private Optional<String> probe(List<Sample> some) {
        Map<Long, String> missing = new LinkedHashMap<>();
        some.forEach(sample -> missing.put(sample.address(), sample.value()));
        Set<Object> values = new LinkedHashSet<>(missing.values());
        try (TableScan scan = scan(new ScanFilter.In(column, List.copyOf(values)))) {
            while (scan.next()) {
                for (int row = 0; row < scan.rowCount(); row++) {
                    if (!values.contains(scan.value(0, row))) {
                        return Optional.of("asked for other values, it finds '" + scan.value(0, row) + "'");
                    }
                    missing.remove(scan.rowAddress(row));
                }
            }
        }
        return missing.values().stream()
                .findFirst()
                .map(value -> "asked for '" + value + "', it does not find its row");
    }

    private Optional<String> collect(@Nullable String low, @Nullable String high, RowTally found) {
        List<ScanFilter> bounds = new ArrayList<>();
        if (low != null) {
            bounds.add(new ScanFilter.Comparison(column, ScanFilter.Operator.GE, low));
        }
        if (high != null) {
            bounds.add(new ScanFilter.Comparison(column, ScanFilter.Operator.LT, high));
        }
        try (TableScan scan = scan(new ScanFilter.And(bounds))) {
            while (scan.next()) {
                for (int row = 0; row < scan.rowCount(); row++) {
                    String value = (String) scan.value(0, row);
                    if (value == null || !isWithin(utf8(value), low, high)) {
                        return Optional.of("it finds '" + value + "' between '" + low + "' and '" + high + "'");
                    }
                    found.add(scan.rowAddress(row));
                }
            }
        }
        return Optional.empty();
    }

    private TableScan scan(ScanFilter filter) {
        return version.scan(
                ScanRequest.of(List.of(column)).where(filter).withRowAddresses().inFragments(List.copyOf(covered)));
    }

    private static boolean isWithin(byte[] value, @Nullable String low, @Nullable String high) {
        return (low == null || Arrays.compareUnsigned(value, utf8(low)) >= 0)
                && (high == null || Arrays.compareUnsigned(value, utf8(high)) < 0);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
