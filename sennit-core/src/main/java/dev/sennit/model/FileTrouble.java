package dev.sennit.model;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Objects;

/** Why something cannot be done with a file, in words: the JDK's messages are often nothing but the file's name. */
public final class FileTrouble {
    private FileTrouble() {}

    /** The cause, without the name of the file it is about; never empty. */
    public static String of(IOException e) {
        return switch (e) {
            case AccessDeniedException ignored -> "permission denied";
            case NoSuchFileException missing ->
                "there is no " + Objects.requireNonNullElse(missing.getFile(), "such file");
            case FileAlreadyExistsException ignored -> "it exists already";
            case NotDirectoryException ignored -> "it is not a directory";
            case FileSystemException other when other.getReason() != null -> other.getReason();
            default ->
                e.getMessage() == null || e.getMessage().isBlank()
                        ? e.getClass().getSimpleName()
                        : e.getMessage();
        };
    }
}
