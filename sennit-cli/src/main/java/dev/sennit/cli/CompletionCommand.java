package dev.sennit.cli;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code sennit completion}. */
@Command(
        name = "completion",
        header = "Print a script that completes arguments in bash and zsh.",
        description = {"", "Use it with: source <(sennit completion)", ""})
final class CompletionCommand implements Callable<Integer> {
    private final Console console;

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets the field before it calls call()
    CompletionCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        console.out().print(AutoComplete.bash("sennit", spec.root().commandLine()));
        return 0;
    }
}
