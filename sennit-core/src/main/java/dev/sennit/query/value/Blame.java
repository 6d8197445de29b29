package dev.sennit.query.value;

import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;

/** Makes an error at the place of the expression that is being evaluated. */
@FunctionalInterface
public interface Blame {
    RuntimeException error(ErrorCode code, ErrorText text);
}
