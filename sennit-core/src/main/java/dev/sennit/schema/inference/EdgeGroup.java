package dev.sennit.schema.inference;

import dev.sennit.schema.inference.NodeCandidate.Reference;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Rows that are edges of one label, or may be. In a first pass it samples what the rows name as their ends; then it
 * settles which columns those are and which node types they name.
 */
final class EdgeGroup {
    /** The ends that rows name themselves, in no column of their own. */
    private static final EndpointColumns IN_ROW = new EndpointColumns("", "", true);

    /** A column whose values hardly ever name a node is no end of an edge. */
    private static final double LEAST_SHARE = 0.5;

    /** A further node type at one end has at least this share: a few equal numbers are chance. */
    private static final double LEAST_FURTHER_SHARE = 0.05;

    private final String label;
    private final boolean isCertain;
    private final InferenceOptions options;
    private final Map<EndpointColumns, Ends> ends = new LinkedHashMap<>();
    private boolean knowsColumns;
    private long rowsWithoutEnd;

    @Nullable
    private EndpointColumns settled;

    private List<Reference> sources = List.of();
    private List<Reference> destinations = List.of();

    private record Ends(Sample from, Sample to) {}

    /** @param isCertain whether the rows are known to be edges */
    EdgeGroup(String label, boolean isCertain, InferenceOptions options) {
        this.label = label;
        this.isCertain = isCertain;
        this.options = options;
    }

    /** A row of the first pass. */
    void add(RawRecord row) {
        if (row.from() != null && row.to() != null) {
            sample(IN_ROW, row.from().text(), row.to().text());
            return;
        }
        if (!knowsColumns) {
            knowsColumns = true;
            EndpointColumns.among(row.values().keySet())
                    .forEach(pair -> ends.put(pair, new Ends(new Sample(), new Sample())));
        }
        for (EndpointColumns pair : ends.keySet()) {
            String from = value(row, pair.from());
            String to = value(row, pair.to());
            if (from != null && to != null) {
                sample(pair, from, to);
            }
        }
    }

    private void sample(EndpointColumns pair, String from, String to) {
        Ends sampled = ends.computeIfAbsent(pair, p -> new Ends(new Sample(), new Sample()));
        sampled.from.add(ValueHash.of(from));
        sampled.to.add(ValueHash.of(to));
    }

    @Nullable
    private String value(RawRecord row, String column) {
        RawValue value = row.values().get(column);
        return value == null || TypeProfile.isNull(value, options) ? null : TypeProfile.text(value);
    }

    /** Whether the rows could be edges at all. */
    boolean hasEnds() {
        return !ends.isEmpty();
    }

    /** Whether the names of the columns alone say that the rows are edges. */
    boolean hasPlainEnds() {
        return isCertain || ends.keySet().stream().anyMatch(EndpointColumns::isPlain);
    }

    String label() {
        return label;
    }

    /**
     * Decides which columns hold the ends.
     *
     * @return whether the rows are edges
     */
    boolean settle(Collection<NodeCandidate> nodes) {
        List<Reference> references =
                nodes.stream().flatMap(n -> n.references().stream()).toList();
        double bestShare = 0;
        for (Map.Entry<EndpointColumns, Ends> pair : ends.entrySet()) {
            double share = Math.min(best(pair.getValue().from, references), best(pair.getValue().to, references));
            if (share > bestShare) {
                bestShare = share;
                settled = pair.getKey();
            }
        }
        Optional<EndpointColumns> plain =
                ends.keySet().stream().filter(EndpointColumns::isPlain).findFirst();
        if (bestShare < LEAST_SHARE && plain.isPresent()) {
            settled = plain.get();
        } else if (bestShare < LEAST_SHARE && isCertain && !ends.isEmpty() && settled == null) {
            settled = ends.keySet().iterator().next();
        } else if (bestShare < LEAST_SHARE && !isCertain) {
            settled = null;
        }
        if (settled == null) {
            return false;
        }
        Ends chosen = ends.getOrDefault(settled, new Ends(new Sample(), new Sample()));
        sources = named(chosen.from, references, settled.from());
        destinations = named(chosen.to, references, settled.to());
        return true;
    }

    private static double best(Sample sample, List<Reference> references) {
        return references.stream()
                .mapToDouble(r -> sample.share(r.values()::contains))
                .max()
                .orElse(0);
    }

    /** The node types that one end names, most frequent first; each gets a vote for the column it is named by. */
    private static List<Reference> named(Sample sample, List<Reference> references, String column) {
        List<Reference> named = new ArrayList<>();
        LongPredicate covered = hash -> false;
        List<Reference> left = new ArrayList<>(references);
        while (!left.isEmpty()) {
            LongPredicate before = covered;
            Comparator<Reference> byShare = Comparator.comparingDouble(
                    r -> sample.share(h -> !before.test(h) && r.values().contains(h)));
            Reference best = left.stream()
                    .max(byShare.thenComparingInt(r -> affinity(r, column))
                            .thenComparing(r -> r.column().isEmpty())
                            .thenComparingInt(r -> -left.indexOf(r)))
                    .orElseThrow();
            double share = sample.share(h -> !before.test(h) && best.values().contains(h));
            double least = best.column().isEmpty() ? Double.MIN_VALUE : LEAST_FURTHER_SHARE;
            if (share < least) {
                break;
            }
            named.add(best);
            best.column().ifPresent(c -> best.node().vote(c, share));
            left.removeIf(r -> r.node().equals(best.node()));
            covered = hash -> before.test(hash) || best.values().contains(hash);
        }
        return named;
    }

    /** Whether the column speaks of the node type: {@code source_airport_id} of Airport. */
    private static int affinity(Reference reference, String column) {
        List<String> words = EndpointColumns.words(column);
        return EndpointColumns.words(reference.node().profile().name()).stream().anyMatch(words::contains) ? 1 : 0;
    }

    /** The columns that are no properties of the edges. */
    Set<String> endColumns() {
        return settled == null || settled.equals(IN_ROW) ? Set.of() : Set.of(settled.from(), settled.to());
    }

    /** The columns that hold the ends, where the rows do not say so themselves. */
    Optional<EndpointColumns> columns() {
        return settled == null || settled.equals(IN_ROW) ? Optional.empty() : Optional.of(settled);
    }

    /** Counts a row that lacks one end; such a row is no edge. */
    void addWithoutEnd() {
        rowsWithoutEnd++;
    }

    long rowsWithoutEnd() {
        return rowsWithoutEnd;
    }

    @Nullable
    String from(RawRecord row) {
        return row.from() != null ? row.from().text() : settled == null ? null : value(row, settled.from());
    }

    @Nullable
    String to(RawRecord row) {
        return row.to() != null ? row.to().text() : settled == null ? null : value(row, settled.to());
    }

    /** What the sources are named by, most frequent first. */
    List<Reference> sources() {
        return sources;
    }

    /** What the destinations are named by, most frequent first. */
    List<Reference> destinations() {
        return destinations;
    }
}
