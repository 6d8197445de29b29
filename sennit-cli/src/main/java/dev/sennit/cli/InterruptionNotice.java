package dev.sennit.cli;

import dev.sennit.model.OperationId;
import dev.sennit.protocol.ProtocolEvent;
import dev.sennit.protocol.ProtocolListener;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tells, when the process is interrupted in the middle of a write, what is known of that write. The JVM itself ends
 * with 130 then. Thread-safe.
 */
final class InterruptionNotice implements ProtocolListener, AutoCloseable {
    private final Console console;
    private final String graph;
    private final Thread hook = new Thread(this::tell, "sennit-interrupted");
    private volatile ProgressLine line = ProgressLine.none();

    @Nullable
    private volatile OperationId armed;

    private volatile boolean committed;

    private InterruptionNotice(Console console, String graph) {
        this.console = console;
        this.graph = graph;
    }

    /** Watches a write until it is closed. */
    static InterruptionNotice during(Console console, String graph) {
        InterruptionNotice notice = new InterruptionNotice(console, graph);
        Runtime.getRuntime().addShutdownHook(notice.hook);
        return notice;
    }

    /** The line that is on the terminal meanwhile. */
    void over(ProgressLine newLine) {
        line = newLine;
    }

    @Override
    public void on(ProtocolEvent event) {
        switch (event) {
            case ProtocolEvent.Armed e -> armed = e.operation();
            case ProtocolEvent.Committed e -> committed |= e.operation().equals(armed);
            default -> {
                // What else happens says nothing about this write's outcome.
            }
        }
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException alreadyEnding) {
            return;
        }
    }

    private void tell() {
        line.close();
        console.err().println(text());
        console.err().flush();
    }

    /** What is known at this moment. */
    String text() {
        OperationId operation = armed;
        if (committed) {
            return "interrupted after the commit was made";
        }
        return operation == null
                ? "interrupted; nothing was written"
                : "interrupted; whether it was committed tells: "
                        + ShellText.of(List.of(console.commandName(), "outcome", graph, operation.toString()));
    }
}
