package dev.sennit.query.analysis;

/** The kinds of values a query handles; null belongs to each of them. */
public enum Kind {
    BOOLEAN("BOOLEAN"),
    INTEGER("INTEGER"),
    FLOAT("FLOAT"),
    DECIMAL("DECIMAL"),
    STRING("STRING"),
    BYTES("BYTES"),
    DATE("DATE"),
    LOCAL_TIME("LOCAL TIME"),
    ZONED_TIME("ZONED TIME"),
    LOCAL_DATETIME("LOCAL DATETIME"),
    ZONED_DATETIME("ZONED DATETIME"),
    DURATION("DURATION"),
    LIST("LIST"),
    VECTOR("VECTOR"),
    MAP("MAP"),
    NODE("NODE"),
    EDGE("EDGE"),
    PATH("PATH");

    private final String text;

    Kind(String text) {
        this.text = text;
    }

    public String text() {
        return text;
    }

    public boolean isNumber() {
        return this == INTEGER || this == FLOAT || this == DECIMAL;
    }

    /** Whether a point in time or a duration. */
    boolean isTemporal() {
        return switch (this) {
            case DATE, LOCAL_TIME, ZONED_TIME, LOCAL_DATETIME, ZONED_DATETIME, DURATION -> true;
            default -> false;
        };
    }

    /** Whether values of the two kinds can be equal. */
    public boolean isComparableTo(Kind other) {
        return this == other || isNumber() && other.isNumber() || isSequence() && other.isSequence();
    }

    /** Whether values of the two kinds can be less than one another; durations, maps and elements have no order. */
    public boolean isOrderedWith(Kind other) {
        return isComparableTo(other)
                && switch (this) {
                    case DURATION, MAP, NODE, EDGE, PATH, VECTOR -> false;
                    default -> true;
                };
    }

    private boolean isSequence() {
        return this == LIST || this == VECTOR;
    }
}
