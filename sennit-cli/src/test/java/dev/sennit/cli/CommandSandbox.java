package dev.sennit.cli;

import dev.sennit.testkit.ManualTicker;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Runs commands in this process and keeps what they print. */
final class CommandSandbox {
    private final GraphOpener graphs;
    private final Map<String, String> environment = new TreeMap<>();
    private InputStream in = InputStream.nullInputStream();
    private Terminals terminals = Terminals.NONE;

    /** What a command did. */
    record Outcome(int exitCode, String out, String err) {}

    CommandSandbox(GraphOpener graphs) {
        this.graphs = graphs;
    }

    CommandSandbox withInput(String text) {
        in = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
        return this;
    }

    CommandSandbox with(String variable, String value) {
        environment.put(variable, value);
        return this;
    }

    CommandSandbox at(Terminals newTerminals) {
        terminals = newTerminals;
        return this;
    }

    Outcome run(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        Console console = Console.of(in, out, err, terminals, environment, new ManualTicker(Instant.EPOCH));
        int code = new CommandRunner(console, graphs).run(List.of(arguments));
        console.out().flush();
        console.err().flush();
        return new Outcome(code, out.toString(), err.toString());
    }
}
