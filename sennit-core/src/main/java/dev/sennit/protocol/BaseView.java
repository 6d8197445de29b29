package dev.sennit.protocol;

import dev.sennit.manifest.GraphState;
import dev.sennit.manifest.Head;

/**
 * The immutable state an attempt is computed against, captured after the recovery barrier (§2.1).
 *
 * @param branch the branch's name, for messages
 */
public record BaseView(String branch, Head head) {
    public GraphState state() {
        return head.state();
    }
}
