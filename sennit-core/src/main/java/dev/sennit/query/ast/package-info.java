/**
 * The syntax tree of a query: what the user wrote, nothing resolved.
 *
 * <p><b>Enter at</b> {@link dev.sennit.query.ast.Statement}.
 *
 * <p><b>Invariants.</b> Records of closed sets, immutable, each with the place it was read from. The tree covers the
 * whole language; which parts of it Sennit executes is said by the analysis.
 *
 * <p><b>Must not know</b> schemas, plans or the grammar.
 */
@NullMarked
package dev.sennit.query.ast;

import org.jspecify.annotations.NullMarked;
