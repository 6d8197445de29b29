package dev.sennit.protocol;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes every event as a log line with its operation id: routine ones at debug, what an operator may look for at info. */
public final class LoggingListener implements ProtocolListener {
    private static final Logger LOG = LoggerFactory.getLogger("dev.sennit.protocol");

    @Override
    public void on(ProtocolEvent event) {
        switch (event) {
            case ProtocolEvent.Armed e -> LOG.debug("{} armed", e.operation());
            case ProtocolEvent.Decided e -> LOG.debug("{} decided publish", e.operation());
            case ProtocolEvent.Rebased e -> LOG.debug("{} goes on after version {}", e.operation(), e.version());
            case ProtocolEvent.Committed e -> LOG.debug("{} committed as version {}", e.operation(), e.version());
            case ProtocolEvent.Retried e ->
                LOG.info("{} attempt {} starts again: {}", e.operation(), e.attempt(), e.why());
            case ProtocolEvent.Waited e -> LOG.info("{} waits for live writer {}", e.operation(), e.other());
            case ProtocolEvent.LeftForBarrier e ->
                LOG.info(
                        "{} is committed; removing its intent failed and is left to the next writer",
                        e.operation(),
                        e.why());
            case ProtocolEvent.Aborted e -> LOG.info("{} aborted: {}", e.operation(), e.why());
            case ProtocolEvent.Completed e -> LOG.info("{} completed as version {}", e.operation(), e.version());
            case ProtocolEvent.FoundCommitted e ->
                LOG.info("{} was committed as version {}; its intent is removed", e.operation(), e.version());
            case ProtocolEvent.Applied e -> LOG.debug("{} done: {}", e.operation(), e.what());
            case ProtocolEvent.UpkeepPutOff e -> LOG.info("shortening the manifest chain is put off", e.why());
            case ProtocolEvent.Superseded e -> LOG.info("{} superseded: {}", e.operation(), e.why());
        }
    }
}
