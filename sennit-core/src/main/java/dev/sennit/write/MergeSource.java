package dev.sennit.write;

import dev.sennit.manifest.CommitPlace;
import dev.sennit.manifest.GraphState;
import dev.sennit.manifest.Head;
import dev.sennit.manifest.MergeBase;
import dev.sennit.model.CommitId;

/** What is merged, and the history it shares with what it is merged into. */
public interface MergeSource {
    /** The state that is merged, fixed when the merge began. */
    GraphState theirs();

    /** Where its commit was made. */
    CommitPlace place();

    /**
     * How the newest state of a branch stands to it, over all parents.
     *
     * @param ours that state
     */
    MergeBase.Relation relation(Head ours);

    /** How two commits stand to each other that these have among their ancestors. */
    MergeBase.Relation relation(CommitId left, CommitId right);

    /**
     * The state that one of these commits made.
     *
     * @throws dev.sennit.model.ExpiredException SNAPSHOT_EXPIRED if it has been collected
     */
    GraphState state(CommitId commit);

    /** @throws dev.sennit.model.ExpiredException if what is merged was deleted or collected */
    void require();
}
