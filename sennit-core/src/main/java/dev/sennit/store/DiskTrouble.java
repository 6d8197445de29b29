package dev.sennit.store;

import dev.sennit.model.ErrorText;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;

/**
 * What the operating system refuses that a user can do something about, in whatever words the JDK or Lance repeat it. The
 * numbers are those of Linux, which Lance adds to the text.
 */
enum DiskTrouble {
    FULL(
            "no space is left on its disk",
            "make room on the disk that holds the graph, then do it again",
            "No space left on device",
            "os error 28)"),
    QUOTA(
            "the quota of its disk is used up",
            "make room on the disk that holds the graph, or have the quota raised, then do it again",
            "Disk quota exceeded",
            "os error 122)"),
    READ_ONLY(
            "its file system is read-only",
            "mount it for writing, or work on a copy elsewhere",
            "Read-only file system",
            "os error 30)"),
    FORBIDDEN(
            "this user may not do that there",
            "give this user the rights to read and write the graph's directory and everything in it",
            "Permission denied",
            "os error 13)",
            "Operation not permitted",
            "os error 1)"),
    NOT_A_DIRECTORY(
            "a part of its path is a file and no directory",
            "name a place where directories can be made",
            "Not a directory",
            "os error 20)"),
    TOO_MANY_FILES(
            "this process has as many files open as it may",
            "raise the limit of open files ('ulimit -n'), or close graphs and results that are not needed any more",
            "Too many open files",
            "os error 24)"),

    /** Of what is being made only: of what was there it means that it is lost, so {@link #of} does not tell of it. */
    NO_PLACE(
            "no directory can be made there",
            "name a place on a file system where this user can make directories",
            "No such file or directory",
            "os error 2)");

    private final String cause;
    private final String remedy;
    private final String[] signs;

    DiskTrouble(String cause, String remedy, String... signs) {
        this.cause = cause;
        this.remedy = remedy;
        this.signs = signs;
    }

    /** The trouble an exception tells of. */
    static Optional<DiskTrouble> of(Throwable thrown) {
        if (thrown instanceof AccessDeniedException) {
            return Optional.of(FORBIDDEN);
        }
        return Arrays.stream(values())
                .filter(trouble -> trouble != NO_PLACE && trouble.isToldBy(thrown))
                .findFirst();
    }

    boolean isToldBy(Throwable thrown) {
        if (this == NO_PLACE && thrown instanceof NoSuchFileException) {
            return true;
        }
        String message = Objects.requireNonNullElse(thrown.getMessage(), "");
        return Arrays.stream(signs).anyMatch(message::contains);
    }

    ErrorText explain(ErrorText text) {
        return text.cause(cause).remedy(remedy);
    }
}
