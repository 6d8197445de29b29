package dev.sennit.query.plan;

import dev.sennit.query.analysis.BoundExpression;
import dev.sennit.query.analysis.BoundQuery;
import dev.sennit.query.analysis.Kind;

/**
 * How many elements a FOREACH carries its clauses out for at a time. One after the other is what it means; several
 * together are the same where no clause can see what another one did, and need fewer look-ups.
 */
public enum ForeachOrder {
    /** The elements of all rows: there is one clause, and no list depends on what it changes. */
    ALL_ROWS,
    /** The elements of one row: there is one clause. */
    EACH_ROW,
    /** Each element for itself. */
    EACH_ELEMENT;

    static ForeachOrder of(BoundQuery.Foreach foreach) {
        if (foreach.steps().size() > 1) {
            return EACH_ELEMENT;
        }
        boolean readsGraph = !PropertyUse.elements(foreach.list()).isEmpty()
                || foreach.list()
                        .all()
                        .anyMatch(e -> e instanceof BoundExpression.Subquery
                                || e instanceof BoundExpression.PropertyOf property
                                        && !property.subject().type().isOnly(Kind.MAP));
        return readsGraph ? EACH_ROW : ALL_ROWS;
    }
}
