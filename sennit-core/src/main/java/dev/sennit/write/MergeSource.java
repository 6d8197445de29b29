package dev.sennit.write;

import dev.sennit.manifest.GraphState;
import dev.sennit.manifest.MergeBase;
import dev.sennit.model.CommitId;

/** What is merged, and the history it shares with what it is merged into. */
public interface MergeSource {
    /** The state that is merged, fixed when the merge began. */
    GraphState theirs();

    /** How a head stands to it, over all parents. Looks at the history as it is now. */
    MergeBase.Relation relation(CommitId ours);

    /** How any two commits stand to each other. */
    MergeBase.Relation relation(CommitId left, CommitId right);

    /**
     * The state a commit made.
     *
     * @throws dev.sennit.model.ExpiredException SNAPSHOT_EXPIRED if it has been collected
     */
    GraphState state(CommitId commit);

    /** @throws dev.sennit.model.ExpiredException if what is merged was deleted or collected */
    void require();
}
