package dev.sennit.model;

import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One rule broken by one row.
 *
 * @param rule the rule
 * @param type the node type, or the edge type as {@code LABEL(Source,Destination)}; null where it is not known
 * @param property the property, or several as {@link #properties} writes them; null where the rule is not about one
 * @param key the row's {@code _id} or what is known of it; null where it has none
 * @param value the offending value as text, shortened; null where there is none
 * @param source the input file; null outside load
 * @param line one-based line of the input; 0 outside load
 * @param message the whole thing as one sentence
 */
public record Violation(
        Rule rule,
        @Nullable String type,
        @Nullable String property,
        @Nullable String key,
        @Nullable String value,
        @Nullable String source,
        long line,
        String message) {
    public Violation {
        Objects.requireNonNull(rule, "rule");
        Objects.requireNonNull(message, "message");
    }

    /** Properties that a rule is about together, separated by commas; a name that has a comma in it stands in backticks. */
    public static String properties(List<String> names) {
        return names.stream()
                .map(name -> name.contains(",") ? "`" + name + "`" : name)
                .collect(Collectors.joining(", "));
    }
}
