package dev.sennit.query.plan;

/** Asked again and again while a plan is made, which takes long where a pattern has hundreds of parts. */
@FunctionalInterface
public interface PlanningStop {
    /** For plans that may take any time. */
    PlanningStop NEVER = () -> {};

    /** @throws dev.sennit.model.LimitException if the query is to be given up */
    void check();
}
