package dev.sennit.store;

import dev.sennit.model.PropertyType;
import dev.sennit.model.PropertyType.Decimal;
import dev.sennit.model.PropertyType.Enumeration;
import dev.sennit.model.PropertyType.ListOf;
import dev.sennit.model.PropertyType.Scalar;
import dev.sennit.model.PropertyType.Vector;
import dev.sennit.store.ScanFilter.Operator;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * Compares one column with one literal in Lance's SQL, so that the outcome is openCypher's. Lance by itself orders floats
 * totally (NaN above infinity, -0.0 below 0.0), rounds a literal to the width of a float column, and refuses integers out
 * of a column's range.
 */
final class FilterLiteral {
    /** True of every row but those with a null; the value of comparisons that no value of the type can fail. */
    private static final String NOT_NULL = " IS NOT NULL";

    private static final String NEVER = "FALSE";

    private FilterLiteral() {}

    /** Whether columns of the type can be compared at all. */
    static boolean isComparable(PropertyType type) {
        return switch (type) {
            case Scalar scalar ->
                switch (scalar) {
                    case BOOL, INT8, INT16, INT32, INT64, FLOAT32, FLOAT64, STRING, BYTES, DATE, LOCAL_DATETIME -> true;
                    case LOCAL_TIME, ZONED_TIME, ZONED_DATETIME, DURATION, JSON -> false;
                };
            case Enumeration enumeration -> true;
            case Decimal decimal -> false;
            case ListOf list -> false;
            case Vector vector -> false;
        };
    }

    /** {@code column operator literal}. */
    static String compare(String column, PropertyType type, Operator operator, Object literal) {
        requireComparable(type);
        if (type instanceof Scalar scalar && scalar.isInteger()) {
            return compareInteger(column, scalar, operator, ColumnCodec.cast(Long.class, literal));
        }
        if (type instanceof Scalar scalar && scalar.isFloat()) {
            return compareFloat(column, scalar, operator, ColumnCodec.cast(Double.class, literal));
        }
        return column + sign(operator) + plain(type, literal);
    }

    /** Adds an element of an IN list: to the literals if it can stand there, else its comparison to the others. */
    static void collect(String column, PropertyType type, Object literal, List<String> literals, List<String> others) {
        requireComparable(type);
        if (!(type instanceof Scalar scalar) || !scalar.isInteger() && !scalar.isFloat()) {
            literals.add(plain(type, literal));
            return;
        }
        String comparison = compare(column, type, Operator.EQ, literal);
        String prefix = column + sign(Operator.EQ);
        if (comparison.startsWith(prefix)) {
            literals.add(comparison.substring(prefix.length()));
        } else if (!comparison.equals(NEVER)) {
            others.add(comparison);
        }
    }

    private static void requireComparable(PropertyType type) {
        if (!isComparable(type)) {
            throw new IllegalArgumentException("the store does not compare columns of type " + type.text());
        }
    }

    private static String compareInteger(String column, Scalar type, Operator operator, long literal) {
        long highest = switch (type) {
            case INT8 -> Byte.MAX_VALUE;
            case INT16 -> Short.MAX_VALUE;
            case INT32 -> Integer.MAX_VALUE;
            default -> Long.MAX_VALUE;
        };
        long lowest = -highest - 1;
        if (literal > highest || literal < lowest) {
            boolean above = literal > highest;
            return switch (operator) {
                case EQ -> NEVER;
                case NE -> column + NOT_NULL;
                case LT, LE -> above ? column + NOT_NULL : NEVER;
                case GT, GE -> above ? NEVER : column + NOT_NULL;
            };
        }
        if (literal == Long.MIN_VALUE) { // a literal Lance would read as a float
            String next = Long.toString(Long.MIN_VALUE + 1);
            return switch (operator) {
                case EQ, LE -> column + " < " + next;
                case NE, GT -> column + " >= " + next;
                case LT -> NEVER;
                case GE -> column + NOT_NULL;
            };
        }
        return column + sign(operator) + literal;
    }

    private static String compareFloat(String column, Scalar type, Operator operator, double literal) {
        if (Double.isNaN(literal)) {
            return operator == Operator.NE ? column + NOT_NULL : NEVER;
        }
        if (type == Scalar.FLOAT32 && (float) literal != literal) {
            return compareBetweenFloats(column, operator, literal);
        }
        return compareExact(column, type, operator, literal);
    }

    /** A literal between two neighbouring values of a FLOAT32 column. */
    private static String compareBetweenFloats(String column, Operator operator, double literal) {
        float nearest = (float) literal;
        float below = nearest > literal ? Math.nextDown(nearest) : nearest;
        return switch (operator) {
            case EQ -> NEVER;
            case NE -> column + NOT_NULL;
            case LT, LE -> compareExact(column, Scalar.FLOAT32, Operator.LE, below);
            case GT, GE -> compareExact(column, Scalar.FLOAT32, Operator.GT, below);
        };
    }

    private static String compareExact(String column, Scalar type, Operator operator, double literal) {
        if (literal == 0) { // both zeros, which Lance tells apart
            return switch (operator) {
                case EQ -> "(" + column + " = 0.0 OR " + column + " = -0.0)";
                case NE -> "(" + column + " <> 0.0 AND " + column + " <> -0.0)";
                case LT -> column + " < -0.0";
                case LE -> column + " <= 0.0";
                case GT -> "(" + column + " > 0.0 AND " + isNumber(column) + ")";
                case GE -> "(" + column + " >= -0.0 AND " + isNumber(column) + ")";
            };
        }
        String comparison = column + sign(operator) + number(type, literal);
        return switch (operator) {
            case EQ, NE, LT, LE -> comparison;
            case GT, GE -> "(" + comparison + " AND " + isNumber(column) + ")";
        };
    }

    private static String isNumber(String column) {
        return "NOT isnan(" + column + ")";
    }

    private static String number(Scalar type, double literal) {
        if (Double.isInfinite(literal)) {
            return "CAST('" + (literal > 0 ? "" : "-") + "Infinity' AS " + (type == Scalar.FLOAT32 ? "FLOAT" : "DOUBLE")
                    + ")";
        }
        return Double.toString(literal);
    }

    private static String plain(PropertyType type, Object literal) {
        return switch (type) {
            case Scalar scalar ->
                switch (scalar) {
                    case BOOL -> ColumnCodec.cast(Boolean.class, literal) ? "TRUE" : "FALSE";
                    case STRING -> string(ColumnCodec.cast(String.class, literal));
                    case BYTES -> "X'" + HexFormat.of().formatHex(ColumnCodec.cast(byte[].class, literal)) + "'";
                    case DATE -> date(ColumnCodec.cast(LocalDate.class, literal));
                    case LOCAL_DATETIME -> timestamp(ColumnCodec.cast(LocalDateTime.class, literal));
                    default -> throw new IllegalArgumentException("no literal of type " + type.text());
                };
            case Enumeration enumeration -> string(ColumnCodec.cast(String.class, literal));
            case Decimal decimal -> throw new IllegalArgumentException("no literal of type " + type.text());
            case ListOf list -> throw new IllegalArgumentException("no literal of type " + type.text());
            case Vector vector -> throw new IllegalArgumentException("no literal of type " + type.text());
        };
    }

    private static String date(LocalDate literal) {
        return "arrow_cast(" + TemporalCodec.epochDays(literal) + ", 'Date32')";
    }

    private static String timestamp(LocalDateTime literal) {
        return "arrow_cast(" + TemporalCodec.epochMicros(literal) + ", 'Timestamp(Microsecond, None)')";
    }

    /**
     * A string literal. Zero bytes and characters beyond the basic plane do not survive the way into native code as they
     * are, so a text that has any is written as its bytes.
     */
    static String string(String text) {
        byte[] utf8 = TextCodec.utf8(text);
        boolean survives = text.chars().noneMatch(c -> c == 0 || Character.isSurrogate((char) c));
        return survives
                ? "'" + text.replace("'", "''") + "'"
                : "arrow_cast(X'" + HexFormat.of().formatHex(utf8) + "', 'Utf8')";
    }

    /** The least string greater than all that start with the prefix; empty if there is none. */
    static Optional<String> firstAfterAllWithPrefix(String prefix) {
        int end = prefix.length();
        while (end > 0) {
            int last = prefix.codePointBefore(end);
            end -= Character.charCount(last);
            if (last < Character.MAX_CODE_POINT) {
                int next = last + 1 == Character.MIN_SURROGATE ? Character.MAX_SURROGATE + 1 : last + 1;
                return Optional.of(prefix.substring(0, end) + Character.toString(next));
            }
        }
        return Optional.empty();
    }

    private static String sign(Operator operator) {
        return switch (operator) {
            case EQ -> " = ";
            case NE -> " <> ";
            case LT -> " < ";
            case LE -> " <= ";
            case GT -> " > ";
            case GE -> " >= ";
        };
    }
}
