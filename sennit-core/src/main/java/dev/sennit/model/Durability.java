package dev.sennit.model;

/** What an acknowledged write survives. */
public enum Durability {
    /** A loss of power: everything is synced to the device, in order, before the acknowledgement. */
    FULL,
    /** The end of the process, not a loss of power: nothing is synced. */
    RELAXED
}
