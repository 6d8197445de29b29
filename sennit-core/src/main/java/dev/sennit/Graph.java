package dev.sennit;

import dev.sennit.model.BranchInfo;
import dev.sennit.model.CheckReport;
import dev.sennit.model.CollectReport;
import dev.sennit.model.CommitInfo;
import dev.sennit.model.GraphId;
import dev.sennit.model.OperationId;
import dev.sennit.model.OperationInfo;
import dev.sennit.model.Outcome;
import dev.sennit.model.TagInfo;
import java.util.List;
import java.util.stream.Stream;

/**
 * An open graph. Thread-safe. Closing it closes the snapshots and results that came from it; opening the same root again
 * in this process shares everything but the handle.
 */
public interface Graph extends AutoCloseable {
    /** The name of the branch every graph has. */
    String MAIN = "main";

    GraphId id();

    /** The root as it was opened. */
    String location();

    /**
     * A branch.
     *
     * @throws dev.sennit.model.NotFoundException if there is none of that name
     */
    Branch branch(String name);

    /**
     * Creates a branch. It shows the state it starts at, costs nothing that grows with the graph, and takes no part in what
     * is written to others.
     *
     * @param name what Git would accept as a branch's name, in any script, up to 100 bytes of UTF-8
     * @param revision where it starts: a branch, tag or commit, as {@link #at} reads it
     * @return the branch
     * @throws dev.sennit.model.AlreadyExistsException if there is a branch of that name
     * @throws dev.sennit.model.NotFoundException if nothing is called by the revision
     * @throws dev.sennit.model.InvalidArgumentException if no branch may have that name
     * @throws dev.sennit.model.ExpiredException SNAPSHOT_EXPIRED or COLLECTED if the state has been given up
     * @throws dev.sennit.model.SennitException OPERATION_ABORTED, OUTCOME_UNKNOWN or STORE_UNAVAILABLE; only
     *     OUTCOME_UNKNOWN leaves open whether it was created
     */
    Branch createBranch(String name, String revision);

    /** {@link #createBranch(String, String)} at the head of main. */
    default Branch createBranch(String name) {
        return createBranch(name, MAIN);
    }

    /** All branches: main first, then in order of name. Reads the history back to where each left main. */
    List<BranchInfo> branches();

    /**
     * Deletes a branch. Its name is free from then on, and handles of it fail with BRANCH_DELETED. Its commits stay in the
     * history for as long as another branch or a tag leads to them.
     *
     * @param force whether it is to be deleted though no other branch and no tag leads to its newest commit
     * @throws dev.sennit.model.NotFoundException if there is none of that name
     * @throws dev.sennit.model.ConflictException PRECONDITION_FAILED if it is not merged and {@code force} is not set
     * @throws dev.sennit.model.InvalidArgumentException if it is main
     * @throws dev.sennit.model.SennitException OPERATION_ABORTED, OUTCOME_UNKNOWN or STORE_UNAVAILABLE; only
     *     OUTCOME_UNKNOWN leaves open whether it was deleted
     */
    void deleteBranch(String name, boolean force);

    /**
     * Names a commit for good: a tag stays where it is, and the state it names is kept by every collection.
     *
     * @param name as that of a branch. Where a branch has the same name, revisions mean the branch
     * @throws dev.sennit.model.AlreadyExistsException if there is a tag of that name
     * @throws dev.sennit.model.SennitException as {@link #createBranch(String, String)}
     */
    TagInfo createTag(String name, String revision);

    /** All tags in order of name. */
    List<TagInfo> tags();

    /**
     * Deletes a tag.
     *
     * @throws dev.sennit.model.NotFoundException if there is none of that name
     * @throws dev.sennit.model.SennitException as {@link #deleteBranch}
     */
    void deleteTag(String name);

    /** The branch every graph has. */
    default Branch main() {
        return branch(MAIN);
    }

    /**
     * The state at a revision: a branch, tag or commit id (any unique prefix or suffix), then {@code ~n} or
     * {@code ^n}, or {@code @{time}}.
     *
     * @throws dev.sennit.model.NotFoundException if nothing is so named
     * @throws dev.sennit.model.InvalidArgumentException if the text is no revision, or fits several commits
     * @throws dev.sennit.model.ExpiredException SNAPSHOT_EXPIRED if the state has been collected
     */
    Snapshot at(String revision);

    /** The commit a revision names, as {@link #at} reads it; also of one whose state has been collected. */
    CommitInfo commit(String revision);

    /**
     * History from a revision, newest first, following first parents, on to the branch that its branch began from. Read as the stream is consumed.
     */
    Stream<CommitInfo> log(String revision);

    /**
     * What differs between the states at two revisions, which may be on different branches. The cost follows the
     * difference, not the size of the graph.
     *
     * @param from the earlier revision, by sense if not by time
     * @param to the later one
     * @throws dev.sennit.model.SennitException as {@link #at}
     */
    Diff diff(String from, String to);

    /** What became of an operation, on whatever branch; settles it first if its writer is gone. */
    Outcome outcome(OperationId operation);

    /**
     * The operations that are unresolved, then the most recent settled ones, newest first: what happened to each and
     * why. Changes nothing.
     *
     * @param recent how many settled operations to list at most
     */
    List<OperationInfo> operations(int recent);

    /**
     * Settles every unresolved operation whose writer is gone, as the next write would: decided ones are completed,
     * others are aborted. Nothing needs this; it is for those who want to know now.
     *
     * @return what was unresolved, and what came of it; operations in progress are left alone
     */
    List<OperationInfo> recover();

    /**
     * Checks everything the graph needs: history, files, counts, keys, references and every other rule. Damage is in the
     * report, never an exception. Changes nothing, and others may read and write meanwhile.
     *
     * @throws dev.sennit.model.SennitException if the check itself cannot go on, for example RESOURCE_LIMIT
     */
    CheckReport check(CheckOptions options);

    /** {@link #check(CheckOptions)} with {@link CheckOptions#DEFAULT}. */
    default CheckReport check() {
        return check(CheckOptions.DEFAULT);
    }

    /**
     * Removes table versions and files that nothing needs any more: of states older than is to be kept, and what killed or
     * lost writes have left. States that are kept, and the log, stay as they are; of others, {@link #at} says
     * SNAPSHOT_EXPIRED from then on, and so does a snapshot that is open still. Others may read, write and collect meanwhile.
     *
     * @throws dev.sennit.model.BusyException WRITER_ACTIVE if this process is collecting already
     * @throws dev.sennit.model.StoreException CORRUPTION if it cannot be known what is needed; nothing is removed then
     */
    CollectReport collect(CollectOptions options);

    @Override
    void close();
}
