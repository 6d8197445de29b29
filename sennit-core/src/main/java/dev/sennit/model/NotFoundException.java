package dev.sennit.model;

/** A graph, branch, tag, commit, file or element that was named does not exist. {@link ErrorCode#NOT_FOUND}. */
public final class NotFoundException extends SennitException {
    public NotFoundException(ErrorText text) {
        super(ErrorCode.NOT_FOUND, text, null, null);
    }
}
