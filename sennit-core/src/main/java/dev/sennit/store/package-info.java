/**
 * The only package that touches Lance, and the object store for control objects.
 *
 * <p><b>Enter at</b> {@link dev.sennit.store.TableStore} for tables, {@link dev.sennit.store.ManifestTable} for the
 * chain of manifest versions, {@link dev.sennit.store.ManifestBranches} for its native branches,
 * {@link dev.sennit.store.ObjectStore} for control objects. One {@link dev.sennit.store.LanceRuntime} per open store
 * makes them all.
 *
 * <p><b>Invariants.</b> A table is opened only at a pin and written only by detached commits, so no table HEAD ever
 * moves; a manifest is written only by Overwrite. Everything Lance does not check is checked here. Every exception of
 * Lance is classified in one class; none leaves this package unclassified.
 *
 * <p><b>Must not know</b> graphs, branches, commits, schemas or queries: it knows tables, columns, rows and bytes.
 */
@NullMarked
package dev.sennit.store;

import org.jspecify.annotations.NullMarked;
