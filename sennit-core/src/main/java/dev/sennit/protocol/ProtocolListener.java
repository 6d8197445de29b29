package dev.sennit.protocol;

import java.util.List;

/** Hears of every retry, wait, abort and completion. Called on the writer's thread; must be quick and not throw. */
@FunctionalInterface
public interface ProtocolListener {
    void on(ProtocolEvent event);

    /** Tells several listeners in order. */
    static ProtocolListener all(List<ProtocolListener> listeners) {
        List<ProtocolListener> copy = List.copyOf(listeners);
        return event -> copy.forEach(listener -> listener.on(event));
    }
}
