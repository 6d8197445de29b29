package dev.sennit.validate;

import java.util.List;

/**
 * What is known of one node, by its hash.
 *
 * @param inBase whether a base row stays or is replaced
 * @param acceptedOrdinal the ordinal of the row of the delta that is the node; negative if there is none
 * @param rejectedOrdinal the ordinal of a row that would have been the node; negative if there is none
 */
record NodeStatus(boolean inBase, long acceptedOrdinal, long rejectedOrdinal) {
    private static final NodeStatus UNKNOWN = new NodeStatus(false, -1, -1);
    private static final NodeStatus IN_BASE = new NodeStatus(true, -1, -1);

    /** The status of the node with that hash, whose records begin at {@code from} if there are any. */
    static NodeStatus of(List<TypeDelta> types, long[][] keys, int from, long high, long low) {
        boolean inBase = false;
        boolean deleted = false;
        long accepted = -1;
        long rejected = -1;
        for (int i = from; i < keys[0].length && keys[0][i] == high && keys[1][i] == low; i++) {
            long tag = keys[2][i];
            long ordinal = RowTag.ordinal(tag);
            switch (RowTag.origin(tag)) {
                case RowTag.BASE -> inBase = true;
                case RowTag.DELETED -> deleted = true;
                case RowTag.DELTA -> {
                    if (types.get(RowTag.type(tag)).rejected.contains(ordinal)) {
                        rejected = rejected < 0 ? ordinal : rejected;
                    } else {
                        accepted = ordinal;
                    }
                }
                default -> rejected = rejected < 0 ? ordinal : rejected;
            }
        }
        boolean stays = inBase && !deleted;
        if (accepted < 0 && rejected < 0) {
            return stays ? IN_BASE : UNKNOWN;
        }
        return new NodeStatus(stays, accepted, rejected);
    }

    boolean exists() {
        return inBase || acceptedOrdinal >= 0;
    }

    /** Whether the node is missing because its row was rejected. */
    boolean isRejected() {
        return !exists() && rejectedOrdinal >= 0;
    }
}
