package dev.sennit.tck;

import dev.sennit.model.PropertyType;

/** A property got a value of another type than was guessed. */
final class RetypeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Slot slot;
    private final transient PropertyType type;

    RetypeException(Slot slot, PropertyType type) {
        super(slot + " holds " + type.text());
        this.slot = slot;
        this.type = type;
    }

    Slot slot() {
        return slot;
    }

    PropertyType type() {
        return type;
    }
}
