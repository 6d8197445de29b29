package dev.sennit.tck;

/** A scenario does what no typed schema can hold. */
final class NotExpressibleException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NotExpressibleException(String reason) {
        super(reason);
    }
}
