/**
 * The vocabulary every other package shares: identifiers, property types and values, graph elements, revisions,
 * violations and the error hierarchy.
 *
 * <p><b>Enter at</b> {@link dev.sennit.model.SennitException} for errors, {@link dev.sennit.model.PropertyType} for
 * types and the Java classes their values have, {@link dev.sennit.model.Ulid} for identifiers.
 *
 * <p><b>Invariants.</b> Everything here is immutable (arrays inside values are never written after construction) and
 * thread-safe. No class reads a clock, a source of randomness or a file: those are handed in.
 *
 * <p><b>Must not know</b> any other Sennit package, Lance or Arrow.
 */
@NullMarked
package dev.sennit.model;

import org.jspecify.annotations.NullMarked;
