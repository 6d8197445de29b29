package dev.sennit.validate;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The directory temporary files were in. */
public final class TemporaryDirectory {
    private TemporaryDirectory() {}

    /** Deletes the directory unless somebody else has files in it. */
    public static void deleteIfEmpty(Path directory) {
        try {
            Files.deleteIfExists(directory);
        } catch (DirectoryNotEmptyException e) {
            return; // others' files
        } catch (IOException e) {
            return; // an empty directory left behind harms nobody, a failed write for its sake would
        }
    }
}
