/**
 * What a graph's data look like: the schema language, the declared schema, and the identities that survive renames.
 *
 * <p><b>Enter at</b> {@link dev.sennit.schema.GraphSchema}, what a schema file declares, and
 * {@link dev.sennit.schema.AcceptedSchema}, what a commit holds: the declaration and the identity of each type and
 * property in it, with those by which other branches know it ({@link dev.sennit.schema.UnitedIds}). {@link dev.sennit.schema.SchemaParser} and {@link dev.sennit.schema.SchemaPrinter} turn text into
 * schemas and back. The grammar is {@code SennitSchema.g4}; the classes generated from it are internal to the package,
 * public only because the generator knows nothing else.
 *
 * <p><b>Invariants.</b> Declarations carry no identities, so two files that say the same are equal. A
 * {@code GraphSchema} that was parsed is valid: names resolve, keys have key types, no name is declared twice. All
 * problems of a text are reported at once, each with its place, and one slip is one problem.
 *
 * <p><b>Must not know</b> how tables are stored, nor anything above this package.
 */
@NullMarked
package dev.sennit.schema;

import org.jspecify.annotations.NullMarked;
