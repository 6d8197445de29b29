package dev.sennit.query.execution;

import dev.sennit.model.ConstraintViolationException;
import dev.sennit.model.ErrorText;
import dev.sennit.model.Rule;
import dev.sennit.model.Violation;
import dev.sennit.query.value.NodeRef;
import java.util.List;

/** What is said of a node that a transaction's edge leads to and that is not there: its commit would say the same. */
final class MissingEndpoint {
    private MissingEndpoint() {}

    static ConstraintViolationException error(NodeRef node) {
        String type = node.type().name();
        String message =
                "an edge of the transaction leads to the node " + node.id() + " of " + type + ", which is not there";
        return new ConstraintViolationException(
                ErrorText.of(message)
                        .cause("the transaction has deleted the node, or not created it yet")
                        .remedy("create nodes before a query follows edges to them, and delete a node together with"
                                + " its edges"),
                List.of(new Violation(Rule.ENDPOINT, type, null, node.id(), node.id(), null, 0, message)),
                1,
                null);
    }
}
