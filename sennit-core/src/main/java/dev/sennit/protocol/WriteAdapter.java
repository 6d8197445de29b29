package dev.sennit.protocol;

import dev.sennit.manifest.CommitRecord;

/**
 * A kind of writer, as the protocol sees it (§6). {@link #prepare} may run several times, each time against a newer
 * base; it must leave nothing behind but staged files that no version names.
 *
 * @param <R> what the caller gets
 */
public interface WriteAdapter<R> {
    WriterKind kind();

    /**
     * What writes that are likely to write the same tables have in common: equal for them, and for others not. It only
     * helps to foresee contention.
     */
    default Object shape() {
        return kind();
    }

    /**
     * Stage B: computes the write against the base, with no durable effect besides staged files.
     *
     * @throws dev.sennit.model.SennitException if the write breaks a rule; nothing is written
     */
    Preparation<R> prepare(BaseView base, PrepareContext context);

    /** The result of an earlier commit under the same idempotency key. */
    R replay(CommitRecord commit);
}
