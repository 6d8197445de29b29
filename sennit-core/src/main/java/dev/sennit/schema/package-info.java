/**
 * What a graph's data look like: the schema language, the declared schema, the identities that survive renames, and
 * the proposal of a schema from data files.
 *
 * <p><b>Enter at</b> {@link dev.sennit.schema.GraphSchema}, what a schema file declares, and
 * {@link dev.sennit.schema.AcceptedSchema}, what a commit holds: the declaration and the identity of each type and
 * property in it.
 *
 * <p><b>Invariants.</b> Declarations carry no identities, so two files that say the same are equal. A
 * {@code GraphSchema} that exists is valid: names resolve, keys have key types, no name is declared twice.
 *
 * <p><b>Must not know</b> how tables are stored, nor anything above this package.
 */
@NullMarked
package dev.sennit.schema;

import org.jspecify.annotations.NullMarked;
