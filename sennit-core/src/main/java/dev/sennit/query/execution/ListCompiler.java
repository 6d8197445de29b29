package dev.sennit.query.execution;

import static dev.sennit.query.execution.ConditionCompiler.condition;

import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.query.analysis.BoundExpression;
import dev.sennit.query.value.Blame;
import dev.sennit.query.value.Equality;
import dev.sennit.query.value.Sequences;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Turns expressions that go through a list into code. */
final class ListCompiler {
    private final ExpressionCompiler expressions;
    private final MemoryBudget memory;
    private final ValueLimits limits;

    ListCompiler(ExpressionCompiler expressions, MemoryBudget memory, ValueLimits limits) {
        this.expressions = expressions;
        this.memory = memory;
        this.limits = limits;
    }

    Evaluator slice(BoundExpression.SliceOf slice) {
        Evaluator subject = expressions.compile(slice.subject());
        Optional<Evaluator> from = slice.from().map(expressions::compile);
        Optional<Evaluator> to = slice.to().map(expressions::compile);
        Blame blame = expressions.blame(slice.place());
        return row -> {
            Object value = subject.evaluate(row);
            if (value == null) {
                return null;
            }
            if (!Sequences.isSequence(value)) {
                throw blame.error(ErrorCode.TYPE_MISMATCH, ErrorText.of("'[..]' needs a LIST"));
            }
            List<@Nullable Object> list = Sequences.elements(value);
            Object start = from.isPresent() ? from.get().evaluate(row) : Long.valueOf(0);
            Object end = to.isPresent() ? to.get().evaluate(row) : Long.valueOf(list.size());
            if (start == null || end == null) {
                return null;
            }
            if (!(start instanceof Long first) || !(end instanceof Long last)) {
                throw blame.error(ErrorCode.TYPE_MISMATCH, ErrorText.of("'[..]' needs INTEGER bounds"));
            }
            int low = bound(first, list.size());
            int high = bound(last, list.size());
            return low >= high ? List.of() : list.subList(low, high);
        };
    }

    private static int bound(long index, int size) {
        long position = index < 0 ? size + index : index;
        return Math.clamp(position, 0, size);
    }

    Evaluator membership(BoundExpression.Membership membership) {
        Evaluator element = expressions.compile(membership.element());
        Evaluator list = expressions.compile(membership.list());
        Blame blame = expressions.blame(membership.place());
        return row -> {
            List<@Nullable Object> elements = elements(list.evaluate(row), blame);
            return elements == null ? null : Equality.contains(elements, element.evaluate(row));
        };
    }

    Evaluator comprehension(BoundExpression.Comprehension comprehension) {
        Evaluator list = expressions.compile(comprehension.list());
        Optional<Evaluator> where = comprehension.where().map(expressions::compile);
        Optional<Evaluator> projection = comprehension.projection().map(expressions::compile);
        int slot = comprehension.variable().id();
        Blame blame = expressions.blame(comprehension.place());
        return row -> {
            List<@Nullable Object> elements = elements(list.evaluate(row), blame);
            if (elements == null) {
                return null;
            }
            List<@Nullable Object> result = new ArrayList<>();
            long bytes = 0;
            for (Object element : elements) {
                limits.step();
                row[slot] = element;
                if (where.isEmpty() || Boolean.TRUE.equals(condition(where.get().evaluate(row), blame))) {
                    Object projected = projection.isPresent() ? projection.get().evaluate(row) : element;
                    long added = 8 + limits.bytes(projected);
                    memory.reserve(added);
                    bytes += added;
                    result.add(projected);
                }
            }
            memory.release(bytes);
            return limits.checked(result);
        };
    }

    Evaluator quantified(BoundExpression.Quantified quantified) {
        Evaluator list = expressions.compile(quantified.list());
        Evaluator where = expressions.compile(quantified.where());
        int slot = quantified.variable().id();
        Blame blame = expressions.blame(quantified.place());
        return row -> {
            List<@Nullable Object> elements = elements(list.evaluate(row), blame);
            if (elements == null) {
                return null;
            }
            int holds = 0;
            int open = 0;
            for (Object element : elements) {
                limits.step();
                row[slot] = element;
                Boolean value = condition(where.evaluate(row), blame);
                if (value == null) {
                    open++;
                } else if (value) {
                    holds++;
                }
            }
            int fails = elements.size() - holds - open;
            return switch (quantified.kind()) {
                case ALL -> fails > 0 ? Boolean.FALSE : open > 0 ? null : Boolean.TRUE;
                case ANY -> holds > 0 ? Boolean.TRUE : open > 0 ? null : Boolean.FALSE;
                case NONE -> holds > 0 ? Boolean.FALSE : open > 0 ? null : Boolean.TRUE;
                case SINGLE -> holds > 1 ? Boolean.FALSE : open > 0 ? null : Boolean.valueOf(holds == 1);
            };
        };
    }

    Evaluator reduction(BoundExpression.Reduction reduction) {
        Evaluator initial = expressions.compile(reduction.initial());
        Evaluator list = expressions.compile(reduction.list());
        Evaluator step = expressions.compile(reduction.step());
        int accumulator = reduction.accumulator().id();
        int slot = reduction.variable().id();
        Blame blame = expressions.blame(reduction.place());
        return row -> {
            List<@Nullable Object> elements = elements(list.evaluate(row), blame);
            if (elements == null) {
                return null;
            }
            Object value = initial.evaluate(row);
            for (Object element : elements) {
                limits.step();
                row[accumulator] = value;
                row[slot] = element;
                value = step.evaluate(row);
            }
            return value;
        };
    }

    @Nullable
    private static List<@Nullable Object> elements(@Nullable Object list, Blame blame) {
        if (list == null) {
            return null;
        }
        if (!Sequences.isSequence(list)) {
            throw blame.error(ErrorCode.TYPE_MISMATCH, ErrorText.of("IN needs a LIST"));
        }
        return Sequences.elements(list);
    }
}
