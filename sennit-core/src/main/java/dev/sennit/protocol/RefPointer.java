package dev.sennit.protocol;

import dev.sennit.manifest.CommitPlace;
import dev.sennit.model.BranchIncarnation;
import dev.sennit.model.CommitId;
import dev.sennit.model.OperationId;
import java.time.Instant;
import java.util.Objects;

/**
 * What a name led to from some time on. Of a name's pointers the one with the highest number counts. One that ends the
 * name is a tombstone, and has the number after the pointer it ends.
 *
 * @param ended whether this is a tombstone
 * @param life of the name: the branch's incarnation; of a tag an id that is minted for it
 * @param commit of a branch the one it starts at, of a tag the one it names; of a tombstone the last one
 * @param place a state that shows the commit; of a branch's tombstone the branch's closing state
 * @param operation that put it
 * @param author who asked for it
 * @param time when, by the clock of whoever did
 */
public record RefPointer(
        RefKind kind,
        String name,
        long number,
        boolean ended,
        BranchIncarnation life,
        CommitId commit,
        CommitPlace place,
        OperationId operation,
        String author,
        Instant time) {
    public RefPointer {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(life, "life");
        Objects.requireNonNull(commit, "commit");
        Objects.requireNonNull(place, "place");
        Objects.requireNonNull(operation, "operation");
        Objects.requireNonNull(author, "author");
        Objects.requireNonNull(time, "time");
    }

    /** What the operation that put it does, for messages: {@code create branch}. */
    public String change() {
        return (ended ? "delete " : "create ") + kind.text();
    }
}
