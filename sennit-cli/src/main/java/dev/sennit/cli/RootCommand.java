package dev.sennit.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code sennit} itself: its verbs do the work. */
@Command(
        name = "sennit",
        header = "A versioned property-graph database.",
        description = "",
        synopsisSubcommandLabel = "<verb>",
        versionProvider = Version.class,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done",
            "1:internal or input/output error",
            "2:wrong usage",
            "3:not found",
            "4:invalid data, schema or query",
            "5:conflict",
            "6:busy: try again",
            "7:outcome unknown: 'sennit outcome' tells",
            "8:corruption",
            "130:interrupted"
        },
        footer = {"", "'sennit <verb> --help' shows a verb's options; 'sennit quickstart' shows it all at work."})
final class RootCommand implements Runnable {
    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            description = "Show the version.")
    boolean version;

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets the field before it calls run()
    RootCommand() {}

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "no verb");
    }
}
