package dev.sennit.query.execution;

import java.util.AbstractList;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The integers of a range, each made when it is asked for: a list that is only walked over needs no memory. */
final class LongRange extends AbstractList<Long> {
    private final long from;
    private final long step;
    private final int size;

    private LongRange(long from, long step, int size) {
        this.from = from;
        this.step = step;
        this.size = size;
    }

    /** Null if the values make no range, or one with more integers than a list has room for. */
    @Nullable
    static LongRange of(@Nullable Object from, @Nullable Object to, @Nullable Object step) {
        if (!(from instanceof Long first) || !(to instanceof Long last) || !(step instanceof Long by) || by == 0) {
            return null;
        }
        if (by > 0 ? first > last : first < last) {
            return new LongRange(first, by, 0);
        }
        long distance = last - first;
        if (((last ^ first) & (last ^ distance)) < 0 || distance / by >= Integer.MAX_VALUE) {
            return null;
        }
        return new LongRange(first, by, (int) (distance / by) + 1);
    }

    @Override
    public Long get(int index) {
        return from + Objects.checkIndex(index, size) * step;
    }

    @Override
    public int size() {
        return size;
    }
}
