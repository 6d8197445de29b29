package dev.sennit.store;

import dev.sennit.model.CalendarDuration;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.TimeMicroVector;
import org.apache.arrow.vector.TimeStampMicroTZVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;

/** Values of several numbers. */
enum StructCodec implements ColumnCodec {
    /** The time as it stands on the clock, and the offset in seconds. */
    ZONED_TIME(List.of(
            child("time", new ArrowType.Time(TimeUnit.MICROSECOND, 64)),
            child("offset", new ArrowType.Int(32, true)))) {
        @Override
        public void write(FieldVector vector, int row, Object value) {
            OffsetTime time = ColumnCodec.cast(OffsetTime.class, value);
            StructVector struct = defined(vector, row);
            vector(TimeMicroVector.class, struct, 0).setSafe(row, TemporalCodec.microsOfDay(time.toLocalTime()));
            vector(IntVector.class, struct, 1).setSafe(row, time.getOffset().getTotalSeconds());
        }

        @Override
        public Object read(FieldVector vector, int row) {
            StructVector struct = (StructVector) vector;
            long micros = vector(TimeMicroVector.class, struct, 0).get(row);
            int offset = vector(IntVector.class, struct, 1).get(row);
            return OffsetTime.of(LocalTime.ofNanoOfDay(micros * 1_000), ZoneOffset.ofTotalSeconds(offset));
        }
    },
    /** The instant; the offset it had, for a JVM that does not know the zone; and the zone. */
    ZONED_DATETIME(List.of(
            child("utc", new ArrowType.Timestamp(TimeUnit.MICROSECOND, "UTC")),
            child("offset", new ArrowType.Int(32, true)),
            child("zone", new ArrowType.Utf8()))) {
        @Override
        public void write(FieldVector vector, int row, Object value) {
            ZonedDateTime time = ColumnCodec.cast(ZonedDateTime.class, value);
            StructVector struct = defined(vector, row);
            LocalDateTime utc = time.withZoneSameInstant(ZoneOffset.UTC).toLocalDateTime();
            vector(TimeStampMicroTZVector.class, struct, 0).setSafe(row, TemporalCodec.epochMicros(utc));
            vector(IntVector.class, struct, 1).setSafe(row, time.getOffset().getTotalSeconds());
            vector(VarCharVector.class, struct, 2)
                    .setSafe(row, TextCodec.utf8(time.getZone().getId()));
        }

        @Override
        public Object read(FieldVector vector, int row) {
            StructVector struct = (StructVector) vector;
            LocalDateTime utc = TemporalCodec.ofEpochMicros(
                    vector(TimeStampMicroTZVector.class, struct, 0).get(row));
            ZoneOffset offset =
                    ZoneOffset.ofTotalSeconds(vector(IntVector.class, struct, 1).get(row));
            String zone = (String) TextCodec.STRING.read(vector(VarCharVector.class, struct, 2), row);
            return ZonedDateTime.ofInstant(utc, ZoneOffset.UTC, zoneOf(zone, offset));
        }
    },
    DURATION(List.of(
            child("months", new ArrowType.Int(64, true)),
            child("days", new ArrowType.Int(64, true)),
            child("nanos", new ArrowType.Int(64, true)))) {
        @Override
        public void write(FieldVector vector, int row, Object value) {
            CalendarDuration duration = ColumnCodec.cast(CalendarDuration.class, value);
            StructVector struct = defined(vector, row);
            vector(BigIntVector.class, struct, 0).setSafe(row, duration.months());
            vector(BigIntVector.class, struct, 1).setSafe(row, duration.days());
            vector(BigIntVector.class, struct, 2).setSafe(row, duration.nanos());
        }

        @Override
        public Object read(FieldVector vector, int row) {
            StructVector struct = (StructVector) vector;
            return new CalendarDuration(
                    vector(BigIntVector.class, struct, 0).get(row),
                    vector(BigIntVector.class, struct, 1).get(row),
                    vector(BigIntVector.class, struct, 2).get(row));
        }
    };

    @SuppressWarnings("ImmutableEnumChecker") // immutable, though Arrow does not say so
    private final List<Field> children;

    StructCodec(List<Field> children) {
        this.children = children;
    }

    @Override
    public ArrowType arrowType() {
        return new ArrowType.Struct();
    }

    @Override
    public List<Field> children() {
        return children;
    }

    @Override
    public long sizeBytes(Object value) {
        return 3L * Long.BYTES;
    }

    private static Field child(String name, ArrowType type) {
        return Field.nullable(name, type);
    }

    private static StructVector defined(FieldVector vector, int row) {
        StructVector struct = (StructVector) vector;
        struct.setIndexDefined(row);
        return struct;
    }

    private static <V> V vector(Class<V> type, StructVector struct, int ordinal) {
        return type.cast(struct.getChildByOrdinal(ordinal));
    }

    private static ZoneId zoneOf(String zone, ZoneOffset offset) {
        try {
            return ZoneId.of(zone);
        } catch (DateTimeException e) {
            return offset; // this JVM's time zone data lacks it
        }
    }
}
