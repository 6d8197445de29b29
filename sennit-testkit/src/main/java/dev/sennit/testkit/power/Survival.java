package dev.sennit.testkit.power;

/** What a loss of power makes of content that was written and not synced. */
enum Survival {
    KEPT,
    LOST,
    /** The length survives, the content does not. */
    ZEROED,
    /** The file ends in the middle of what was written. */
    CUT_SHORT,
    /** The length and the first half survive. */
    END_ZEROED,
    /** The length and the second half survive. */
    BEGINNING_ZEROED
}
