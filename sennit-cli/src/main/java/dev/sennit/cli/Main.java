package dev.sennit.cli;

import dev.sennit.Graph;
import dev.sennit.OpenOptions;
import dev.sennit.Sennit;
import dev.sennit.model.Ticker;
import dev.sennit.schema.GraphSchema;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.util.List;
import java.util.Map;

/** The {@code sennit} command. */
public final class Main {
    static final GraphOpener SENNIT = new GraphOpener() {
        @Override
        public Graph open(String location, OpenOptions options) {
            return Sennit.open(location, options);
        }

        @Override
        public Graph create(String location, GraphSchema schema, OpenOptions options, String message) {
            return Sennit.create(location, schema, options, message);
        }
    };

    private Main() {}

    /** Runs the command given by {@code args} and exits with its code. */
    public static void main(String[] args) {
        List<String> arguments = List.of(args);
        Map<String, String> environment = System.getenv();
        Console console = Console.of(
                System.in,
                new OutputWriter(new FileOutputStream(FileDescriptor.out)),
                new OutputWriter(new FileOutputStream(FileDescriptor.err)),
                Terminals.ofThisProcess(environment),
                environment,
                Ticker.system());
        if (console.isDebugging()) {
            System.setProperty("org.slf4j.simpleLogger.defaultLogLevel", "debug");
        }
        GraphOpener graphs = HeadStart.of(
                arguments,
                SENNIT,
                task -> Thread.ofPlatform().daemon().name("sennit-head-start").start(task));
        ProcessEnd.exit(new CommandRunner(console, graphs).run(arguments));
    }
}
