package dev.sennit.model;

/**
 * How the rows of one type lie on disk.
 *
 * @param rows rows that are not deleted
 * @param deletedRows deleted rows that still take place in files
 * @param fragments the pieces a scan reads one after the other
 * @param segments index segments per indexed column: a look-up asks each
 * @param unindexedRows rows that no index segment covers: a look-up reads them
 */
public record TableHealth(long rows, long deletedRows, long fragments, long segments, long unindexedRows) {}
