package dev.sennit.bench.comparison;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The rows of an answer in a form that is equal for equal answers: floats to eleven digits, since the order of a sum is
 * any; rows in order, if the question asks for one that is total.
 */
record Answer(List<String> rows) {
    Answer {
        rows = List.copyOf(rows);
    }

    static Answer of(List<List<@Nullable Object>> rows, boolean ordered) {
        List<String> texts = new ArrayList<>(rows.stream().map(Answer::text).toList());
        if (!ordered) {
            texts.sort(null);
        }
        return new Answer(texts);
    }

    private static String text(@Nullable Object value) {
        return switch (value) {
            case null -> "null";
            case String text -> "'" + text + "'";
            case Double number -> number == 0 ? "0.0" : String.format(Locale.ROOT, "%.10e", number);
            case Map<?, ?> map -> {
                Map<String, String> sorted = new TreeMap<>();
                map.forEach((name, each) -> sorted.put(String.valueOf(name), text(each)));
                yield sorted.toString();
            }
            case Collection<?> list -> list.stream().map(Answer::text).toList().toString();
            default -> value.toString();
        };
    }

    /** Where two answers part, for people. */
    String difference(Answer other) {
        int at = 0;
        while (at < Math.min(rows.size(), other.rows.size()) && rows.get(at).equals(other.rows.get(at))) {
            at++;
        }
        return rows.size() + " rows against " + other.rows.size() + "; row " + at + " is " + row(at) + " against "
                + other.row(at);
    }

    private String row(int at) {
        return at < rows.size() ? rows.get(at) : "none";
    }
}
