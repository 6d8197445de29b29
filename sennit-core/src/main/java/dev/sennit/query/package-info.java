/**
 * Queries in openCypher over one state of a graph.
 *
 * <p><b>Enter at</b> {@link dev.sennit.query.QueryEngine}. A text goes through the packages {@code syntax} (text to
 * tree), {@code analysis} (names to meanings), {@code plan} (meanings to operators) and {@code execution} (operators to
 * rows); {@code ast} and {@code value} are what they share. Adding a part of the language means adding a case to the
 * sealed types of each; the compiler then names every place that must know.
 *
 * <p><b>Invariants.</b> A query whose names or types are wrong never runs. What is not executed yet is an
 * {@link dev.sennit.model.UnsupportedException} at its position. No text of a user becomes part of a native query.
 *
 * <p><b>Must not know</b> branches, commits or writers.
 */
@NullMarked
package dev.sennit.query;

import org.jspecify.annotations.NullMarked;
