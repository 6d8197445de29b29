package dev.sennit.schema.inference;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Makes names of types from names of files: {@code data/airports.csv.gz} holds Airports, one of which is an Airport. */
final class TypeNaming {
    private static final Set<String> EXTENSIONS =
            Set.of("csv", "tsv", "txt", "dat", "json", "jsonl", "ndjson", "gz", "gzip", "zst", "bz2");
    private static final Map<String, String> IRREGULAR = Map.of(
            "people",
            "person",
            "children",
            "child",
            "men",
            "man",
            "women",
            "woman",
            "movies",
            "movie",
            "series",
            "series",
            "species",
            "species",
            "news",
            "news",
            "data",
            "data",
            "indices",
            "index");

    private TypeNaming() {}

    /** The node type: singular, in capitalised words. */
    static String nodeType(String source) {
        return words(source).stream()
                .map(word -> word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1))
                .collect(Collectors.joining());
    }

    /** The edge label: singular, in capitals. */
    static String edgeLabel(String source) {
        return words(source).stream().map(word -> word.toUpperCase(Locale.ROOT)).collect(Collectors.joining("_"));
    }

    private static List<String> words(String source) {
        String name = source.substring(Math.max(source.lastIndexOf('/'), source.lastIndexOf('\\')) + 1);
        int dot = name.lastIndexOf('.');
        while (dot > 0 && EXTENSIONS.contains(name.substring(dot + 1).toLowerCase(Locale.ROOT))) {
            name = name.substring(0, dot);
            dot = name.lastIndexOf('.');
        }
        String separated = name.replaceAll("(?<=[a-z0-9])(?=[A-Z])", " ");
        List<String> words = Arrays.stream(separated.split("[^\\p{L}\\p{N}]+", -1))
                .filter(word -> !word.isEmpty())
                .collect(Collectors.toList());
        while (words.size() > 1 && words.getLast().chars().allMatch(Character::isDigit)) {
            words.removeLast(); // airports-00.csv, airports-01.csv: parts of one export
        }
        if (words.isEmpty()) {
            return List.of("Item");
        }
        words.set(words.size() - 1, singular(words.getLast()));
        if (Character.isDigit(words.getFirst().charAt(0))) {
            words.addFirst("T");
        }
        return words;
    }

    /** The singular of an English plural; what is no plural stays. Words in capitals are names and stay as well. */
    static String singular(String word) {
        String lower = word.toLowerCase(Locale.ROOT);
        String irregular = IRREGULAR.get(lower);
        if (irregular != null) {
            return irregular.equals(lower) ? word : irregular;
        }
        boolean isName = word.length() > 1 && word.equals(word.toUpperCase(Locale.ROOT));
        boolean isPlural = lower.length() > 3 && lower.endsWith("s") && !lower.matches(".*(ss|us|is)");
        if (isName || !isPlural) {
            return word;
        }
        if (lower.endsWith("ies") && lower.length() > 4) {
            return word.substring(0, word.length() - 3) + "y";
        }
        boolean dropsTwo = lower.matches(".*(sses|shes|ches|xes|zes|uses)") && !lower.matches(".*[aeo]uses|.*caches");
        return word.substring(0, word.length() - (dropsTwo ? 2 : 1));
    }
}
