/**
 * The names of a graph: branches and tags, what they lead to, and how they come and go.
 *
 * <p><b>Enter at</b> {@link dev.sennit.branch.BranchDirectory}, which finds what names lead to, and
 * {@link dev.sennit.branch.BranchControl}, which creates and deletes them.
 *
 * <p><b>Invariants.</b> A name leads to what its pointer of the highest number says, and a pointer is never changed or
 * removed. The pointer of a new branch is put when everything it leads to is durable; a tombstone is put when the branch is
 * closed and all of it archived. A handle never follows a name to another life of it. None of this touches a table.
 *
 * <p><b>Must not know</b> tables, queries, or what writers write.
 */
@NullMarked
package dev.sennit.branch;

import org.jspecify.annotations.NullMarked;
