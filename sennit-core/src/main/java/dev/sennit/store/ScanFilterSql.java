package dev.sennit.store;

import dev.sennit.model.PropertyType;
import dev.sennit.model.PropertyType.Enumeration;
import dev.sennit.model.PropertyType.Scalar;
import dev.sennit.store.ScanFilter.Comparison;
import dev.sennit.store.ScanFilter.Operator;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes a {@link ScanFilter} in the SQL that Lance reads. The only place where native filters are made: names and
 * literals are rendered here, by type. Lists of operands become balanced trees and nesting is bounded, because Lance
 * descends recursively and a deep expression overflows the native stack, which kills the process.
 */
public final class ScanFilterSql {
    /** How deep conditions may nest. */
    public static final int MAX_DEPTH = 64;

    /** How many comparisons and list elements one filter may have. */
    public static final int MAX_TERMS = 50_000;

    private final TableLayout layout;
    private int terms;

    private ScanFilterSql(TableLayout layout) {
        this.layout = layout;
    }

    /**
     * The filter as SQL.
     *
     * @throws IllegalArgumentException if {@link #canPush(ScanFilter, TableLayout)} is false, saying why
     */
    static String render(ScanFilter filter, TableLayout layout) {
        return new ScanFilterSql(layout).render(filter, 1);
    }

    /** Whether the store can evaluate the whole filter; what it cannot, the caller evaluates on the rows. */
    public static boolean canPush(ScanFilter filter, TableLayout layout) {
        try {
            render(filter, layout);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** Whether the store can compare a column of that type with literals of it. */
    public static boolean canPush(PropertyType type, Operator operator) {
        return FilterLiteral.isComparable(type);
    }

    private String render(ScanFilter filter, int depth) {
        if (depth > MAX_DEPTH) {
            throw new IllegalArgumentException("a filter nests at most " + MAX_DEPTH + " deep");
        }
        return switch (filter) {
            case Comparison comparison -> comparison(comparison);
            case ScanFilter.In in -> in(in);
            case ScanFilter.IsNull isNull -> name(isNull.column()) + " IS NULL";
            case ScanFilter.IsNotNull isNotNull -> name(isNotNull.column()) + " IS NOT NULL";
            case ScanFilter.StringMatch match -> match(match);
            case ScanFilter.And and -> all(and.operands(), " AND ", "TRUE", depth);
            case ScanFilter.Or or -> all(or.operands(), " OR ", "FALSE", depth);
            case ScanFilter.Not not -> "NOT (" + render(not.operand(), depth + 1) + ")";
        };
    }

    private String all(List<ScanFilter> operands, String operator, String none, int depth) {
        List<String> rendered = new ArrayList<>();
        for (ScanFilter operand : operands) {
            rendered.add(render(operand, depth + 1));
        }
        return rendered.isEmpty() ? none : balanced(rendered, operator);
    }

    /** Joins the terms as a tree of the least depth. */
    static String balanced(List<String> terms, String operator) {
        if (terms.size() == 1) {
            return terms.getFirst();
        }
        int half = terms.size() / 2;
        return "(" + balanced(terms.subList(0, half), operator) + operator
                + balanced(terms.subList(half, terms.size()), operator) + ")";
    }

    private String comparison(Comparison comparison) {
        countTerm();
        PropertyType type = type(comparison.column());
        return FilterLiteral.compare(name(comparison.column()), type, comparison.operator(), comparison.literal());
    }

    private String in(ScanFilter.In in) {
        String column = name(in.column());
        PropertyType type = type(in.column());
        List<String> literals = new ArrayList<>();
        List<String> others = new ArrayList<>();
        for (Object literal : in.literals()) {
            countTerm();
            FilterLiteral.collect(column, type, literal, literals, others);
        }
        if (!literals.isEmpty()) {
            others.add(column + " IN (" + String.join(", ", literals) + ")");
        }
        return others.isEmpty() ? "FALSE" : balanced(others, " OR ");
    }

    private String match(ScanFilter.StringMatch match) {
        countTerm();
        PropertyType type = type(match.column());
        if (type != Scalar.STRING && !(type instanceof Enumeration)) {
            throw new IllegalArgumentException("a column of type " + type.text() + " holds no strings");
        }
        String function = switch (match.kind()) {
            case STARTS_WITH -> "starts_with";
            case ENDS_WITH -> "ends_with";
            case CONTAINS -> "contains";
        };
        return function + "(" + name(match.column()) + ", " + FilterLiteral.string(match.text()) + ")";
    }

    private void countTerm() {
        if (++terms > MAX_TERMS) {
            throw new IllegalArgumentException("a filter has at most " + MAX_TERMS + " literals");
        }
    }

    private PropertyType type(String column) {
        return layout.column(column)
                .orElseThrow(() -> new IllegalArgumentException("the table has no column '" + column + "'"))
                .type();
    }

    /** The column's name; what {@link PhysicalName} lets through needs no escape inside backticks. */
    private String name(String column) {
        type(column);
        return "`" + PhysicalName.of(column) + "`";
    }
}
