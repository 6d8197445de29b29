package dev.sennit.protocol;

import dev.sennit.manifest.CommitRecord;

/** How publishing a decided operation ended. */
sealed interface PublishOutcome {
    /** The commit is in the lineage. */
    record Committed(long version, CommitRecord commit) implements PublishOutcome {}

    /** Another commit changed the read set: this one is not in the lineage and never will be. */
    record Superseded(String why) implements PublishOutcome {}

    /** The store stayed out of reach until the deadline. */
    record Unknown(Throwable reason) implements PublishOutcome {}
}
