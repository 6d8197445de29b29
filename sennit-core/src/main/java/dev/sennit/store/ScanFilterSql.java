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
 * literals are rendered here, by type. Lists of operands become balanced trees, and nesting and size are bounded: Lance
 * descends recursively, and a deep expression overflows the native stack, which kills the process; its parser gives up,
 * after exponential time, at some 24 levels; and planning takes time in the square of the number of conditions.
 */
public final class ScanFilterSql {
    /** How deep the SQL of a filter may nest; n operands nest log2(n) deep. */
    public static final int MAX_DEPTH = 16;

    /** How many conditions one filter may have; an IN list is one, but for elements that need conditions of their own. */
    public static final int MAX_CONDITIONS = 1_024;

    /** How many elements the IN lists of one filter may have together. */
    public static final int MAX_TERMS = 50_000;

    private final TableLayout layout;
    private int conditions;
    private int terms;

    /** A condition as SQL, and how many parentheses deep it is. */
    private record Sql(String text, int depth) {
        static Sql leaf(String text) {
            return new Sql(text, 0);
        }
    }

    private ScanFilterSql(TableLayout layout) {
        this.layout = layout;
    }

    /**
     * The filter as SQL.
     *
     * @throws IllegalArgumentException if {@link #canPush(ScanFilter, TableLayout)} is false, saying why
     */
    static String render(ScanFilter filter, TableLayout layout) {
        return new ScanFilterSql(layout).render(filter, 0).text();
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

    /** {@code level}: conditions around this one, bounded so that a filter of any shape is refused and not descended. */
    private Sql render(ScanFilter filter, int level) {
        if (level > 4 * MAX_DEPTH) {
            throw tooDeep();
        }
        countCondition();
        return switch (filter) {
            case Comparison comparison -> Sql.leaf(comparison(comparison));
            case ScanFilter.In in -> in(in);
            case ScanFilter.IsNull isNull -> Sql.leaf(name(isNull.column()) + " IS NULL");
            case ScanFilter.IsNotNull isNotNull -> Sql.leaf(name(isNotNull.column()) + " IS NOT NULL");
            case ScanFilter.StringMatch match -> Sql.leaf(match(match));
            case ScanFilter.And and -> {
                List<Sql> operands = new ArrayList<>();
                collectAnd(and, operands, level);
                yield operands.isEmpty() ? Sql.leaf("TRUE") : balanced(operands, " AND ");
            }
            case ScanFilter.Or or -> {
                List<Sql> operands = new ArrayList<>();
                collectOr(or, operands, level);
                yield operands.isEmpty() ? Sql.leaf("FALSE") : balanced(operands, " OR ");
            }
            case ScanFilter.Not(ScanFilter.Not(ScanFilter same)) -> render(same, level + 1);
            case ScanFilter.Not(ScanFilter operand) -> {
                Sql negated = render(operand, level + 1);
                yield nested("NOT (" + negated.text() + ")", negated.depth() + 1);
            }
        };
    }

    private void collectAnd(ScanFilter.And and, List<Sql> operands, int level) {
        for (ScanFilter operand : and.operands()) {
            if (operand instanceof ScanFilter.And same && level < MAX_DEPTH) {
                collectAnd(same, operands, level + 1);
            } else {
                operands.add(render(operand, level + 1));
            }
        }
    }

    private void collectOr(ScanFilter.Or or, List<Sql> operands, int level) {
        for (ScanFilter operand : or.operands()) {
            if (operand instanceof ScanFilter.Or same && level < MAX_DEPTH) {
                collectOr(same, operands, level + 1);
            } else {
                operands.add(render(operand, level + 1));
            }
        }
    }

    /** Joins the terms as a tree of the least depth. */
    private static Sql balanced(List<Sql> terms, String operator) {
        if (terms.size() == 1) {
            return terms.getFirst();
        }
        int half = terms.size() / 2;
        Sql left = balanced(terms.subList(0, half), operator);
        Sql right = balanced(terms.subList(half, terms.size()), operator);
        return nested("(" + left.text() + operator + right.text() + ")", Math.max(left.depth(), right.depth()) + 1);
    }

    private static Sql nested(String text, int depth) {
        if (depth > MAX_DEPTH) {
            throw tooDeep();
        }
        return new Sql(text, depth);
    }

    private static IllegalArgumentException tooDeep() {
        return new IllegalArgumentException("a filter nests at most " + MAX_DEPTH + " deep");
    }

    private String comparison(Comparison comparison) {
        PropertyType type = type(comparison.column());
        return FilterLiteral.compare(name(comparison.column()), type, comparison.operator(), comparison.literal());
    }

    private Sql in(ScanFilter.In in) {
        String column = name(in.column());
        PropertyType type = type(in.column());
        List<String> literals = new ArrayList<>();
        List<String> others = new ArrayList<>();
        for (Object literal : in.literals()) {
            if (++terms > MAX_TERMS) {
                throw new IllegalArgumentException("a filter's lists have at most " + MAX_TERMS + " elements");
            }
            FilterLiteral.collect(column, type, literal, literals, others);
        }
        others.forEach(other -> countCondition());
        if (!literals.isEmpty()) {
            others.add(column + " IN (" + String.join(", ", literals) + ")");
        }
        return others.isEmpty()
                ? Sql.leaf("FALSE")
                : balanced(others.stream().map(Sql::leaf).toList(), " OR ");
    }

    private String match(ScanFilter.StringMatch match) {
        PropertyType type = type(match.column());
        if (type != Scalar.STRING && !(type instanceof Enumeration)) {
            throw new IllegalArgumentException("a column of type " + type.text() + " holds no strings");
        }
        String column = name(match.column());
        return switch (match.kind()) {
            case STARTS_WITH -> startsWith(column, match.text());
            case ENDS_WITH -> "ends_with(" + column + ", " + FilterLiteral.string(match.text()) + ")";
            case CONTAINS -> "contains(" + column + ", " + FilterLiteral.string(match.text()) + ")";
        };
    }

    /** A range of strings: over an index, Lance takes the wildcards of LIKE for such in {@code starts_with}. */
    private static String startsWith(String column, String prefix) {
        if (prefix.isEmpty()) {
            return column + " IS NOT NULL";
        }
        String from = column + " >= " + FilterLiteral.string(prefix);
        return FilterLiteral.firstAfterAllWithPrefix(prefix)
                .map(next -> "(" + from + " AND " + column + " < " + FilterLiteral.string(next) + ")")
                .orElse(from);
    }

    private void countCondition() {
        if (++conditions > MAX_CONDITIONS) {
            throw new IllegalArgumentException("a filter has at most " + MAX_CONDITIONS + " conditions");
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
