package dev.sennit.protocol;

import dev.sennit.model.IdSource;
import dev.sennit.model.Ticker;
import dev.sennit.store.ObjectStore;
import java.time.Clock;
import java.util.random.RandomGenerator;

/**
 * What the protocol works with, injected so that runs can be replayed and faults put anywhere.
 *
 * @param random jitter of pauses, nothing else
 */
public record ProtocolContext(
        ObjectStore objects,
        IdSource ids,
        Clock clock,
        Ticker ticker,
        RandomGenerator random,
        Liveness liveness,
        Gates gates,
        ProtocolLimits limits,
        ProtocolListener listener,
        FailurePoints failurePoints) {}
