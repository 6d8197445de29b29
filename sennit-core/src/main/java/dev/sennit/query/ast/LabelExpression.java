package dev.sennit.query.ast;

import dev.sennit.model.SourcePosition;

/** A condition on labels. */
public sealed interface LabelExpression {
    SourcePosition position();

    /** Exactly this label. */
    record Label(Name name) implements LabelExpression {
        @Override
        public SourcePosition position() {
            return name.position();
        }
    }

    /** {@code %}: any label at all. */
    record Any(SourcePosition position) implements LabelExpression {}

    record Not(LabelExpression operand, SourcePosition position) implements LabelExpression {}

    record And(LabelExpression left, LabelExpression right, SourcePosition position) implements LabelExpression {}

    record Or(LabelExpression left, LabelExpression right, SourcePosition position) implements LabelExpression {}
}
