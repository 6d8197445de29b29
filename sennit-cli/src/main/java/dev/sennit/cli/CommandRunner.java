package dev.sennit.cli;

import java.util.List;
import picocli.CommandLine;

/** Runs one command and turns whatever it ends with into messages and an exit code. */
final class CommandRunner {
    private static final int SUCCESS = 0;

    private final Console console;
    private final CommandTree tree;

    CommandRunner(Console console, GraphOpener graphs) {
        this.console = console;
        this.tree = new CommandTree(console, graphs);
    }

    /** Runs the command that the arguments call; returns the exit code. */
    int run(List<String> arguments) {
        boolean json = wantsJson(arguments);
        try {
            CommandLine command = tree.forArguments(arguments)
                    .setOut(console.out())
                    .setErr(console.err())
                    .setParameterExceptionHandler((e, args) -> tell(UsageErrors.report(e), e, json))
                    .setExecutionExceptionHandler((e, line, parsed) -> report(e, json));
            int code = command.execute(arguments.toArray(String[]::new));
            console.out().flush();
            return code;
        } catch (OutputClosedException e) {
            return SUCCESS;
        } catch (Throwable e) {
            return report(e, json);
        }
    }

    private int report(Throwable e, boolean json) {
        if (e instanceof OutputClosedException) {
            return SUCCESS;
        }
        return tell(ErrorReport.of(e), e, json);
    }

    private int tell(ErrorReport report, Throwable e, boolean json) {
        try {
            if (json) {
                console.tell(report.json());
            } else {
                report.lines().forEach(console::tell);
            }
            if (console.isDebugging()) {
                e.printStackTrace(console.err());
            }
        } catch (OutputClosedException nobodyListens) {
            return report.exitCode();
        }
        return report.exitCode();
    }

    /** Asked before the arguments are understood, since they may be what is wrong. */
    private static boolean wantsJson(List<String> arguments) {
        int end = arguments.indexOf("--");
        return (end < 0 ? arguments : arguments.subList(0, end)).contains(OutputFlags.JSON);
    }
}
