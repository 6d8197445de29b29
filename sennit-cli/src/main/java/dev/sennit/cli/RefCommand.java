package dev.sennit.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code sennit branch} and {@code sennit tag}: their verbs do the work. */
abstract class RefCommand implements Runnable {
    @Spec
    @Nullable
    private CommandSpec spec;

    @Override
    public void run() {
        CommandSpec called = spec;
        if (called == null) {
            throw new IllegalStateException("picocli sets it before it runs a command");
        }
        throw new ParameterException(called.commandLine(), "no verb after '" + called.name() + "'");
    }

    /** {@code sennit branch}. */
    @Command(
            name = "branch",
            header = "List, create and delete branches.",
            description = "",
            synopsisSubcommandLabel = "<verb>")
    static final class Branches extends RefCommand {}

    /** {@code sennit tag}. */
    @Command(
            name = "tag",
            header = "List, create and delete tags.",
            description = "",
            synopsisSubcommandLabel = "<verb>")
    static final class Tags extends RefCommand {}
}
