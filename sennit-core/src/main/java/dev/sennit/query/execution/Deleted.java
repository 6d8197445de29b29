package dev.sennit.query.execution;

import dev.sennit.model.ErrorText;
import dev.sennit.model.NotFoundException;
import dev.sennit.query.value.ElementRef;
import dev.sennit.query.value.NodeRef;

/** What is said of elements that the statement itself has deleted. */
final class Deleted {
    private Deleted() {}

    static NotFoundException error(ElementRef element) {
        return new NotFoundException(ErrorText.of((element instanceof NodeRef ? "a node" : "an edge") + " of "
                        + element.type().name() + " is read that the statement has deleted")
                .remedy("read what is needed before DELETE, with WITH"));
    }
}
