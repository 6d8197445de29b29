package dev.sennit.merge;

import dev.sennit.store.RowAddress;
import it.unimi.dsi.fastutil.ints.Int2LongMap;
import it.unimi.dsi.fastutil.ints.Int2LongRBTreeMap;

/**
 * Where addresses lie, so that they can be divided into parts of about the same size, each of which lies before the next.
 * First all are added, then parts are asked for. Not thread-safe.
 */
final class AddressSpread {
    private final Int2LongRBTreeMap counts = new Int2LongRBTreeMap();
    private final Int2LongRBTreeMap lengths = new Int2LongRBTreeMap();
    private final Int2LongRBTreeMap before = new Int2LongRBTreeMap();
    private long total;

    void add(long address) {
        int fragment = RowAddress.fragment(address);
        counts.addTo(fragment, 1);
        lengths.put(fragment, Math.max(lengths.get(fragment), RowAddress.unsignedOffset(address) + 1));
        total++;
    }

    /** The part, from 0, in which an address lies that was added. */
    int partitionOf(long address, int parts) {
        if (before.isEmpty()) {
            long sum = 0;
            for (Int2LongMap.Entry each : counts.int2LongEntrySet()) {
                before.put(each.getIntKey(), sum);
                sum += each.getLongValue();
            }
        }
        int fragment = RowAddress.fragment(address);
        double within = (double) RowAddress.unsignedOffset(address) / lengths.get(fragment);
        double place = before.get(fragment) + within * counts.get(fragment);
        return Math.min(parts - 1, (int) (place / total * parts));
    }
}
