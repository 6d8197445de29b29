package dev.sennit.cli;

import dev.sennit.model.Ticker;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.Map;
import java.util.Optional;

/**
 * What a command sees of the process it runs in: streams, environment and clock.
 *
 * @param in standard input
 * @param out results
 * @param err messages about them
 * @param terminals which of the streams are terminals
 * @param environment the process's environment variables
 * @param ticker elapsed time
 */
record Console(
        InputStream in,
        PrintWriter out,
        PrintWriter err,
        Terminals terminals,
        Map<String, String> environment,
        Ticker ticker) {
    private static final String AUTHOR = "SENNIT_AUTHOR";
    private static final String COMMAND = "SENNIT_COMMAND";
    private static final String DEBUG = "SENNIT_DEBUG";

    static Console of(
            InputStream in,
            Writer out,
            Writer err,
            Terminals terminals,
            Map<String, String> environment,
            Ticker ticker) {
        return new Console(
                in,
                new PrintWriter(out, terminals.out()),
                new PrintWriter(err, true),
                terminals,
                Map.copyOf(environment),
                ticker);
    }

    /** Prints a line of results. */
    void print(String line) {
        out.println(line);
    }

    /** Prints a line about the results, after all results so far. */
    void tell(String line) {
        out.flush();
        err.println(line);
        err.flush();
    }

    /** Who writes, where no flag says. */
    Optional<String> author() {
        return Optional.ofNullable(environment.get(AUTHOR)).filter(author -> !author.isBlank());
    }

    /** How the user called this program, for command lines to copy. */
    String commandName() {
        return environment.getOrDefault(COMMAND, "sennit");
    }

    /** Whether whoever runs this wants to see stack traces. */
    boolean isDebugging() {
        String debug = environment.getOrDefault(DEBUG, "");
        return !debug.isEmpty() && !debug.equals("0");
    }
}
