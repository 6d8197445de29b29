package dev.sennit.protocol;

import dev.sennit.manifest.CommitPlace;
import dev.sennit.manifest.CommitRecord;
import dev.sennit.model.CommitId;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the commit will say of itself, fixed before the first effect. The first parent and the time are bound at the
 * compare-and-set: the head it lands on, and the later of {@code notBefore} and that head's time plus one millisecond.
 *
 * @param moreParents parents besides the head
 * @param mergedFrom where the first of these was made
 */
public record LineageIntent(
        CommitId commit,
        List<CommitId> moreParents,
        Optional<CommitPlace> mergedFrom,
        String author,
        Instant notBefore,
        String message,
        Optional<String> idempotencyKey,
        Optional<String> payloadDigest,
        List<String> tablesTouched,
        Map<String, Long> result) {
    public LineageIntent {
        moreParents = List.copyOf(moreParents);
        tablesTouched = List.copyOf(tablesTouched);
        result = Collections.unmodifiableMap(new LinkedHashMap<>(result));
    }

    /** What the commit of an attempt says, with the head as its only parent. */
    public static LineageIntent of(PrepareContext context, List<String> tablesTouched, Map<String, Long> result) {
        WriteRequest request = context.request();
        return new LineageIntent(
                context.commit(),
                List.of(),
                Optional.empty(),
                request.author(),
                context.begun(),
                request.message(),
                request.idempotencyKey(),
                request.payloadDigest(),
                tablesTouched,
                result);
    }

    /**
     * The same with a second parent, which the commit has to be later than.
     *
     * @param place where that was made
     */
    public LineageIntent withParent(CommitRecord parent, CommitPlace place) {
        Instant afterParent = parent.time().plusMillis(1);
        return new LineageIntent(
                commit,
                List.of(parent.id()),
                Optional.of(place),
                author,
                notBefore.isAfter(afterParent) ? notBefore : afterParent,
                message,
                idempotencyKey,
                payloadDigest,
                tablesTouched,
                result);
    }
}
