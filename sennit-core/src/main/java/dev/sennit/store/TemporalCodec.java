package dev.sennit.store;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.TimeMicroVector;
import org.apache.arrow.vector.TimeStampMicroVector;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;

/** Dates and times that fit one number: days, or whole microseconds. */
enum TemporalCodec implements ColumnCodec {
    DATE(new ArrowType.Date(DateUnit.DAY)) {
        @Override
        public void write(FieldVector vector, int row, Object value) {
            ((DateDayVector) vector).setSafe(row, epochDays(ColumnCodec.cast(LocalDate.class, value)));
        }

        @Override
        public Object read(FieldVector vector, int row) {
            return LocalDate.ofEpochDay(((DateDayVector) vector).get(row));
        }
    },
    LOCAL_TIME(new ArrowType.Time(TimeUnit.MICROSECOND, 64)) {
        @Override
        public void write(FieldVector vector, int row, Object value) {
            ((TimeMicroVector) vector).setSafe(row, microsOfDay(ColumnCodec.cast(LocalTime.class, value)));
        }

        @Override
        public Object read(FieldVector vector, int row) {
            return LocalTime.ofNanoOfDay(((TimeMicroVector) vector).get(row) * NANOS_PER_MICRO);
        }
    },
    LOCAL_DATETIME(new ArrowType.Timestamp(TimeUnit.MICROSECOND, null)) {
        @Override
        public void write(FieldVector vector, int row, Object value) {
            ((TimeStampMicroVector) vector).setSafe(row, epochMicros(ColumnCodec.cast(LocalDateTime.class, value)));
        }

        @Override
        public Object read(FieldVector vector, int row) {
            return ofEpochMicros(((TimeStampMicroVector) vector).get(row));
        }
    };

    private static final int NANOS_PER_MICRO = 1_000;
    private static final long MICROS_PER_SECOND = 1_000_000L;

    @SuppressWarnings("ImmutableEnumChecker") // immutable, though Arrow does not say so
    private final ArrowType arrowType;

    TemporalCodec(ArrowType arrowType) {
        this.arrowType = arrowType;
    }

    @Override
    public ArrowType arrowType() {
        return arrowType;
    }

    /** Days since 1970-01-01. */
    static int epochDays(LocalDate date) {
        long days = date.toEpochDay();
        if (days != (int) days) {
            throw new IllegalArgumentException("DATE cannot hold " + date);
        }
        return (int) days;
    }

    /** Microseconds since midnight. */
    static long microsOfDay(LocalTime time) {
        requireWholeMicros(time.getNano(), time);
        return time.toNanoOfDay() / NANOS_PER_MICRO;
    }

    /** Microseconds since 1970-01-01T00:00 without regard to any zone. */
    static long epochMicros(LocalDateTime time) {
        requireWholeMicros(time.getNano(), time);
        try {
            long seconds = Math.multiplyExact(time.toEpochSecond(ZoneOffset.UTC), MICROS_PER_SECOND);
            return Math.addExact(seconds, time.getNano() / NANOS_PER_MICRO);
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException("a timestamp of microseconds cannot hold " + time, e);
        }
    }

    /** The inverse of {@link #epochMicros}. */
    static LocalDateTime ofEpochMicros(long micros) {
        long seconds = Math.floorDiv(micros, MICROS_PER_SECOND);
        int nanos = (int) Math.floorMod(micros, MICROS_PER_SECOND) * NANOS_PER_MICRO;
        return LocalDateTime.ofEpochSecond(seconds, nanos, ZoneOffset.UTC);
    }

    private static void requireWholeMicros(int nanos, Object value) {
        if (nanos % NANOS_PER_MICRO != 0) {
            throw new IllegalArgumentException(value + " is finer than a microsecond");
        }
    }
}
