package dev.sennit.cli;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * Which of the process's streams a person sits at.
 *
 * @param in whether standard input is a terminal
 * @param out whether standard output is one
 * @param err whether standard error is one
 */
record Terminals(boolean in, boolean out, boolean err) {
    static final Terminals NONE = new Terminals(false, false, false);

    /**
     * Asks the system about each stream where it has {@code /proc}; elsewhere a stream counts as a terminal if the JVM
     * has an interactive console, which it tells of standard input and output together.
     */
    static Terminals ofThisProcess(Map<String, String> environment) {
        if ("dumb".equals(environment.get("TERM"))) {
            return NONE;
        }
        Path streams = Path.of("/proc/self/fd");
        if (Files.isDirectory(streams)) {
            return new Terminals(isTerminal(streams, 0), isTerminal(streams, 1), isTerminal(streams, 2));
        }
        boolean console = hasInteractiveConsole();
        return new Terminals(console, console, console);
    }

    private static boolean isTerminal(Path streams, int number) {
        try {
            String target = Files.readSymbolicLink(streams.resolve(Integer.toString(number)))
                    .toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }

    /** Since Java 22 there may be a console that is no terminal; the method that tells is as new. */
    @SuppressWarnings(
            "SystemConsoleNull") // on Java 21 it is null without a terminal; on newer ones the method is asked
    private static boolean hasInteractiveConsole() {
        java.io.Console console = System.console();
        if (console == null || Runtime.version().feature() < 22) {
            return console != null;
        }
        try {
            return (boolean) java.io.Console.class.getMethod("isTerminal").invoke(console);
        } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException e) {
            return false;
        }
    }
}
