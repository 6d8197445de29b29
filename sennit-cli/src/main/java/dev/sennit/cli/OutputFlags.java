package dev.sennit.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a command reports. */
final class OutputFlags {
    static final String JSON = "--json";

    @Option(names = JSON, description = "Print JSON, and errors as JSON on standard error.")
    boolean json;

    @Option(
            names = {"-q", "--quiet"},
            description = "Print results only, nothing about them.")
    boolean quiet;

    /** Where progress is shown: in place on a terminal, unless the output is for a program or nobody. */
    ProgressLine progressLine(Console console) {
        return progressLine(console, null);
    }

    /** @param asked whether the caller said to show it; null if nothing was said */
    ProgressLine progressLine(Console console, @Nullable Boolean asked) {
        boolean shown = asked == null ? console.terminals().err() && !json && !quiet : asked;
        if (!shown) {
            return ProgressLine.none();
        }
        return console.terminals().err() ? ProgressLine.inPlace(console.err()) : ProgressLine.lines(console.err());
    }
}
