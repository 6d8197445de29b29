package dev.sennit.write;

/**
 * What a merge would do.
 *
 * @param unresolved how many conflicts nothing resolves; if any, nothing would be done
 * @param changesAnything whether it would change a table
 */
public record MergePreview(MergeSummary summary, long unresolved, boolean changesAnything) {}
