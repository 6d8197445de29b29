package dev.sennit.model;

import java.util.List;
import java.util.Objects;

/**
 * The type of a property, as the schema language writes it. Each type says which Java class its values have inside
 * Sennit and in its API; that set is closed:
 *
 * <table>
 * <caption>Values</caption>
 * <tr><th>type</th><th>Java class</th></tr>
 * <tr><td>BOOL</td><td>{@link Boolean}</td></tr>
 * <tr><td>INT8, INT16, INT32, INT64</td><td>{@link Long}</td></tr>
 * <tr><td>FLOAT32, FLOAT64</td><td>{@link Double}</td></tr>
 * <tr><td>DECIMAL(p,s)</td><td>{@link java.math.BigDecimal} of scale s</td></tr>
 * <tr><td>STRING, ENUM</td><td>{@link String}</td></tr>
 * <tr><td>BYTES</td><td>{@code byte[]}</td></tr>
 * <tr><td>DATE</td><td>{@link java.time.LocalDate}</td></tr>
 * <tr><td>LOCAL TIME</td><td>{@link java.time.LocalTime}, whole microseconds</td></tr>
 * <tr><td>ZONED TIME</td><td>{@link java.time.OffsetTime}, whole microseconds</td></tr>
 * <tr><td>LOCAL DATETIME</td><td>{@link java.time.LocalDateTime}, whole microseconds</td></tr>
 * <tr><td>ZONED DATETIME</td><td>{@link java.time.ZonedDateTime}, whole microseconds</td></tr>
 * <tr><td>DURATION</td><td>{@link CalendarDuration}</td></tr>
 * <tr><td>LIST&lt;T&gt;</td><td>{@link List} of T's class, no nulls</td></tr>
 * <tr><td>VECTOR&lt;n&gt;</td><td>{@code float[]} of length n, finite</td></tr>
 * <tr><td>JSON</td><td>{@link java.util.Map} or {@link List}, as JSON reads them</td></tr>
 * </table>
 *
 * <p>An absent property and a null one are the same thing.
 */
public sealed interface PropertyType {
    /** The type as the schema language writes it, for example {@code LIST<STRING>}. */
    String text();

    /** The types without parameters. */
    enum Scalar implements PropertyType {
        BOOL("BOOL"),
        INT8("INT8"),
        INT16("INT16"),
        INT32("INT32"),
        INT64("INT64"),
        FLOAT32("FLOAT32"),
        FLOAT64("FLOAT64"),
        STRING("STRING"),
        BYTES("BYTES"),
        DATE("DATE"),
        LOCAL_TIME("LOCAL TIME"),
        ZONED_TIME("ZONED TIME"),
        LOCAL_DATETIME("LOCAL DATETIME"),
        ZONED_DATETIME("ZONED DATETIME"),
        DURATION("DURATION"),
        JSON("JSON");

        private final String text;

        Scalar(String text) {
            this.text = text;
        }

        @Override
        public String text() {
            return text;
        }

        /** Whether the type is one of the four integer widths. */
        public boolean isInteger() {
            return this == INT8 || this == INT16 || this == INT32 || this == INT64;
        }

        /** Whether the type is one of the two binary floating-point widths. */
        public boolean isFloat() {
            return this == FLOAT32 || this == FLOAT64;
        }
    }

    /** Exact decimal numbers of at most {@code precision} digits, {@code scale} of them after the point. */
    record Decimal(int precision, int scale) implements PropertyType {
        public static final int MAX_PRECISION = 38;

        public Decimal {
            if (precision < 1 || precision > MAX_PRECISION || scale < 0 || scale > precision) {
                throw new IllegalArgumentException(
                        "DECIMAL(" + precision + "," + scale + "): precision is 1 to 38 and scale 0 to precision");
            }
        }

        @Override
        public String text() {
            return "DECIMAL(" + precision + "," + scale + ")";
        }
    }

    /** One of the listed strings, compared by code point; the order of the list has no meaning. */
    record Enumeration(List<String> values) implements PropertyType {
        public Enumeration {
            values = List.copyOf(values);
            if (values.isEmpty()) {
                throw new IllegalArgumentException("ENUM needs at least one value");
            }
        }

        @Override
        public String text() {
            StringBuilder text = new StringBuilder("ENUM(");
            for (int i = 0; i < values.size(); i++) {
                text.append(i == 0 ? "'" : ", '")
                        .append(values.get(i).replace("\\", "\\\\").replace("'", "\\'"))
                        .append('\'');
            }
            return text.append(')').toString();
        }
    }

    /** A list whose elements all have one type and are never null. Lists do not nest and hold no vectors or JSON. */
    record ListOf(PropertyType element) implements PropertyType {
        public ListOf {
            Objects.requireNonNull(element, "element");
            if (element instanceof ListOf || element instanceof Vector || element == Scalar.JSON) {
                throw new IllegalArgumentException("LIST<" + element.text() + "> is not a type: lists hold scalars");
            }
        }

        @Override
        public String text() {
            return "LIST<" + element.text() + ">";
        }
    }

    /** A vector of exactly {@code dimension} finite 32-bit floats. */
    record Vector(int dimension) implements PropertyType {
        public static final int MAX_DIMENSION = 65_536;

        public Vector {
            if (dimension < 1 || dimension > MAX_DIMENSION) {
                throw new IllegalArgumentException("VECTOR<" + dimension + ">: the dimension is 1 to " + MAX_DIMENSION);
            }
        }

        @Override
        public String text() {
            return "VECTOR<" + dimension + ">";
        }
    }
}
