package dev.sennit.cli;

import dev.sennit.SchemaUpdate;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flag of commands that look for all data that break rules. */
final class ViolationFlags {
    static final String VIOLATIONS = "--violations";

    @Option(
            names = VIOLATIONS,
            paramLabel = "<file>",
            description = "Write everything in the data that stands in the way to a file of JSON lines.")
    @Nullable
    private Path file;

    Optional<Path> file() {
        return Optional.ofNullable(file);
    }

    /** Does something with an update that writes violations to the file, if there is to be one. */
    <T> T whileWriting(SchemaUpdate update, Function<SchemaUpdate, T> action) {
        if (file == null) {
            return action.apply(update);
        }
        try (ViolationFile violations = new ViolationFile(file)) {
            return action.apply(update.violations(violations));
        }
    }
}
