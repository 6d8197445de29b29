package dev.sennit.query.execution;

import java.time.Instant;
import java.util.random.RandomGenerator;

/**
 * What a statement takes from outside of the graph.
 *
 * @param now when it began
 * @param random not thread-safe
 */
public record Surroundings(Instant now, RandomGenerator random) {}
