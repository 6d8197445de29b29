/**
 * JMH benchmarks of code whose cost grows with the data. Each class measures one thing and says, in its documentation,
 * which user-visible time the number is a part of.
 *
 * <p>How to run them is in CONTRIBUTING.md. Fork JVMs get their flags from the benchmark's {@code @Fork}.
 */
@NullMarked
package dev.sennit.bench;

import org.jspecify.annotations.NullMarked;
