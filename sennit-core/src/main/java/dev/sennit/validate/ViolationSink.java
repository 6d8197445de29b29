package dev.sennit.validate;

import dev.sennit.model.Violation;

/** Takes violations as they are found. */
public interface ViolationSink {
    /** The ordinal of what no row of the delta is to blame for. */
    long NO_ROW = -1;

    /**
     * @param type the row's type by name, or that of the violated rule
     * @param ordinal the row's ordinal, or {@link #NO_ROW}
     */
    void accept(String type, long ordinal, Violation violation);
}
