package dev.sennit.protocol;

import dev.sennit.manifest.CommitPlace;
import dev.sennit.model.OperationId;
import java.util.Objects;

/**
 * The intent of an operation that creates or deletes a branch or a tag: the pointer it will put, under the number it will
 * have, whoever puts it.
 *
 * @param origin where the pointer's commit was made, which may be another place than the one that shows it
 * @param uuid of the manifest transaction that seeds or closes a branch, the same for whoever does
 */
public record RefIntent(RefPointer pointer, CommitPlace origin, String uuid, Owner owner) {
    public RefIntent {
        Objects.requireNonNull(pointer, "pointer");
        Objects.requireNonNull(origin, "origin");
        Objects.requireNonNull(uuid, "uuid");
        Objects.requireNonNull(owner, "owner");
    }

    public OperationId operation() {
        return pointer.operation();
    }

    /** What it does and to what, for messages: {@code create branch 'review'}. */
    public String text() {
        return pointer.change() + " '" + pointer.name() + "'";
    }
}
