package dev.sennit;

import dev.sennit.model.ErrorText;
import dev.sennit.model.InvalidArgumentException;
import dev.sennit.model.Suggestion;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A row copied out of a cursor. */
final class CursorRow implements Row {
    private final List<String> columns;
    private final @Nullable Object[] values;

    CursorRow(List<String> columns, @Nullable Object[] values) {
        this.columns = columns;
        this.values = values;
    }

    @Override
    public List<String> columns() {
        return columns;
    }

    @Override
    @Nullable
    public Object get(int column) {
        return values[column];
    }

    @Override
    @Nullable
    public Object get(String column) {
        return values[indexOf(column)];
    }

    @Override
    public long getLong(String column) {
        return value(column, Long.class, "an INTEGER");
    }

    @Override
    public double getDouble(String column) {
        Object value = get(column);
        return value instanceof Long number ? number : value(column, Double.class, "a FLOAT");
    }

    @Override
    public boolean getBoolean(String column) {
        return value(column, Boolean.class, "a BOOLEAN");
    }

    @Override
    @Nullable
    public String getString(String column) {
        return get(column) == null ? null : value(column, String.class, "a STRING");
    }

    @Override
    public Map<String, @Nullable Object> toMap() {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        for (int i = 0; i < values.length; i++) {
            map.put(columns.get(i), values[i]);
        }
        return Collections.unmodifiableMap(map);
    }

    @Override
    public String toString() {
        return toMap().toString();
    }

    private int indexOf(String column) {
        int index = columns.indexOf(column);
        if (index < 0) {
            ErrorText text = ErrorText.of("no column '" + column + "'")
                    .cause("the columns are " + String.join(", ", columns))
                    .detail("column", column);
            Optional<String> near = Suggestion.closest(column, columns);
            throw new InvalidArgumentException(
                    near.map(n -> text.remedy("did you mean '" + n + "'?")).orElse(text));
        }
        return index;
    }

    private <T> T value(String column, Class<T> wanted, String what) {
        Object value = get(column);
        if (!wanted.isInstance(value)) {
            throw new InvalidArgumentException(ErrorText.of("column '" + column + "' is not " + what)
                    .cause("its value is "
                            + (value == null ? "null" : "a " + value.getClass().getSimpleName()))
                    .detail("column", column));
        }
        return wanted.cast(value);
    }
}
