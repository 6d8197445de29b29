/**
 * Sennit beside Neo4j's embedded engine and Kuzu's Java library: whether the same questions get the same answers, and how
 * long they take.
 *
 * <p><b>Enter at</b> {@link dev.sennit.bench.comparison.CompareAnswers} and
 * {@link dev.sennit.bench.comparison.CompareSpeed}. Both load the same CSV files into every engine by its own means and ask
 * it in its own dialect where that differs.
 *
 * <p><b>Invariants.</b> An answer is never expected of one engine because another gave it: a question that two engines
 * answer differently is a failure, unless the difference is listed with its reason, and then it must be there.
 *
 * <p>This source directory is compiled under the Maven profile {@code bench} only, so that no other build needs the
 * engines compared with.
 */
@NullMarked
package dev.sennit.bench.comparison;

import org.jspecify.annotations.NullMarked;
