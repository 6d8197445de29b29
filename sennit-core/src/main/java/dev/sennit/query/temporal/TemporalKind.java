package dev.sennit.query.temporal;

/** The kinds of points in time. */
public enum TemporalKind {
    DATE(true, false, false),
    LOCAL_TIME(false, true, false),
    ZONED_TIME(false, true, true),
    LOCAL_DATETIME(true, true, false),
    ZONED_DATETIME(true, true, true);

    private final boolean date;
    private final boolean time;
    private final boolean zone;

    TemporalKind(boolean date, boolean time, boolean zone) {
        this.date = date;
        this.time = time;
        this.zone = zone;
    }

    boolean hasDate() {
        return date;
    }

    boolean hasTime() {
        return time;
    }

    boolean hasZone() {
        return zone;
    }
}
