package dev.sennit.query.execution;

import dev.sennit.query.analysis.BoundQuery;
import dev.sennit.query.value.Blame;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** For each row the rows of a procedure; of one that yields nothing by nature, the row itself. */
final class ProcedureRows implements Rows {
    private final Rows input;
    private final BoundQuery.CallProcedure call;
    private final ProcedureBody body;
    private final List<Evaluator> arguments;
    private final ProcedureContext context;
    private final Blame blame;
    private Iterator<@Nullable Object[]> batch = Collections.emptyIterator();
    private Iterator<@Nullable Object[]> yielded = Collections.emptyIterator();
    private @Nullable Object[] row = new Object[0];

    ProcedureRows(
            Rows input,
            BoundQuery.CallProcedure call,
            ProcedureBody body,
            List<Evaluator> arguments,
            ProcedureContext context,
            Blame blame) {
        this.input = input;
        this.call = call;
        this.body = body;
        this.arguments = arguments;
        this.context = context;
        this.blame = blame;
    }

    @Override
    @Nullable
    public List<@Nullable Object[]> next() {
        List<@Nullable Object[]> rows = new ArrayList<>();
        while (rows.size() < BATCH) {
            if (yielded.hasNext()) {
                @Nullable Object[] values = yielded.next();
                @Nullable Object[] joined = row.clone();
                for (BoundQuery.Yield yields : call.yields()) {
                    joined[yields.variable().id()] = values[yields.column()];
                }
                rows.add(joined);
            } else if (batch.hasNext()) {
                row = batch.next();
                begin(rows);
            } else if (!rows.isEmpty()) {
                return rows;
            } else {
                context.checkCancelled();
                List<@Nullable Object[]> following = input.next();
                if (following == null) {
                    return null;
                }
                batch = following.iterator();
            }
        }
        return rows;
    }

    private void begin(List<@Nullable Object[]> rows) {
        List<@Nullable Object> values = new ArrayList<>();
        arguments.forEach(a -> values.add(a.evaluate(row)));
        Iterator<@Nullable Object[]> result = body.call(context, values, blame).iterator();
        if (call.procedure().outputs().isEmpty()) {
            rows.add(row);
        } else {
            yielded = result;
        }
    }

    @Override
    public void close() {
        input.close();
    }
}
