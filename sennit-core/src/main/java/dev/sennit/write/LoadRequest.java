package dev.sennit.write;

import dev.sennit.input.InputOptions;
import dev.sennit.input.InputReader;
import dev.sennit.input.InputSource;
import dev.sennit.input.InputTarget;
import dev.sennit.model.LoadMode;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What to load and how.
 *
 * @param inputs re-readable sources, in order
 * @param dateFormat how dates are written, where not in ISO 8601
 * @param skipBad whether rows that break a rule are left out instead of stopping the load
 * @param maxBad more rejected rows than this stop the load all the same
 * @param rejects the file rejected rows go to
 */
public record LoadRequest(
        List<Input> inputs,
        LoadMode mode,
        Optional<String> dateFormat,
        boolean skipBad,
        OptionalLong maxBad,
        Optional<Path> rejects,
        boolean dryRun,
        LoadProgress progress) {
    /** A file, what its rows are, and how it is read. */
    public record Input(InputSource source, InputTarget target, InputOptions options) {
        InputReader open() {
            return InputReader.open(source, target, options);
        }
    }

    public LoadRequest {
        inputs = List.copyOf(inputs);
    }
}
