package dev.sennit.merge;

import dev.sennit.store.ColumnLayout;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where one row layout has the columns of another: those before the properties by name, properties by identity, since a
 * rename keeps it and dropping and adding anew does not.
 */
final class ColumnMap {
    private static final int NONE = -1;

    private final int[] places;
    private final List<ColumnLayout> present;

    private ColumnMap(int[] places, List<ColumnLayout> present) {
        this.places = places;
        this.present = present;
    }

    /** Where {@code from} has the columns of {@code to}. */
    static ColumnMap of(List<ColumnLayout> from, List<ColumnLayout> to) {
        int[] places = new int[to.size()];
        List<ColumnLayout> present = new ArrayList<>();
        for (int i = 0; i < places.length; i++) {
            places[i] = place(from, to.get(i));
            if (places[i] != NONE) {
                present.add(from.get(places[i]));
            }
        }
        return new ColumnMap(places, present);
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
            mapped[i] = places[i] == NONE ? null : row[places[i]];
        }
        return mapped;
    }
}
