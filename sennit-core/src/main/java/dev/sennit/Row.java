package dev.sennit;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One row of a {@link Result}; stays valid after the result moves on. Immutable. */
public interface Row {
    /** The columns' names. */
    List<String> columns();

    /**
     * The value at a position, from 0.
     *
     * @throws IndexOutOfBoundsException if there is no such column
     */
    @Nullable
    Object get(int column);

    /**
     * The value of a column.
     *
     * @throws dev.sennit.model.InvalidArgumentException if there is no such column
     */
    @Nullable
    Object get(String column);

    /** The value of an INTEGER column. */
    long getLong(String column);

    /** The value of a FLOAT or INTEGER column. */
    double getDouble(String column);

    /** The value of a BOOLEAN column. */
    boolean getBoolean(String column);

    /** The value of a STRING column, or null. */
    @Nullable
    String getString(String column);

    /** Values by column name, in order; nulls included. */
    Map<String, @Nullable Object> toMap();
}
