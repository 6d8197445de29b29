package dev.sennit.cli;

import dev.sennit.cli.print.JsonLines;
import dev.sennit.model.ErrorText;
import dev.sennit.model.FileTrouble;
import dev.sennit.model.StoreException;
import dev.sennit.model.Violation;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * Writes violations to a file, one JSON object a line. The file is there even if there are none, so that an old one is not
 * mistaken for this command's. Not thread-safe.
 */
final class ViolationFile implements Consumer<Violation>, AutoCloseable {
    private final Path path;
    private final BufferedWriter out;

    /** @throws StoreException if the file cannot be written; also by the other methods */
    ViolationFile(Path path) {
        this.path = path;
        try {
            this.out = Files.newBufferedWriter(path);
        } catch (IOException e) {
            throw unavailable(e);
        }
    }

    @Override
    public void accept(Violation violation) {
        try {
            out.write(JsonLines.text(json -> CommandJson.writeViolationMembers(json, violation)));
            out.write('\n');
        } catch (IOException e) {
            throw unavailable(e);
        }
    }

    @Override
    public void close() {
        try {
            out.close();
        } catch (IOException e) {
            throw unavailable(e);
        }
    }

    private StoreException unavailable(IOException e) {
        return StoreException.unavailable(
                ErrorText.of("cannot write the violations file " + path)
                        .cause(e instanceof NoSuchFileException ? "its directory does not exist" : FileTrouble.of(e))
                        .remedy("name a file in a directory that exists, with " + ViolationFlags.VIOLATIONS),
                e);
    }
}
