package dev.sennit.schema.inference;

import dev.sennit.model.KeyText;
import dev.sennit.model.PropertyType;
import dev.sennit.model.PropertyType.Scalar;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What was seen of the rows of one node type, or of one edge type. */
final class TypeProfile {
    /** Longer texts are descriptions and no keys. */
    private static final int MAX_KEY_LENGTH = 200;

    private final String name;
    private final InferenceOptions options;
    private final Map<String, ColumnProfile> columns = new LinkedHashMap<>();
    private final Map<String, DistinctValues> distinct = new LinkedHashMap<>();
    private final Set<String> sources = new LinkedHashSet<>();
    private long rows;

    @Nullable
    private Set<String> labels;

    /** @param name the type's name, or the edge type's label */
    TypeProfile(String name, InferenceOptions options) {
        this.name = name;
        this.options = options;
    }

    /** A row, for node types with a budget to watch for keys. */
    void add(RawRecord row, Set<String> ignored, DistinctValues.@Nullable Budget budget) {
        rows++;
        sources.add(row.source());
        if (labels == null) {
            labels = new LinkedHashSet<>(row.labels());
        } else {
            labels.retainAll(row.labels());
        }
        row.values().forEach((column, value) -> {
            if (column.isEmpty() || ignored.contains(column)) {
                return;
            }
            ColumnProfile profile = columns.computeIfAbsent(column, ColumnProfile::new);
            profile.setHeaderType(row.headerTypes().get(column));
            if (isNull(value, options)) {
                return;
            }
            profile.add(value);
            if (budget != null) {
                distinct.computeIfAbsent(column, c -> budget.watch(KeyRank.of(name, c, columns.size() - 1)))
                        .add(ValueHash.of(text(value)));
            }
        });
    }

    static boolean isNull(RawValue value, InferenceOptions options) {
        return switch (value) {
            case RawValue.Cell cell ->
                !cell.quoted() && (cell.text().isEmpty() || options.nullTexts().contains(cell.text()));
            case RawValue.Json json -> json.value() == null;
        };
    }

    /** The text that a value has in a key. */
    static String text(RawValue value) {
        return switch (value) {
            case RawValue.Cell cell -> cell.text().strip();
            case RawValue.Json json -> String.valueOf(json.value());
        };
    }

    String name() {
        return name;
    }

    long rows() {
        return rows;
    }

    Set<String> sources() {
        return sources;
    }

    Iterable<ColumnProfile> columns() {
        return columns.values();
    }

    /** The labels that every row has. */
    List<String> labels() {
        return labels == null ? List.of() : List.copyOf(labels);
    }

    boolean isComplete(String column) {
        ColumnProfile profile = columns.get(column);
        return profile != null && profile.values() == rows;
    }

    /** The columns that may be part of a key, as far as nulls and types go. */
    List<String> keyColumns() {
        return columns.values().stream()
                .filter(c -> isComplete(c.name()) && isKeyLike(c))
                .map(ColumnProfile::name)
                .toList();
    }

    private static boolean isKeyLike(ColumnProfile column) {
        PropertyType type = column.type();
        boolean isName = type == Scalar.STRING || type instanceof Scalar scalar && scalar.isInteger();
        return isName && KeyText.isKeyType(type) && column.longest() <= MAX_KEY_LENGTH;
    }

    /** The values of a column that alone tells all rows apart; edges can refer to them. */
    Optional<DistinctValues> uniqueValues(String column) {
        return Optional.ofNullable(distinct.get(column))
                .filter(values -> values.isUnique() && keyColumns().contains(column));
    }

    /** Gives up telling which columns are unique. */
    void forgetValues() {
        distinct.values().forEach(DistinctValues::drop);
    }

    /** The likeliest key among the columns that tell all rows apart. */
    Optional<String> likeliestKey() {
        String best = null;
        int bestRank = KeyRank.NEVER;
        int index = 0;
        for (String column : columns.keySet()) {
            int rank = KeyRank.of(name, column, index++);
            if (rank < bestRank && uniqueValues(column).isPresent()) {
                best = column;
                bestRank = rank;
            }
        }
        return Optional.ofNullable(best);
    }

    /** A column that is named like a key and may be one, had there been memory to tell. */
    Optional<String> undecidedKey() {
        return columns.keySet().stream()
                .filter(c -> KeyRank.of(name, c, 1) < KeyRank.NEVER)
                .filter(c -> distinct.containsKey(c) && distinct.get(c).isGivenUp())
                .findFirst();
    }
}
