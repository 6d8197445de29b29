package dev.sennit.query.plan;

import dev.sennit.query.analysis.BoundExpression;
import dev.sennit.query.analysis.BoundQuery;
import dev.sennit.query.analysis.Variable;
import java.util.Collection;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes plans for people. */
final class PlanText {
    private PlanText() {}

    static String of(Operator root) {
        StringBuilder text = new StringBuilder();
        append(root, 0, text);
        return text.toString();
    }

    private static void append(Operator operator, int depth, StringBuilder text) {
        text.append("  ".repeat(depth)).append(line(operator)).append('\n');
        operator.inputs().forEach(input -> append(input, depth + 1, text));
    }

    private static String line(Operator operator) {
        return switch (operator) {
            case Operator.Unit ignored -> "Unit";
            case Operator.NodeScan scan ->
                (scan.tables().stream().allMatch(t -> t.ids().isPresent())
                                        && !scan.tables().isEmpty()
                                ? "NodeByIdSeek "
                                : "NodeScan ")
                        + scan.node() + ": "
                        + join(scan.tables().stream().map(PlanText::table).toList())
                        + rows(scan.estimatedRows());
            case Operator.EdgeScan scan ->
                "EdgeScan (" + scan.from() + ")-[" + scan.edge() + "]-(" + scan.to() + "): "
                        + join(scan.tables().stream().map(PlanText::table).toList()) + rows(scan.estimatedRows());
            case Operator.Expand expand ->
                (expand.into() ? "ExpandInto (" : "Expand (") + expand.from() + ")-[" + expand.edge() + "]-("
                        + expand.to() + "): " + hops(expand.hops()) + rows(expand.estimatedRows());
            case Operator.EdgeEnds ends ->
                "EdgeEnds (" + ends.from() + ")-[" + ends.edge() + "]-(" + ends.to() + "): " + hops(ends.hops());
            case Operator.TypeFilter filter ->
                "TypeFilter " + filter.node() + ": "
                        + join(filter.types().stream().map(t -> t.name()).toList());
            case Operator.Filter filter ->
                "Filter " + filter.predicates().stream().map(ExpressionText::of).collect(Collectors.joining(" AND "));
            case Operator.Fetch fetch -> "Fetch " + names(fetch.elements());
            case Operator.CartesianProduct ignored -> "CartesianProduct";
            case Operator.Unwind unwind -> "Unwind " + ExpressionText.of(unwind.list()) + " AS " + unwind.variable();
            case Operator.Project project ->
                "Project " + project.bindings().stream().map(PlanText::binding).collect(Collectors.joining(", "));
            case Operator.Aggregate aggregate ->
                "Aggregate "
                        + aggregate.grouping().aggregates().stream()
                                .map(a -> ExpressionText.of(a.aggregation()))
                                .collect(Collectors.joining(", "))
                        + (aggregate.grouping().keys().isEmpty()
                                ? ""
                                : " by "
                                        + aggregate.grouping().keys().stream()
                                                .map(k -> ExpressionText.of(k.expression()))
                                                .collect(Collectors.joining(", ")));
            case Operator.CountRows count ->
                "CountRows "
                        + join(Stream.concat(
                                        count.nodes().stream().map(PlanText::table),
                                        count.edges().stream().map(PlanText::table))
                                .toList());
            case Operator.Distinct distinct -> "Distinct " + names(distinct.variables());
            case Operator.Sort sort ->
                (sort.limit().isPresent() ? "TopN " : "Sort ")
                        + sort.keys().stream().map(PlanText::key).collect(Collectors.joining(", "));
            case Operator.Skip skip -> "Skip " + ExpressionText.of(skip.count());
            case Operator.Limit limit -> "Limit " + ExpressionText.of(limit.count());
        };
    }

    private static String table(Operator.NodeTable table) {
        return table.type().name()
                + table.ids().map(ids -> " ids " + ids).orElse("")
                + table.filter().map(f -> " where " + ScanFilterText.of(f)).orElse("");
    }

    private static String table(Operator.EdgeTable table) {
        return table.type().name()
                + (table.forward() && table.backward() ? " both ways" : table.backward() ? " backward" : "")
                + table.filter().map(f -> " where " + ScanFilterText.of(f)).orElse("");
    }

    private static String hops(Collection<Operator.Hop> hops) {
        return join(hops.stream()
                .map(h -> h.outgoing() ? h.type().name() + " out" : h.type().name() + " in")
                .toList());
    }

    private static String binding(BoundQuery.Binding binding) {
        return ExpressionText.of(binding.expression()) + " AS " + binding.variable();
    }

    private static String key(BoundQuery.SortKey key) {
        return ExpressionText.of(key.expression()) + (key.descending() ? " DESC" : "");
    }

    private static String names(Collection<Variable> variables) {
        return variables.stream().map(Variable::toString).collect(Collectors.joining(", "));
    }

    private static String join(Collection<String> parts) {
        return parts.isEmpty() ? "nothing" : String.join(", ", parts);
    }

    private static String rows(double rows) {
        return String.format(Locale.ROOT, " (about %.0f rows)", rows);
    }

    static String constant(BoundExpression.Constant constant) {
        return constant.value() instanceof String text ? "'" + text + "'" : String.valueOf(constant.value());
    }
}
