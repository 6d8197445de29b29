package dev.sennit.model;

import java.util.List;
import java.util.OptionalLong;

/**
 * One operator of a query's plan, and what it did if the query has run.
 *
 * @param operator its name
 * @param details what it is about
 * @param estimatedRows how many rows were expected of it
 * @param rows how many it gave
 * @param nanos how long it took, the operators below it left out
 * @param fragments of the tables it scanned
 * @param inputs the operators whose rows it takes
 */
public record PlanStep(
        String operator,
        String details,
        double estimatedRows,
        OptionalLong rows,
        OptionalLong nanos,
        OptionalLong fragments,
        List<PlanStep> inputs) {
    public PlanStep {
        inputs = List.copyOf(inputs);
    }
}
