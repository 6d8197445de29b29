package dev.sennit.cli;

import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.model.OperationId;
import dev.sennit.protocol.ProtocolEvent;
import dev.sennit.protocol.ProtocolListener;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Tells, when the process is interrupted in the middle of a command, that it was, and what is known of its writes; with
 * {@code --json} as the error that it is. The JVM itself ends with 130 then. Thread-safe.
 */
final class InterruptionNotice implements ProtocolListener, AutoCloseable {
    private final Console console;
    private final OutputFlags output;
    private final Optional<String> written;
    private final Thread hook = new Thread(this::tell, "sennit-interrupted");
    private volatile ProgressLine line = ProgressLine.none();

    @Nullable
    private volatile OperationId armed;

    private final AtomicInteger commits = new AtomicInteger();

    private InterruptionNotice(Console console, OutputFlags output, Optional<String> written) {
        this.console = console;
        this.output = output;
        this.written = written;
    }

    /**
     * Stands for writes until it is closed.
     *
     * @param graph the directory of the graph that is written
     */
    static InterruptionNotice ofWrite(Console console, OutputFlags output, String graph) {
        return watching(new InterruptionNotice(console, output, Optional.of(graph)));
    }

    /** Stands for reads until it is closed. */
    static InterruptionNotice ofRead(Console console, OutputFlags output) {
        return watching(new InterruptionNotice(console, output, Optional.empty()));
    }

    private static InterruptionNotice watching(InterruptionNotice notice) {
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
            case ProtocolEvent.Committed e -> {
                if (e.operation().equals(armed)) {
                    commits.incrementAndGet();
                    armed = null;
                }
            }
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
        console.err().println(report());
        console.err().flush();
    }

    /** What is known at this moment. */
    String report() {
        if (!output.json) {
            return text();
        }
        ErrorText text = ErrorText.of(text());
        OperationId operation = armed;
        return ErrorReport.of(
                        ErrorCode.CANCELLED, operation == null ? text : text.detail("operation", operation.toString()))
                .json();
    }

    private String text() {
        OperationId operation = armed;
        if (operation != null) {
            return "interrupted; whether it was committed tells: "
                    + ShellText.of(
                            List.of(console.commandName(), "outcome", written.orElseThrow(), operation.toString()));
        }
        return switch (commits.get()) {
            case 0 -> written.isPresent() ? "interrupted; nothing was written" : "interrupted";
            case 1 -> "interrupted after the commit was made";
            default -> "interrupted after " + commits.get() + " commits were made";
        };
    }
}
