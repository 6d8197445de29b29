package dev.sennit;

import dev.sennit.protocol.ProtocolEvent;
import dev.sennit.protocol.ProtocolListener;
import io.micrometer.core.instrument.MeterRegistry;

/**
 * Counts what writes and recoveries do, for Micrometer: {@code sennit.protocol.events}, one count per event, tagged
 * {@code event} with the event's name, and {@code sennit.protocol.pauses}, the time between lost races and the next
 * attempt. Thread-safe. Needs {@code io.micrometer:micrometer-core} on the class path:
 *
 * <pre>{@code
 * Graph graph = Sennit.open("air", OpenOptions.DEFAULT.listener(new MetricsListener(registry)));
 * }</pre>
 */
public final class MetricsListener implements ProtocolListener {
    private static final String EVENTS = "sennit.protocol.events";
    private static final String PAUSES = "sennit.protocol.pauses";

    private final MeterRegistry registry;

    public MetricsListener(MeterRegistry registry) {
        this.registry = registry;
    }

    @Override
    public void on(ProtocolEvent event) {
        registry.counter(EVENTS, "event", name(event)).increment();
        if (event instanceof ProtocolEvent.Retried retried) {
            registry.timer(PAUSES).record(retried.pause());
        }
    }

    private static String name(ProtocolEvent event) {
        return switch (event) {
            case ProtocolEvent.Armed ignored -> "armed";
            case ProtocolEvent.Decided ignored -> "decided";
            case ProtocolEvent.Rebased ignored -> "rebased";
            case ProtocolEvent.Committed ignored -> "committed";
            case ProtocolEvent.Retried ignored -> "retried";
            case ProtocolEvent.Waited ignored -> "waited";
            case ProtocolEvent.LeftForBarrier ignored -> "left-for-barrier";
            case ProtocolEvent.Aborted ignored -> "aborted";
            case ProtocolEvent.Completed ignored -> "completed";
            case ProtocolEvent.FoundCommitted ignored -> "found-committed";
            case ProtocolEvent.Applied ignored -> "applied";
            case ProtocolEvent.UpkeepPutOff ignored -> "upkeep-put-off";
            case ProtocolEvent.Superseded ignored -> "superseded";
        };
    }
}
