package dev.sennit.query.execution;

import dev.sennit.query.analysis.Variable;
import dev.sennit.query.plan.Operator;
import dev.sennit.query.value.EdgeRef;
import dev.sennit.query.value.NodeRef;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Walks along edges, depth first, none of them twice. */
final class VarExpandRows implements Rows {
    private final Rows input;
    private final Operator.VarExpand expand;
    private final EdgeSteps steps;
    private final WalkCheck check;
    private final Cancellation cancellation;
    private final int[] distinctFrom;
    private Iterator<@Nullable Object[]> batch = List.<@Nullable Object[]>of().iterator();

    /** The walk so far: its edges, and for each of its nodes the steps still to try. */
    private final Set<EdgeRef> walked = new LinkedHashSet<>();

    private final Deque<Iterator<EdgeSteps.Step>> open = new ArrayDeque<>();
    private final Deque<EdgeRef> last = new ArrayDeque<>();
    private @Nullable Object[] row = new Object[0];

    VarExpandRows(Rows input, Operator.VarExpand expand, EdgeSteps steps, WalkCheck check, Cancellation cancellation) {
        this.input = input;
        this.expand = expand;
        this.steps = steps;
        this.check = check;
        this.cancellation = cancellation;
        this.distinctFrom =
                expand.distinctFrom().stream().mapToInt(Variable::id).toArray();
    }

    @Override
    @Nullable
    public List<@Nullable Object[]> next() {
        List<@Nullable Object[]> rows = new ArrayList<>();
        while (rows.size() < BATCH) {
            if (!open.isEmpty()) {
                advance(rows);
            } else if (batch.hasNext()) {
                row = batch.next();
                if (row[expand.from().id()] instanceof NodeRef node && check.admits(node, row)) {
                    arrive(node, rows);
                }
            } else if (!rows.isEmpty()) {
                return rows;
            } else {
                cancellation.check();
                List<@Nullable Object[]> following = input.next();
                if (following == null) {
                    return null;
                }
                batch = following.iterator();
            }
        }
        return rows;
    }

    private void advance(List<@Nullable Object[]> rows) {
        Iterator<EdgeSteps.Step> candidates = open.element();
        while (candidates.hasNext()) {
            EdgeSteps.Step step = candidates.next();
            if (!walked.contains(step.edge())
                    && !TakenEdges.contain(step.edge(), row, distinctFrom)
                    && check.admits(step, row)) {
                walked.add(step.edge());
                last.push(step.edge());
                arrive(step.node(), rows);
                return;
            }
        }
        open.pop();
        if (!last.isEmpty()) {
            walked.remove(last.pop());
        }
    }

    /** The walk has come to a node: it may end there, and it may go on. */
    private void arrive(NodeRef node, List<@Nullable Object[]> rows) {
        cancellation.check();
        if (walked.size() >= expand.length().least()) {
            emit(node, rows);
        }
        List<EdgeSteps.Step> further = walked.size() < expand.length().most() ? steps.from(node) : List.of();
        check.load(further);
        open.push(further.iterator());
    }

    private void emit(NodeRef node, List<@Nullable Object[]> rows) {
        if (expand.into() && !node.equals(row[expand.to().id()])) {
            return;
        }
        @Nullable Object[] expanded = row.clone();
        List<EdgeRef> edges = new ArrayList<>(walked);
        expanded[expand.edges().id()] = expand.backward() ? edges.reversed() : edges;
        if (!expand.into()) {
            expanded[expand.to().id()] = node;
        }
        rows.add(expanded);
    }

    @Override
    public void close() {
        input.close();
    }
}
