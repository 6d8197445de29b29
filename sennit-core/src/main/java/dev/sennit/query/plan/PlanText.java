package dev.sennit.query.plan;

import dev.sennit.query.analysis.BoundExpression;
import dev.sennit.query.analysis.BoundQuery;
import dev.sennit.query.analysis.PatternGraph;
import dev.sennit.query.analysis.Variable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
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

    static String line(Operator operator) {
        return switch (operator) {
            case Operator.Unit ignored -> "Unit";
            case Operator.NodeScan scan ->
                (scan.tables().stream().allMatch(t -> t.ids().isPresent())
                                        && !scan.tables().isEmpty()
                                ? "NodeByIdSeek "
                                : "NodeScan ")
                        + scan.node() + ": "
                        + join(scan.tables().stream().map(PlanText::table).toList())
                        + limit(scan.limit())
                        + rows(scan.estimatedRows());
            case Operator.NodeSeek seek ->
                "NodeSeek " + seek.node() + ": "
                        + join(seek.tables().stream()
                                .map(t -> t.type().name() + " key ("
                                        + t.key().stream()
                                                .map(ExpressionText::of)
                                                .collect(Collectors.joining(", "))
                                        + ")")
                                .toList());
            case Operator.EdgeScan scan ->
                "EdgeScan (" + scan.from() + ")-[" + scan.edge() + "]-(" + scan.to() + "): "
                        + join(scan.tables().stream().map(PlanText::table).toList())
                        + limit(scan.limit())
                        + rows(scan.estimatedRows());
            case Operator.Expand expand ->
                (expand.into() ? "ExpandInto (" : "Expand (") + expand.from() + ")-[" + expand.edge() + "]-("
                        + expand.to() + "): " + hops(expand.hops()) + rows(expand.estimatedRows());
            case Operator.CountEdges count ->
                "CountEdges "
                        + count.arms().stream()
                                .map(a ->
                                        "(" + count.from() + ")-[" + a.edge() + "]-(" + a.to() + "): " + hops(a.hops()))
                                .collect(Collectors.joining(" and "));
            case Operator.EdgeEnds ends ->
                "EdgeEnds (" + ends.from() + ")-[" + ends.edge() + "]-(" + ends.to() + "): " + hops(ends.hops());
            case Operator.TypeFilter filter ->
                "TypeFilter " + filter.node() + ": "
                        + join(filter.types().stream().map(t -> t.name()).toList());
            case Operator.Filter filter ->
                "Filter " + filter.predicates().stream().map(ExpressionText::of).collect(Collectors.joining(" AND "));
            case Operator.Fetch fetch -> "Fetch " + names(fetch.elements());
            case Operator.CartesianProduct ignored -> "CartesianProduct";
            case Operator.HashJoin join ->
                "HashJoin "
                        + join.keys().stream()
                                .map(k -> ExpressionText.of(k.left()) + " = " + ExpressionText.of(k.right()))
                                .collect(Collectors.joining(" AND "));
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
            case Operator.Argument ignored -> "Argument";
            case Operator.OptionalApply optional -> "Optional " + names(optional.introduced());
            case Operator.Apply apply -> "Apply" + (apply.results().isEmpty() ? "" : " " + names(apply.results()));
            case Operator.Foreach foreach ->
                "Foreach " + foreach.variable() + " IN " + ExpressionText.of(foreach.list());
            case Operator.Union union -> "Union " + names(union.outputs());
            case Operator.VarExpand expand ->
                (expand.length().shortest().isPresent() ? "ShortestPaths (" : "VarExpand (") + expand.from() + ")-["
                        + expand.edges() + "*" + length(expand.length()) + "]-(" + expand.to() + "): "
                        + hops(expand.hops()) + rules(expand.rules()) + rows(expand.estimatedRows());
            case Operator.Create create ->
                "Create "
                        + join(Stream.concat(
                                        create.creation().nodes().stream()
                                                .map(n -> "(" + n.variable() + ":"
                                                        + n.type().name() + ")"),
                                        create.creation().edges().stream()
                                                .map(e -> "(" + e.from() + ")-[" + e.variable() + ":"
                                                        + e.types().getFirst().label() + "]->(" + e.to() + ")"))
                                .toList());
            case Operator.Merge merge -> "Merge " + names(merge.introduced());
            case Operator.Assign assign ->
                "Set "
                        + join(assign.assignments().stream()
                                .map(PlanText::assignment)
                                .toList());
            case Operator.Delete delete ->
                (delete.deletion().detach() ? "DetachDelete " : "Delete ")
                        + join(delete.deletion().targets().stream()
                                .map(ExpressionText::of)
                                .toList());
            case Operator.CallProcedure call ->
                "Call " + call.call().procedure().name() + "("
                        + call.call().arguments().stream()
                                .map(ExpressionText::of)
                                .collect(Collectors.joining(", "))
                        + ")";
            case Operator.Consume ignored -> "Consume";
            case Operator.Skip skip -> "Skip " + ExpressionText.of(skip.count());
            case Operator.Limit limit -> "Limit " + ExpressionText.of(limit.count());
        };
    }

    private static String rules(WalkRules rules) {
        List<String> texts = new ArrayList<>();
        rules.nodes().forEach(rule -> texts.add("each node " + rule(rule)));
        rules.edges().forEach(rule -> texts.add("each edge " + rule(rule)));
        rules.walks().forEach(walk -> texts.add("all walks until " + ExpressionText.of(walk)));
        return texts.isEmpty() ? "" : "; " + String.join(", ", texts);
    }

    private static String rule(WalkRules.Rule rule) {
        return rule.element() + " with " + (rule.value() ? "" : "not ") + ExpressionText.of(rule.condition());
    }

    private static String length(PatternGraph.Length length) {
        return length.least() + ".." + (length.most() == Integer.MAX_VALUE ? "" : length.most());
    }

    private static String assignment(BoundQuery.Assignment assignment) {
        return switch (assignment) {
            case BoundQuery.Assignment.OfProperty property ->
                ExpressionText.of(property.target()) + "." + property.key() + " = "
                        + ExpressionText.of(property.value());
            case BoundQuery.Assignment.OfAll all ->
                ExpressionText.of(all.target()) + (all.keepOthers() ? " += " : " = ") + ExpressionText.of(all.map());
            case BoundQuery.Assignment.OfLabels labels -> labels.text();
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

    /** A line without the number of rows that some end with. */
    static String withoutRows(String line) {
        int about = line.lastIndexOf(" (about ");
        return about < 0 ? line : line.substring(0, about);
    }

    private static String limit(OptionalLong limit) {
        return limit.isPresent() ? " limit " + limit.getAsLong() : "";
    }

    private static String rows(double rows) {
        return String.format(Locale.ROOT, " (about %.0f rows)", rows);
    }

    static String constant(BoundExpression.Constant constant) {
        return constant.value() instanceof String text ? "'" + text + "'" : String.valueOf(constant.value());
    }
}
