package dev.sennit.query.execution;

import dev.sennit.model.ErrorText;
import dev.sennit.model.NotFoundException;
import dev.sennit.query.value.ElementRef;
import dev.sennit.query.value.NodeRef;

/** What is said of elements that the statement itself has deleted, or that its transaction never created. */
final class Deleted {
    private Deleted() {}

    static NotFoundException error(ElementRef element) {
        return new NotFoundException(ErrorText.of((element instanceof NodeRef ? "a node" : "an edge") + " of "
                        + element.type().name()
                        + " is read that the statement, or the transaction it runs in, has deleted or not created")
                .remedy("read what is needed before DELETE, with WITH"));
    }
}
