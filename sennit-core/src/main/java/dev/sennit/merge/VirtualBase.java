package dev.sennit.merge;

import dev.sennit.manifest.GraphState;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * What two sides of a merge come from: one commit's state or, after criss-cross merges, which leave several best common
 * ancestors, the merge of these, which nobody has to make: it is computed row by row.
 */
public sealed interface VirtualBase {
    /** The state relative to which rows are looked for: that of the newest ancestor. */
    GraphState first();

    /** The states of all ancestors it is made of. */
    default Stream<GraphState> states() {
        return switch (this) {
            case Single single -> Stream.of(single.state());
            case Merged merged -> Stream.of(merged.left(), merged.right()).flatMap(VirtualBase::states);
        };
    }

    /** The same with each ancestor's state replaced. */
    default VirtualBase map(UnaryOperator<GraphState> states) {
        return switch (this) {
            case Single single -> new Single(states.apply(single.state()));
            case Merged merged ->
                new Merged(
                        merged.left().map(states),
                        merged.right().map(states),
                        merged.common().map(states));
        };
    }

    /** One common ancestor. */
    record Single(GraphState state) implements VirtualBase {
        @Override
        public GraphState first() {
            return state;
        }
    }

    /**
     * Several: two of them, merged from what they come from themselves.
     *
     * @param common what left and right come from
     */
    record Merged(VirtualBase left, VirtualBase right, VirtualBase common) implements VirtualBase {
        @Override
        public GraphState first() {
            return left.first();
        }
    }
}
