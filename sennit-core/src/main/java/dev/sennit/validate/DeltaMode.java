package dev.sennit.validate;

/** What the rows of a type in a delta do to the base rows of that type. */
public enum DeltaMode {
    /** They are new: a base row with the same id is a violation. */
    INSERT,
    /** They take the place of the base row with the same id, if there is one. */
    UPSERT,
    /** They take the place of all base rows of the type. */
    REPLACE
}
