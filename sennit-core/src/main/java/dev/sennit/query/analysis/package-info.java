/**
 * Gives every name of a query a meaning under a schema, and refuses what cannot mean anything.
 *
 * <p><b>Enter at</b> {@link dev.sennit.query.analysis.Analyzer}; its result is a
 * {@link dev.sennit.query.analysis.BoundQuery}.
 *
 * <p><b>Invariants.</b> What leaves this package is fully resolved: variables are numbered, labels are sets of types,
 * functions are known, every expression has a static type. An unknown name is an error with a suggestion, never an
 * empty result. A part of the language Sennit does not execute yet is an
 * {@link dev.sennit.model.UnsupportedException} at its position.
 *
 * <p><b>Must not know</b> rows, tables or plans.
 */
@NullMarked
package dev.sennit.query.analysis;

import org.jspecify.annotations.NullMarked;
