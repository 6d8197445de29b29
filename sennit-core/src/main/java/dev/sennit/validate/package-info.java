/**
 * The one evaluator of constraints, over a base state and a delta, that every writer uses: types, required, range,
 * pattern and enum of each row; and over all rows together keys, UNIQUE, endpoints and edge cardinality.
 *
 * <p><b>Enter at</b> {@link dev.sennit.validate.RowValidator} for the rules a row breaks by itself,
 * {@link dev.sennit.validate.SetValidator} for those that need the other rows and the base state, and
 * {@link dev.sennit.validate.ViolationList} for collecting what they find.
 *
 * <p><b>Invariants.</b> Memory does not grow with the delta or the base: set rules work on 128-bit hashes in files once
 * a threshold is passed. What is accepted satisfies every rule, and what is accepted does not depend on hashes or file
 * sizes. Rejected rows stay rejected.
 *
 * <p><b>Must not know</b> tables, files of input or Lance: the base state comes through
 * {@link dev.sennit.validate.BaseState}.
 */
@NullMarked
package dev.sennit.validate;

import org.jspecify.annotations.NullMarked;
