/**
 * Reading users' files: CSV, TSV and JSON lines, plain or compressed, with plain, Neptune or Neo4j headers, as rows
 * whose cells keep absent, null and value apart, and turning cells into values of property types.
 *
 * <p><b>Enter at</b> {@link dev.sennit.input.InputSource}, what a name on a command line stands for;
 * {@link dev.sennit.input.InputReader}, the rows of one source; {@link dev.sennit.input.ValueParser}, a cell's value.
 *
 * <p><b>Invariants.</b> A row that cannot be read becomes a {@link dev.sennit.input.BadRow} with its line and the rest
 * goes on; only a file that cannot be read at all, or whose further rows cannot be told apart, ends in an exception,
 * which names the file. Memory does not grow with the file: a record has a bound in bytes. Nothing is guessed about
 * types: a cell stays as it was written until someone parses it as a property type.
 *
 * <p><b>Must not know</b> schemas, stores, nor anything above this package.
 */
@NullMarked
package dev.sennit.input;

import org.jspecify.annotations.NullMarked;
