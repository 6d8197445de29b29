package dev.sennit.validate;

import dev.sennit.model.Rule;

/**
 * A row that breaks a rule over all rows, before anyone has looked up its texts.
 *
 * @param rule KEY, KEY_IMMUTABLE, UNIQUE, ENDPOINT, ENDPOINT_REJECTED or CARDINALITY
 * @param place the UNIQUE constraint's index; for endpoints 0 for the source and 1 for the destination; for cardinality
 *     twice the edge type's index, plus 1 for the side of the destination
 * @param other the ordinal of the row that is in the way or was rejected; {@link #IN_BASE} for a base row; for
 *     cardinality the number of edges
 */
record Problem(Rule rule, int place, long other) {
    static final long IN_BASE = -1;
}
