package dev.sennit.validate;

import it.unimi.dsi.fastutil.longs.LongIterator;
import java.util.List;
import org.roaringbitmap.longlong.PeekableLongIterator;

/** What {@link SetValidator} found. Valid until the validator is closed; not thread-safe. */
public final class Rejections {
    private final List<TypeDelta> types;
    private final DeltaHashes hashes;
    private final long violations;
    private final boolean blocked;

    Rejections(List<TypeDelta> types, DeltaHashes hashes, long violations, boolean blocked) {
        this.types = types;
        this.hashes = hashes;
        this.violations = violations;
        this.blocked = blocked;
    }

    /** How many violations were reported; rows can have several. */
    public long violations() {
        return violations;
    }

    /** Whether the delta breaks a rule whichever of its rows are left out. */
    public boolean isBlocked() {
        return blocked;
    }

    /** Whether a row is rejected. */
    public boolean isRejected(String type, long ordinal) {
        return delta(type).rejected.contains(ordinal);
    }

    /** How many rows of a type are rejected. */
    public long rejected(String type) {
        return delta(type).rejected.getLongCardinality();
    }

    /** The ordinals of the rejected rows of a type, increasing. */
    public LongIterator rejectedOrdinals(String type) {
        PeekableLongIterator ordinals = delta(type).rejected.getLongIterator();
        return new LongIterator() {
            @Override
            public boolean hasNext() {
                return ordinals.hasNext();
            }

            @Override
            public long nextLong() {
                return ordinals.next();
            }
        };
    }

    /** How many rows of a type are accepted and take the place of a base row. */
    public long replacing(String type) {
        return delta(type).replacing.getLongCardinality();
    }

    /** Whether a row is accepted and takes the place of a base row. */
    public boolean isReplacing(String type, long ordinal) {
        return delta(type).replacing.contains(ordinal);
    }

    /**
     * Hands over every base row whose place an accepted row takes, in no order, each once. Rows that mode REPLACE
     * drops are not among them.
     */
    public void forEachReplaced(ReplacedConsumer consumer) {
        forEachReplaced(hashes.nodeKeys, consumer);
        forEachReplaced(hashes.edgeKeys, consumer);
    }

    private void forEachReplaced(HashSpill keys, ReplacedConsumer consumer) {
        if (keys.isEmpty() || types.stream().allMatch(type -> type.replacing.isEmpty())) {
            return;
        }
        for (int p = 0; p < keys.partitions(); p++) {
            long[][] k = keys.load(p);
            int from = 0;
            while (from < k[0].length) {
                int to = KeyGroup.end(k, from);
                if (RowTag.origin(k[2][from]) == RowTag.BASE) {
                    TypeDelta type = types.get(RowTag.type(k[2][from]));
                    for (int i = from + 1; i < to; i++) {
                        long ordinal = RowTag.ordinal(k[2][i]);
                        if (RowTag.origin(k[2][i]) == RowTag.DELTA && type.replacing.contains(ordinal)) {
                            consumer.accept(type.name, ordinal, k[3][from]);
                        }
                    }
                }
                from = to;
            }
        }
    }

    private TypeDelta delta(String type) {
        return types.stream()
                .filter(delta -> delta.name.equals(type))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no type " + type + " in the schema"));
    }

    /** Takes one pair of an accepted row and the base row it replaces. */
    public interface ReplacedConsumer {
        /** @param address as {@link BaseState} gave it */
        void accept(String type, long ordinal, long address);
    }
}
