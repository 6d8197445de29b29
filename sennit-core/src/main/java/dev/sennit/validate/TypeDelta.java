package dev.sennit.validate;

import dev.sennit.schema.EdgeType;
import dev.sennit.schema.ElementType;
import dev.sennit.schema.Property;
import java.util.ArrayList;
import java.util.List;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/** What the validator keeps of one type. */
final class TypeDelta {
    final int index;
    final ElementType type;
    final String name;
    final DeltaMode mode;
    final Property[] properties;
    final List<int[]> uniques;
    final RowNotes notes;

    /** Ids of the type the delta mentions: of its rows, of deletions, of endpoints. */
    final ProbeSet<String> ids;

    /** For each UNIQUE constraint the tuples of the delta. */
    final List<ProbeSet<List<Object>>> tuples = new ArrayList<>();

    /** Rows that may take the place of a base row whatever the mode is. */
    final Roaring64Bitmap updates = new Roaring64Bitmap();

    /** Rows that break a rule over all rows. */
    final Roaring64Bitmap rejected = new Roaring64Bitmap();

    /** Rows that take the place of a base row. */
    final Roaring64Bitmap replacing = new Roaring64Bitmap();

    long rows;
    long rowsWithId;
    long mentions;
    long deletions;
    long lastOrdinal = -1;

    TypeDelta(int index, ElementType type, DeltaMode mode, SpillSettings settings) {
        this.index = index;
        this.type = type;
        this.name = type.name();
        this.mode = mode;
        this.properties = type.properties().toArray(Property[]::new);
        this.uniques = RowValidator.uniqueColumns(type);
        this.notes = new RowNotes(settings.directory().resolve("notes-" + index));
        this.ids = new ProbeSet<>(settings.probeLimit());
        for (int i = 0; i < uniques.size(); i++) {
            tuples.add(new ProbeSet<>(settings.probeLimit()));
        }
    }

    boolean isEdge() {
        return type instanceof EdgeType;
    }

    boolean baseCounts() {
        return mode != DeltaMode.REPLACE;
    }

    void take(long ordinal) {
        if (ordinal <= lastOrdinal || ordinal > RowTag.MAX_ORDINAL) {
            throw new IllegalArgumentException(name + ": ordinal " + ordinal + " after " + lastOrdinal
                    + "; ordinals of a type increase and are below " + RowTag.MAX_ORDINAL);
        }
        lastOrdinal = ordinal;
    }
}
