package dev.sennit.query.plan;

import dev.sennit.store.ScanFilter;
import java.util.List;
import java.util.stream.Collectors;

/** Writes scan filters for people. */
final class ScanFilterText {
    private static final int MAX_LISTED = 5;

    private ScanFilterText() {}

    static String of(ScanFilter filter) {
        return switch (filter) {
            case ScanFilter.Comparison comparison ->
                comparison.column() + " " + symbol(comparison.operator()) + " " + literal(comparison.literal());
            case ScanFilter.In in -> in.column() + " IN " + list(in.literals());
            case ScanFilter.IsNull isNull -> isNull.column() + " IS NULL";
            case ScanFilter.IsNotNull isNotNull -> isNotNull.column() + " IS NOT NULL";
            case ScanFilter.StringMatch match ->
                match.column() + " " + match.kind().name().replace('_', ' ') + " " + literal(match.text());
            case ScanFilter.And and ->
                and.operands().stream().map(ScanFilterText::of).collect(Collectors.joining(" AND ", "(", ")"));
            case ScanFilter.Or or ->
                or.operands().stream().map(ScanFilterText::of).collect(Collectors.joining(" OR ", "(", ")"));
            case ScanFilter.Not not -> "NOT " + of(not.operand());
        };
    }

    private static String list(List<?> literals) {
        String listed =
                literals.stream().limit(MAX_LISTED).map(ScanFilterText::literal).collect(Collectors.joining(", "));
        return "[" + listed + (literals.size() > MAX_LISTED ? ", and " + (literals.size() - MAX_LISTED) + " more" : "")
                + "]";
    }

    private static String literal(Object value) {
        return value instanceof String text ? "'" + text + "'" : value.toString();
    }

    private static String symbol(ScanFilter.Operator operator) {
        return switch (operator) {
            case EQ -> "=";
            case NE -> "<>";
            case LT -> "<";
            case LE -> "<=";
            case GT -> ">";
            case GE -> ">=";
        };
    }
}
