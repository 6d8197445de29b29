package dev.sennit.write;

import dev.sennit.store.ScanFilter;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Evaluates scan filters on rows in memory, as the store evaluates them on stored rows. */
final class RowFilter {
    private final List<String> columns;

    /** @param columns the names of a row's columns, in order */
    RowFilter(List<String> columns) {
        this.columns = columns;
    }

    /** Whether the filter is true of a row; a null that was compared makes it unknown, which does not match. */
    boolean matches(ScanFilter filter, @Nullable Object[] row) {
        return evaluate(filter, row) == Truth.TRUE;
    }

    private enum Truth {
        TRUE,
        FALSE,
        UNKNOWN;

        static Truth of(boolean known) {
            return known ? TRUE : FALSE;
        }
    }

    private Truth evaluate(ScanFilter filter, @Nullable Object[] row) {
        return switch (filter) {
            case ScanFilter.Comparison comparison ->
                compare(value(comparison.column(), row), comparison.operator(), comparison.literal());
            case ScanFilter.In in -> in(value(in.column(), row), in.literals());
            case ScanFilter.IsNull isNull -> Truth.of(value(isNull.column(), row) == null);
            case ScanFilter.IsNotNull isNotNull -> Truth.of(value(isNotNull.column(), row) != null);
            case ScanFilter.StringMatch match -> {
                Object text = value(match.column(), row);
                yield text == null ? Truth.UNKNOWN : Truth.of(matches(match, (String) text));
            }
            case ScanFilter.And and -> {
                boolean unknown = false;
                for (ScanFilter operand : and.operands()) {
                    Truth truth = evaluate(operand, row);
                    if (truth == Truth.FALSE) {
                        yield Truth.FALSE;
                    }
                    unknown |= truth == Truth.UNKNOWN;
                }
                yield unknown ? Truth.UNKNOWN : Truth.TRUE;
            }
            case ScanFilter.Or or -> {
                boolean unknown = false;
                for (ScanFilter operand : or.operands()) {
                    Truth truth = evaluate(operand, row);
                    if (truth == Truth.TRUE) {
                        yield Truth.TRUE;
                    }
                    unknown |= truth == Truth.UNKNOWN;
                }
                yield unknown ? Truth.UNKNOWN : Truth.FALSE;
            }
            case ScanFilter.Not not ->
                switch (evaluate(not.operand(), row)) {
                    case TRUE -> Truth.FALSE;
                    case FALSE -> Truth.TRUE;
                    case UNKNOWN -> Truth.UNKNOWN;
                };
        };
    }

    private static Truth in(@Nullable Object value, List<?> literals) {
        if (value == null) {
            return Truth.UNKNOWN;
        }
        for (Object literal : literals) {
            if (compare(value, ScanFilter.Operator.EQ, literal) == Truth.TRUE) {
                return Truth.TRUE;
            }
        }
        return Truth.FALSE;
    }

    private static boolean matches(ScanFilter.StringMatch match, String text) {
        return switch (match.kind()) {
            case STARTS_WITH -> text.startsWith(match.text());
            case ENDS_WITH -> text.endsWith(match.text());
            case CONTAINS -> text.contains(match.text());
        };
    }

    private static Truth compare(@Nullable Object value, ScanFilter.Operator operator, Object literal) {
        if (value == null) {
            return Truth.UNKNOWN;
        }
        if (value instanceof Double number && (number.isNaN() || ((Double) literal).isNaN())) {
            return Truth.of(operator == ScanFilter.Operator.NE);
        }
        int order = order(value, literal);
        return Truth.of(
                switch (operator) {
                    case EQ -> order == 0;
                    case NE -> order != 0;
                    case LT -> order < 0;
                    case LE -> order <= 0;
                    case GT -> order > 0;
                    case GE -> order >= 0;
                });
    }

    private static int order(Object left, Object right) {
        return switch (left) {
            case String text ->
                Arrays.compareUnsigned(
                        text.getBytes(StandardCharsets.UTF_8), ((String) right).getBytes(StandardCharsets.UTF_8));
            case Long number -> number.compareTo((Long) right);
            case Double number -> number < (Double) right ? -1 : number > (Double) right ? 1 : 0;
            case Boolean bool -> bool.compareTo((Boolean) right);
            case BigDecimal number -> number.compareTo((BigDecimal) right);
            case LocalDate date -> date.compareTo((LocalDate) right);
            case LocalTime time -> time.compareTo((LocalTime) right);
            case LocalDateTime time -> time.compareTo((LocalDateTime) right);
            default -> throw new IllegalArgumentException("columns of " + left.getClass() + " are not filtered");
        };
    }

    @Nullable
    private Object value(String column, @Nullable Object[] row) {
        int place = columns.indexOf(column);
        if (place < 0) {
            throw new IllegalArgumentException("no column " + column);
        }
        return row[place];
    }
}
