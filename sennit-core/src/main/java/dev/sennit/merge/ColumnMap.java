package dev.sennit.merge;

import dev.sennit.schema.migration.ValueConversion;
import dev.sennit.store.ColumnLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Where one row layout has the columns of another: those before the properties by name, properties by identity, since a
 * rename keeps it and dropping and adding anew does not. Values become those of the other layout's types; one that has no
 * equal there stays as it is, for the rules to find.
 */
final class ColumnMap {
    private static final int NONE = -1;

    private final int[] places;

    /** For each column how its values are converted; null where they are the same. */
    private final @Nullable ValueConversion[] conversions;

    private final List<ColumnLayout> present;

    private ColumnMap(int[] places, @Nullable ValueConversion[] conversions, List<ColumnLayout> present) {
        this.places = places;
        this.conversions = conversions;
        this.present = present;
    }

    /** Where {@code from} has the columns of {@code to}. */
    static ColumnMap of(List<ColumnLayout> from, List<ColumnLayout> to) {
        int[] places = new int[to.size()];
        @Nullable ValueConversion[] conversions = new @Nullable ValueConversion[to.size()];
        List<ColumnLayout> present = new ArrayList<>();
        for (int i = 0; i < places.length; i++) {
            places[i] = place(from, to.get(i));
            if (places[i] != NONE) {
                ColumnLayout column = from.get(places[i]);
                present.add(column);
                if (!column.type().equals(to.get(i).type())) {
                    conversions[i] =
                            new ValueConversion(column.type(), to.get(i).type());
                }
            }
        }
        return new ColumnMap(places, conversions, present);
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

    /** A row in the other layout; what is not there is null. */
    @Nullable
    Object[] map(@Nullable Object[] row) {
        @Nullable Object[] mapped = new @Nullable Object[places.length];
        for (int i = 0; i < places.length; i++) {
            mapped[i] = places[i] == NONE ? null : convert(conversions[i], row[places[i]]);
        }
        return mapped;
    }

    private static @Nullable Object convert(@Nullable ValueConversion conversion, @Nullable Object value) {
        return conversion == null || value == null
                ? value
                : Objects.requireNonNullElse(conversion.convert(value), value);
    }
}
