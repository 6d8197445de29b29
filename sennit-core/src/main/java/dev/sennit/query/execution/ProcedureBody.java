package dev.sennit.query.execution;

import dev.sennit.query.value.Blame;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a procedure does. Thread-safe. */
@FunctionalInterface
public interface ProcedureBody {
    /**
     * Its rows, each with one value per output.
     *
     * @param arguments one per input
     */
    Stream<@Nullable Object[]> call(ProcedureContext context, List<@Nullable Object> arguments, Blame blame);
}
