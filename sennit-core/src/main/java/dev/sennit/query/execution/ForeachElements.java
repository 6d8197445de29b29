package dev.sennit.query.execution;

import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.query.plan.Operator;
import dev.sennit.query.value.Blame;
import dev.sennit.query.value.MemorySize;
import dev.sennit.query.value.Sequences;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** FOREACH: carries its body out for the elements of each row's list, and leaves the rows as they are. */
final class ForeachElements implements EagerRows.Change {
    private final Operator.Foreach foreach;
    private final Evaluator list;
    private final BiFunction<List<@Nullable Object[]>, ElementPool, Rows> body;
    private final MemoryBudget memory;
    private final Cancellation cancellation;
    private final Blame blame;

    /** @param body starts it for some rows, each with an element; what it changes is in the pool */
    ForeachElements(
            Operator.Foreach foreach,
            Evaluator list,
            BiFunction<List<@Nullable Object[]>, ElementPool, Rows> body,
            MemoryBudget memory,
            Cancellation cancellation,
            Blame blame) {
        this.foreach = foreach;
        this.list = list;
        this.body = body;
        this.memory = memory;
        this.cancellation = cancellation;
        this.blame = blame;
    }

    @Override
    public List<@Nullable Object[]> apply(List<@Nullable Object[]> rows, ElementPool pool) {
        Together together = new Together(pool);
        for (@Nullable Object[] row : rows) {
            for (Object element : elements(list.evaluate(row))) {
                together.add(row, element);
                switch (foreach.order()) {
                    case EACH_ELEMENT -> together.run();
                    case EACH_ROW, ALL_ROWS -> {}
                }
            }
            switch (foreach.order()) {
                case EACH_ROW -> together.run();
                case EACH_ELEMENT, ALL_ROWS -> {}
            }
        }
        together.run();
        return rows;
    }

    private List<@Nullable Object> elements(@Nullable Object value) {
        if (value == null) {
            return List.of();
        }
        if (!Sequences.isSequence(value)) {
            throw blame.error(
                    ErrorCode.TYPE_MISMATCH,
                    ErrorText.of("FOREACH needs a LIST, but the value is " + KindNames.of(value)));
        }
        return Sequences.elements(value);
    }

    /** Elements that the body is carried out for at once. */
    private final class Together {
        private final ElementPool pool;
        private List<@Nullable Object[]> rows = new ArrayList<>();
        private long bytes;

        Together(ElementPool pool) {
            this.pool = pool;
        }

        void add(@Nullable Object[] row, @Nullable Object element) {
            cancellation.check();
            @Nullable Object[] extended = row.clone();
            extended[foreach.variable().id()] = element;
            long size = MemorySize.ofAll(extended);
            memory.reserve(size);
            bytes += size;
            rows.add(extended);
        }

        void run() {
            if (rows.isEmpty()) {
                return;
            }
            List<@Nullable Object[]> given = rows;
            rows = new ArrayList<>();
            try (Rows carriedOut = body.apply(given, pool)) {
                List<@Nullable Object[]> done = carriedOut.next();
                while (done != null) {
                    done = carriedOut.next();
                }
            }
            memory.release(bytes);
            bytes = 0;
        }
    }
}
