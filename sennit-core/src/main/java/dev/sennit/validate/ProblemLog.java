package dev.sennit.validate;

import dev.sennit.model.Rule;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.Closeable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The problems found, by type and ordinal, and those no row is to blame for.
 */
final class ProblemLog implements Closeable {
    private static final List<Rule> RULES =
            List.of(Rule.KEY, Rule.KEY_IMMUTABLE, Rule.UNIQUE, Rule.ENDPOINT, Rule.ENDPOINT_REJECTED, Rule.CARDINALITY);
    private static final int ORDINAL_BITS = 40;

    /** How many of the nodes behind problems that are no row's are kept to be explained. */
    private static final int KEPT_GENERAL = 100;

    private final List<TypeDelta> types;
    private final boolean rejecting;
    private final HashSpill problems;
    private final long[] rowsBefore;
    private final long allRows;
    private final Map<Integer, LongArrayList> stranded = new HashMap<>();
    private final Map<Integer, LongArrayList> lacking = new HashMap<>();
    private final long[] record = new long[4];
    private long total;
    private long rejections;
    private long general;

    /**
     * All rows of the types have been added by now.
     *
     * @param rejecting whether a row with a problem is rejected, and so counts for no other rule
     */
    ProblemLog(List<TypeDelta> types, SpillSettings settings, boolean rejecting) {
        this.types = types;
        this.rejecting = rejecting;
        this.problems = DeltaHashes.spill(settings, "problems", record.length);
        this.rowsBefore = new long[types.size()];
        long rows = 0;
        for (TypeDelta type : types) {
            rowsBefore[type.index] = rows;
            rows += type.lastOrdinal + 1;
        }
        this.allRows = Math.max(1, rows);
    }

    /** Notes the problem of a row of the delta, and rejects the row if this log rejects. */
    void reject(int type, long ordinal, Rule rule, int place, long other) {
        // partitions in the order of types and ordinals, so that reading them in turn gives the order of the input
        int partition = (int) ((rowsBefore[type] + ordinal) / ((allRows - 1) / problems.partitions() + 1));
        record[0] = (long) type << ORDINAL_BITS | ordinal;
        record[1] = RULES.indexOf(rule);
        record[2] = place;
        record[3] = other;
        problems.add(partition, record);
        total++;
        TypeDelta delta = types.get(type);
        if (rejecting && !delta.rejected.contains(ordinal)) {
            delta.rejected.addLong(ordinal);
            rejections++;
        }
    }

    /** Notes that base edges of a type lose a node. */
    void strand(int edgeType, boolean source, long high, long low, long count) {
        general += count;
        keep(stranded, edgeType, source, high, low, count);
    }

    /** Notes that a base node has too few edges of a type. */
    void lack(int edgeType, boolean source, long high, long low, long count) {
        general++;
        keep(lacking, edgeType, source, high, low, count);
    }

    long total() {
        return total + general;
    }

    /** How many rows have been rejected so far. */
    long rejections() {
        return rejections;
    }

    boolean isBlocked() {
        return general > 0;
    }

    /** Forgets what no row is to blame for: another round finds it again, if it is still so. */
    void forgetGeneral() {
        stranded.clear();
        lacking.clear();
        general = 0;
    }

    /** Takes the problems of rows by type and ordinal. */
    interface RowProblems {
        void accept(TypeDelta type, long ordinal, Problem problem);
    }

    void forEach(RowProblems consumer) {
        if (problems.isEmpty()) {
            return;
        }
        for (int p = 0; p < problems.partitions(); p++) {
            long[][] columns = problems.load(p);
            for (int i = 0; i < columns[0].length; i++) {
                TypeDelta type = types.get((int) (columns[0][i] >>> ORDINAL_BITS));
                long ordinal = columns[0][i] & RowTag.MAX_ORDINAL;
                Rule rule = RULES.get((int) columns[1][i]);
                consumer.accept(type, ordinal, new Problem(rule, (int) columns[2][i], columns[3][i]));
            }
        }
    }

    /** For each edge type, and side as in {@link Problem#place}: node hashes and counts, three longs each. */
    Map<Integer, LongArrayList> stranded() {
        return stranded;
    }

    /** As {@link #stranded}, of base nodes with too few edges. */
    Map<Integer, LongArrayList> lacking() {
        return lacking;
    }

    @Override
    public void close() {
        problems.close();
    }

    private static void keep(
            Map<Integer, LongArrayList> to, int edgeType, boolean source, long high, long low, long count) {
        LongArrayList longs = to.computeIfAbsent(2 * edgeType + (source ? 0 : 1), key -> new LongArrayList());
        if (longs.size() < 3 * KEPT_GENERAL) {
            longs.add(high);
            longs.add(low);
            longs.add(count);
        }
    }
}
