package dev.sennit.testkit.history;

import java.util.List;
import java.util.Optional;

/**
 * One operation of a transaction. Elements and values are unique: no key gets the same one twice, whoever tries.
 */
public sealed interface Operation {
    String key();

    /** Adds an element at the end of a list, which is empty until then. */
    record Append(String key, long element) implements Operation {
        @Override
        public String toString() {
            return "append " + element + " to " + key;
        }
    }

    /**
     * Reads a list.
     *
     * @param elements what was read; empty in a transaction that was not acknowledged
     */
    record ReadList(String key, Optional<List<Long>> elements) implements Operation {
        private static final int SHOWN = 10;

        public ReadList {
            elements = elements.map(List::copyOf);
        }

        @Override
        public String toString() {
            return "read " + key + elements.map(read -> " = " + shown(read)).orElse("");
        }

        /** A long list by its end: that is what its version is. */
        private static String shown(List<Long> elements) {
            int hidden = elements.size() - SHOWN;
            if (hidden <= 1) {
                return elements.toString();
            }
            String end = elements.subList(hidden, elements.size()).toString();
            return "[(" + hidden + " more), " + end.substring(1);
        }
    }

    /** Sets a register, which holds nothing until then. */
    record Write(String key, long value) implements Operation {
        @Override
        public String toString() {
            return "set " + key + " to " + value;
        }
    }

    /**
     * Reads a register.
     *
     * @param value what was read; empty in a transaction that was not acknowledged
     */
    record ReadRegister(String key, Optional<Reading> value) implements Operation {
        @Override
        public String toString() {
            return "read " + key + value.map(read -> " = " + read).orElse("");
        }
    }

    /**
     * What a register held.
     *
     * @param value empty for nothing, which is what it holds before the first write
     */
    record Reading(Optional<Long> value) {
        static final Reading NOTHING = new Reading(Optional.empty());

        @Override
        public String toString() {
            return value.map(String::valueOf).orElse("nothing");
        }
    }

    static Operation append(String key, long element) {
        return new Append(key, element);
    }

    /** A read of a list that is not done yet. */
    static Operation readList(String key) {
        return new ReadList(key, Optional.empty());
    }

    static Operation readList(String key, List<Long> elements) {
        return new ReadList(key, Optional.of(elements));
    }

    static Operation write(String key, long value) {
        return new Write(key, value);
    }

    /** A read of a register that is not done yet. */
    static Operation readRegister(String key) {
        return new ReadRegister(key, Optional.empty());
    }

    /** @param value empty if the register held nothing */
    static Operation readRegister(String key, Optional<Long> value) {
        return new ReadRegister(key, Optional.of(new Reading(value)));
    }
}
