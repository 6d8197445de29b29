package dev.sennit.merge;

import dev.sennit.schema.migration.ValueConversion;
import dev.sennit.store.ColumnLayout;
import dev.sennit.store.RowHash;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Where one row layout has the columns of another: those before the properties by name, properties by identity, since a
 * rename keeps it and dropping and adding anew does not. Values become those of the other layout's types; one that has no
 * equal there stays as it is, for the rules to find. Where the rows are brought into a shape whose schema applied DEFAULT
 * since, an element without a value has what that gave.
 */
final class ColumnMap {
    private static final int NONE = -1;

    private final List<ColumnLayout> to;
    private final int[] places;

    /** For each column how its values are converted; null where they are the same. */
    private final @Nullable ValueConversion[] conversions;

    private final List<ColumnLayout> present;
    private final List<ColumnDefault> defaults;

    private ColumnMap(List<ColumnLayout> from, List<ColumnLayout> to, IntFunction<ColumnDefault> defaults) {
        this.to = to;
        this.places = new int[to.size()];
        this.conversions = new @Nullable ValueConversion[to.size()];
        this.present = new ArrayList<>();
        this.defaults = new ArrayList<>();
        for (int i = 0; i < places.length; i++) {
            places[i] = place(from, to.get(i));
            this.defaults.add(defaults.apply(i));
            if (places[i] != NONE) {
                ColumnLayout column = from.get(places[i]);
                present.add(column);
                if (!column.type().equals(to.get(i).type())) {
                    conversions[i] =
                            new ValueConversion(column.type(), to.get(i).type());
                }
            }
        }
    }

    /** Where {@code from} has the columns of {@code to}, as they are stored. */
    static ColumnMap ofStored(List<ColumnLayout> from, List<ColumnLayout> to) {
        return new ColumnMap(from, to, column -> ColumnDefault.NONE);
    }

    /** How rows of one shape become rows of another. */
    static ColumnMap of(RowShape from, RowShape to) {
        return new ColumnMap(from.columns(), to.columns(), column -> ColumnDefault.of(from, to, column));
    }

    private static int place(List<ColumnLayout> columns, ColumnLayout wanted) {
        for (int i = 0; i < columns.size(); i++) {
            ColumnLayout column = columns.get(i);
            boolean same = wanted.property().isPresent()
                    ? column.property().equals(wanted.property())
                    : column.property().isEmpty() && column.name().equals(wanted.name());
            if (same) {
                return i;
            }
        }
        return NONE;
    }

    /** The columns that are there, by the names they have there. */
    List<ColumnLayout> present() {
        return present;
    }

    /** The hash of what rows hold once they are mapped, as far as that can be told of stored rows. */
    RowHash hash() {
        List<RowHash.Fill> fills = new ArrayList<>();
        for (int i = 0; i < places.length; i++) {
            ColumnLayout column = to.get(i);
            defaults.get(i).fill().ifPresent(value -> fills.add(new RowHash.Fill(column, value)));
        }
        return new RowHash(present, fills);
    }

    /** What DEFAULT makes of the values of a column. */
    ColumnDefault defaultOf(int column) {
        return defaults.get(column);
    }

    /** Whether the rows have no such column. */
    boolean lacks(int column) {
        return places[column] == NONE;
    }

    /** Whether a value is what elements without one have. */
    boolean isFill(int column, @Nullable Object value) {
        return defaults.get(column)
                .fill()
                .filter(fill -> SameValue.test(fill, value))
                .isPresent();
    }

    /** Whether some elements without a value have one here. */
    boolean fills() {
        return defaults.stream().anyMatch(each -> each.fill().isPresent());
    }

    /** A row in the other layout; what is not there is null. */
    @Nullable
    Object[] map(@Nullable Object[] row) {
        @Nullable Object[] mapped = new @Nullable Object[places.length];
        for (int i = 0; i < places.length; i++) {
            Object value = places[i] == NONE ? null : convert(conversions[i], row[places[i]]);
            mapped[i] = value == null ? defaults.get(i).fill().orElse(null) : value;
        }
        return mapped;
    }

    private static @Nullable Object convert(@Nullable ValueConversion conversion, @Nullable Object value) {
        return conversion == null || value == null
                ? value
                : Objects.requireNonNullElse(conversion.convert(value), value);
    }
}
