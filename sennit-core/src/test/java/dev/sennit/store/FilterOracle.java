package dev.sennit.store;

import dev.sennit.store.ScanFilter.Comparison;
import dev.sennit.store.ScanFilter.Operator;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a filter means, in Java: the three-valued logic of openCypher over plain values. */
final class FilterOracle {
    private final TableLayout layout;

    FilterOracle(TableLayout layout) {
        this.layout = layout;
    }

    boolean matches(ScanFilter filter, @Nullable Object[] row) {
        return Boolean.TRUE.equals(evaluate(filter, row));
    }

    /** True, false, or null for unknown. */
    @Nullable
    Boolean evaluate(ScanFilter filter, @Nullable Object[] row) {
        return switch (filter) {
            case Comparison comparison -> {
                Object value = value(comparison.column(), row);
                yield value == null ? null : compare(value, comparison.operator(), comparison.literal());
            }
            case ScanFilter.In in -> {
                Object value = value(in.column(), row);
                yield value == null
                        ? null
                        : in.literals().stream().anyMatch(literal -> compare(value, Operator.EQ, literal));
            }
            case ScanFilter.IsNull isNull -> value(isNull.column(), row) == null;
            case ScanFilter.IsNotNull isNotNull -> value(isNotNull.column(), row) != null;
            case ScanFilter.StringMatch match -> {
                Object value = value(match.column(), row);
                if (!(value instanceof String text)) {
                    yield null;
                }
                yield switch (match.kind()) {
                    case STARTS_WITH -> text.startsWith(match.text());
                    case ENDS_WITH -> text.endsWith(match.text());
                    case CONTAINS -> text.contains(match.text());
                };
            }
            case ScanFilter.And and -> combine(and.operands(), row, false);
            case ScanFilter.Or or -> combine(or.operands(), row, true);
            case ScanFilter.Not not -> {
                Boolean value = evaluate(not.operand(), row);
                yield value == null ? null : !value;
            }
        };
    }

    private @Nullable Boolean combine(List<ScanFilter> operands, @Nullable Object[] row, boolean decisive) {
        boolean unknown = false;
        for (ScanFilter operand : operands) {
            Boolean value = evaluate(operand, row);
            if (value == null) {
                unknown = true;
            } else if (value == decisive) {
                return decisive;
            }
        }
        return unknown ? null : !decisive;
    }

    private static boolean compare(Object value, Operator operator, Object literal) {
        if (value instanceof Double number) {
            double other = (Double) literal;
            double own = number;
            return switch (operator) {
                case EQ -> own == other;
                case NE -> own != other;
                case LT -> own < other;
                case LE -> own <= other;
                case GT -> own > other;
                case GE -> own >= other;
            };
        }
        int order = order(value, literal);
        return switch (operator) {
            case EQ -> order == 0;
            case NE -> order != 0;
            case LT -> order < 0;
            case LE -> order <= 0;
            case GT -> order > 0;
            case GE -> order >= 0;
        };
    }

    @SuppressWarnings("unchecked") // value and literal are of one class
    private static int order(Object value, Object literal) {
        if (value instanceof byte[] bytes) {
            return Arrays.compareUnsigned(bytes, (byte[]) literal);
        }
        if (value instanceof String text) { // by code point, which is the order of UTF-8
            return Arrays.compareUnsigned(
                    text.getBytes(StandardCharsets.UTF_8), ((String) literal).getBytes(StandardCharsets.UTF_8));
        }
        return ((Comparable<Object>) value).compareTo(literal);
    }

    private @Nullable Object value(String column, @Nullable Object[] row) {
        for (int i = 0; i < row.length; i++) {
            if (layout.columns().get(i).name().equals(column)) {
                return row[i];
            }
        }
        throw new IllegalArgumentException(column);
    }
}
