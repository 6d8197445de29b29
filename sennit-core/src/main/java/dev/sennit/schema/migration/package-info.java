/**
 * The way from one schema to another: which steps it takes, what each costs, and whether two such ways can be gone both.
 *
 * <p><b>Enter at</b> {@link dev.sennit.schema.migration.MigrationPlanner}, which compares an accepted schema with a
 * declared one, and {@link dev.sennit.schema.migration.SchemaMerge}, which unites what two branches made of one schema.
 *
 * <p><b>Invariants.</b> Everything is decided by identities: a type or property that keeps its name or says RENAMED FROM
 * keeps its identity; what is dropped and added again gets another. Two identities are one thing if a schema says so, or
 * if both sides of a merge have added it under one name: {@link dev.sennit.schema.migration.SharedIdentities}. A plan is pure: it is computed from two schemas and
 * numbers of rows, and whoever carries it out reads the data. A plan without refusals leaves conditions only the data can
 * break.
 *
 * <p><b>Must not know</b> tables, how data are stored or checked, nor anything above {@link dev.sennit.schema}.
 */
@NullMarked
package dev.sennit.schema.migration;

import org.jspecify.annotations.NullMarked;
