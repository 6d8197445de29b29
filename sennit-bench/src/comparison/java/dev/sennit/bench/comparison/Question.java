package dev.sennit.bench.comparison;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What is asked of all engines.
 *
 * @param ordered whether the question asks for a total order of the rows
 * @param dialects the query as an engine wants it where its language differs, by the engine's name
 * @param differences why an engine's answer differs, by its name
 * @param missing what an engine's language lacks for it, by its name
 */
record Question(
        String query,
        Map<String, Object> parameters,
        boolean ordered,
        Map<String, String> dialects,
        Map<String, String> differences,
        Map<String, String> missing) {
    Question {
        parameters = Map.copyOf(parameters);
        dialects = Map.copyOf(dialects);
        differences = Map.copyOf(differences);
        missing = Map.copyOf(missing);
    }

    /** A question whose rows come in any order. */
    static Question any(String query) {
        return new Question(query, Map.of(), false, Map.of(), Map.of(), Map.of());
    }

    /** A question that says the order of its rows. */
    static Question ordered(String query) {
        return new Question(query, Map.of(), true, Map.of(), Map.of(), Map.of());
    }

    Question with(String parameter, Object value) {
        return new Question(query, and(parameters, parameter, value), ordered, dialects, differences, missing);
    }

    /** The same question in another dialect. */
    Question in(String engine, String text) {
        return new Question(query, parameters, ordered, and(dialects, engine, text), differences, missing);
    }

    /** An engine that answers otherwise, and why it is not Sennit that is wrong. */
    Question differs(String engine, String reason) {
        return new Question(query, parameters, ordered, dialects, and(differences, engine, reason), missing);
    }

    /** An engine that cannot be asked this, and why. */
    Question missing(String engine, String reason) {
        return new Question(query, parameters, ordered, dialects, differences, and(missing, engine, reason));
    }

    String queryFor(String engine) {
        return dialects.getOrDefault(engine, query);
    }

    Optional<String> differenceOf(String engine) {
        return Optional.ofNullable(differences.get(engine));
    }

    Optional<String> missingIn(String engine) {
        return Optional.ofNullable(missing.get(engine));
    }

    private static <T> Map<String, T> and(Map<String, T> map, String key, T value) {
        Map<String, T> more = new HashMap<>(map);
        more.put(key, value);
        return more;
    }
}
