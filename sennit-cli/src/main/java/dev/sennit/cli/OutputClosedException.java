package dev.sennit.cli;

import java.io.IOException;
import java.io.UncheckedIOException;

/** Whoever read this process's output does not read on, as {@code head} does after ten lines. */
final class OutputClosedException extends UncheckedIOException {
    OutputClosedException(IOException cause) {
        super("the output is closed", cause);
    }
}
