/**
 * The values a running query works with: how they are equal, ordered, grouped and computed with.
 *
 * <p><b>Enter at</b> {@link dev.sennit.query.value.Equality}, {@link dev.sennit.query.value.ValueOrder} and
 * {@link dev.sennit.query.value.Arithmetic}.
 *
 * <p><b>Invariants.</b> Values are null or of the Java classes {@link dev.sennit.model.PropertyType} names, maps and
 * lists of values, and {@link dev.sennit.query.value.NodeRef}, {@link dev.sennit.query.value.EdgeRef} and
 * {@link dev.sennit.query.value.PathRef} in place of elements and paths. Conditions have three values; null is the
 * third.
 *
 * <p><b>Must not know</b> plans, tables or the syntax.
 */
@NullMarked
package dev.sennit.query.value;

import org.jspecify.annotations.NullMarked;
