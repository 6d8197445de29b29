package dev.sennit.query.plan;

import dev.sennit.store.ScanFilter;

/** What a scan of one type can do about a condition. */
sealed interface PushedCondition {
    /** The filter lets through exactly the rows for which the condition is true. */
    record Exact(ScanFilter filter) implements PushedCondition {}

    /** True of every row. */
    record Always() implements PushedCondition {}

    /** True of no row. */
    record Never() implements PushedCondition {}

    /** The store cannot tell. */
    record Unknown() implements PushedCondition {}

    PushedCondition ALWAYS = new Always();
    PushedCondition NEVER = new Never();
    PushedCondition UNKNOWN = new Unknown();
}
