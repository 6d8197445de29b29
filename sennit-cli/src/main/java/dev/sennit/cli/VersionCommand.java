package dev.sennit.cli;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code sennit version}. */
@Command(name = "version", header = "Show the version.", description = "")
final class VersionCommand implements Callable<Integer> {
    private final Console console;

    VersionCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        for (String line : new Version().getVersion()) {
            console.print(line);
        }
        return 0;
    }
}
