package dev.sennit.input;

import dev.sennit.model.Rule;

/** A row cannot be read; becomes a {@link InputRow.BadRow}. */
final class RowException extends Exception {
    final Rule rule;
    final String problem;

    RowException(Rule rule, String problem) {
        super(problem, null, false, false);
        this.rule = rule;
        this.problem = problem;
    }
}
