/**
 * How values, rows, counts and sizes look as text, CSV and JSON.
 *
 * <p><b>Enter at</b> {@link dev.sennit.cli.print.RowWriter}, the rows of a query in one of the three forms, and
 * {@link dev.sennit.cli.print.TextTable}, aligned columns.
 *
 * <p><b>Invariants.</b> Memory does not grow with the number of rows. The aligned form is for people: it shows control
 * characters as escapes, so that no stored text can drive a terminal, and shortens vectors. CSV and JSON are exact.
 *
 * <p><b>Must not know</b> commands, arguments or graphs.
 */
@NullMarked
package dev.sennit.cli.print;

import org.jspecify.annotations.NullMarked;
