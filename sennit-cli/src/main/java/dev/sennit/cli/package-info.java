/**
 * The command line: turns arguments into calls of the public API in {@code dev.sennit}, and results
 * and errors into text, JSON and exit codes.
 *
 * <p>Enter at {@link dev.sennit.cli.Main}. The commands know the public API and the exported model
 * only; they have no privileges that a Java program using the library would not have.
 */
@NullMarked
package dev.sennit.cli;

import org.jspecify.annotations.NullMarked;
