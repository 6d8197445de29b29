package dev.sennit.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code sennit schema}: its verbs do the work. */
@Command(
        name = "schema",
        header = "Propose, show, format and change schemas.",
        description = "",
        synopsisSubcommandLabel = "<verb>")
final class SchemaCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets the field before it calls run()
    SchemaCommand() {}

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "no verb after 'schema'");
    }
}
