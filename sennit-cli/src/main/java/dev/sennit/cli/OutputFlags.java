package dev.sennit.cli;

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
}
