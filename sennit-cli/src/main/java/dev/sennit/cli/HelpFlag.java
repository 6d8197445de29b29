package dev.sennit.cli;

import picocli.CommandLine.Option;

/** The flag that every command has; {@link CommandTree} gives it to each. */
final class HelpFlag {
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    boolean help;
}
