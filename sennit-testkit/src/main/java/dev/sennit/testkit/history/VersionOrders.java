package dev.sennit.testkit.history;

import java.util.List;

/**
 * What a history tells about the versions of its keys.
 *
 * @param reads who read which version
 * @param successions which versions came before which
 * @param anomalies what could be told from single keys
 */
record VersionOrders(List<VersionRead> reads, List<Succession> successions, List<Anomaly> anomalies) {
    VersionOrders {
        reads = List.copyOf(reads);
        successions = List.copyOf(successions);
        anomalies = List.copyOf(anomalies);
    }
}
