/**
 * Proposes a schema for data files: types, properties, keys and endpoints, each with the reason as a comment.
 *
 * <p><b>Enter at</b> {@link dev.sennit.schema.inference.SchemaInference}; its input is
 * {@link dev.sennit.schema.inference.RawRecord}, rows as whoever reads the files found them.
 *
 * <p><b>Invariants.</b> What is proposed fits every record that was seen: a narrow type, NOT NULL or a key stands only
 * on all the values, never on a sample. Memory has a bound that does not depend on the number of records.
 *
 * <p><b>Must not know</b> file formats, stores, nor anything above this package.
 */
@NullMarked
package dev.sennit.schema.inference;

import org.jspecify.annotations.NullMarked;
