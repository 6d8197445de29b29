package dev.sennit.protocol;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps what a listener throws away from the write it is told of. */
record GuardedListener(ProtocolListener listener) implements ProtocolListener {
    private static final Logger LOG = LoggerFactory.getLogger(GuardedListener.class);

    @Override
    public void on(ProtocolEvent event) {
        try {
            listener.on(event);
        } catch (RuntimeException e) {
            LOG.warn("a listener failed on {}", event, e);
        }
    }
}
