package dev.sennit.schema.inference;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Two columns whose names say that they hold the ends of edges: from and to, source and target, and their like, alone or
 * with the same words around them ({@code source_airport_id} and {@code destination_airport_id}).
 *
 * @param from the column of the sources
 * @param to the column of the destinations
 * @param isPlain whether the names say so by themselves; others need nodes that their values name
 */
record EndpointColumns(String from, String to, boolean isPlain) {
    private static final Map<String, Set<String>> PAIRS = Map.of(
            "from", Set.of("to"),
            "source", Set.of("target", "destination", "dest", "sink"),
            "src", Set.of("dst", "dest", "target"),
            "start", Set.of("end"),
            "origin", Set.of("destination", "dest"),
            "subject", Set.of("object"));

    /** All pairs among the columns. */
    static List<EndpointColumns> among(Collection<String> columns) {
        List<EndpointColumns> pairs = new ArrayList<>();
        for (String from : columns) {
            for (String to : columns) {
                List<String> fromWords = words(from);
                List<String> toWords = words(to);
                if (differInAnEndpointWord(fromWords, toWords)) {
                    boolean isPlain = fromWords.equals(List.of("from"))
                            || fromWords.equals(List.of("source"))
                            || fromWords.equals(List.of("src"));
                    pairs.add(new EndpointColumns(from, to, isPlain));
                }
            }
        }
        return pairs;
    }

    private static boolean differInAnEndpointWord(List<String> from, List<String> to) {
        if (from.size() != to.size()) {
            return false;
        }
        int pairs = 0;
        for (int i = 0; i < from.size(); i++) {
            if (PAIRS.getOrDefault(from.get(i), Set.of()).contains(to.get(i))) {
                pairs++;
            } else if (!from.get(i).equals(to.get(i))) {
                return false;
            }
        }
        return pairs == 1;
    }

    /** The words of a column's name, in small letters. */
    static List<String> words(String column) {
        String separated = column.replaceAll("(?<=[a-z0-9])(?=[A-Z])", " ");
        return Arrays.stream(separated.split("[^\\p{L}\\p{N}]+", -1))
                .filter(word -> !word.isEmpty())
                .map(word -> word.toLowerCase(Locale.ROOT))
                .toList();
    }
}
