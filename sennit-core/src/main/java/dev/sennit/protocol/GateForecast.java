package dev.sennit.protocol;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Which gates the writes of one shape took lately, and whether they lost races: a write whose gates are contended does
 * better to take them before it prepares than to prepare for nothing. A wrong forecast costs waiting, nothing else.
 * Bounded; thread-safe.
 */
final class GateForecast {
    /** So many writes after a lost race take their gates first. */
    private static final int CAUTIOUS_WRITES = 32;

    private static final int SHAPES = 256;

    private final Map<Object, Entry> shapes = new LinkedHashMap<>(16, 0.75f, true);

    private static final class Entry {
        private List<GateKey> gates = List.of();
        private int cautious;
    }

    /**
     * The gates a write of that shape should take before it prepares: those it will want, if somebody holds one of them
     * now, or writes of that shape have lost races lately.
     */
    synchronized Optional<List<GateKey>> contended(Object shape, Predicate<GateKey> isHeld) {
        Entry entry = shapes.get(shape);
        if (entry == null) {
            return Optional.empty();
        }
        boolean held = entry.gates.stream().anyMatch(isHeld);
        if (!held && entry.cautious == 0) {
            return Optional.empty();
        }
        entry.cautious = held ? entry.cautious : entry.cautious - 1;
        return Optional.of(entry.gates);
    }

    /** A write of that shape wants these gates. */
    synchronized void wants(Object shape, List<GateKey> gates) {
        shapes.computeIfAbsent(shape, ignored -> new Entry()).gates = List.copyOf(gates);
        if (shapes.size() > SHAPES) {
            shapes.remove(shapes.keySet().iterator().next());
        }
    }

    /** A write of that shape has lost a race. */
    synchronized void lostRace(Object shape) {
        Entry entry = shapes.get(shape);
        if (entry != null) {
            entry.cautious = CAUTIOUS_WRITES;
        }
    }
}
