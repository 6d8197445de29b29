package dev.sennit.write;

import dev.sennit.model.ConflictException;
import dev.sennit.model.ConstraintViolationException;
import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.model.OperationId;
import dev.sennit.model.Rule;
import dev.sennit.model.SennitException;
import dev.sennit.model.Violation;
import dev.sennit.schema.EdgeType;
import dev.sennit.schema.GraphSchema;
import dev.sennit.schema.NodeType;
import dev.sennit.validate.BaseState;
import dev.sennit.validate.SetValidator;
import dev.sennit.validate.SpillSettings;
import dev.sennit.validate.ViolationList;
import dev.sennit.validate.ViolationSink;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Hands the changes of a mutation to the evaluator that all writers share. Used once. */
final class MutationCheck {
    private static final String KEYS_TAKEN =
            "MERGE them (in Java, upsert), or give other keys; a MERGE of a pattern that"
                    + " does not match creates all of it, so MERGE the nodes first, then the edge";

    private final GraphSchema schema;
    private final BaseState base;
    private final SpillSettings settings;
    private final ViolationList violations = new ViolationList(this::look);
    private boolean leavesEdges;

    /** @param key0 half of a random hash key; {@code key1} is the other */
    MutationCheck(GraphSchema schema, BaseState base, Path spill, long key0, long key1) {
        this.schema = schema;
        this.base = base;
        this.settings = SpillSettings.of(spill, key0, key1);
    }

    /**
     * Checks the state the changes make of the base.
     *
     * @throws ConflictException KEY_CONFLICT if all that is wrong is that created elements exist
     * @throws ConstraintViolationException if rules of the schema would be broken
     */
    void require(List<PendingType> types, StrandedEdges stranded, OperationId operation) {
        stranded.report(violations);
        try (SetValidator validator = new SetValidator(schema, Map.of(), base, settings)) {
            for (PendingType type : types) {
                long ordinal = 0;
                for (PendingElement element : type.elements()) {
                    if (!element.isUnchanged()) {
                        add(validator, type, element, ordinal++);
                    }
                }
            }
            validator.finish(violations);
        }
        if (!violations.isEmpty()) {
            throw error(operation);
        }
    }

    private void add(SetValidator validator, PendingType type, PendingElement element, long ordinal) {
        boolean good = !element.isPresent()
                || type.validator.check(element.rowValues(), ordinal, element.id, null, 0, violations);
        switch (type.type) {
            case NodeType node -> addNode(validator.nodes(node), element, ordinal, good);
            case EdgeType edge -> addEdge(validator.edges(edge), element, ordinal, good);
        }
    }

    private static void addNode(SetValidator.NodeDelta delta, PendingElement element, long ordinal, boolean good) {
        if (!element.isPresent()) {
            delta.delete(element.id);
        } else if (!good) {
            delta.addRejected(ordinal, element.id, null, 0);
        } else if (element.replacesBase()) {
            delta.update(ordinal, element.id, element.rowValues(), null, 0);
        } else {
            delta.add(ordinal, element.id, element.rowValues(), null, 0);
        }
    }

    private static void addEdge(SetValidator.EdgeDelta delta, PendingElement element, long ordinal, boolean good) {
        BaseRow row = element.base();
        if (row != null && !element.replacesBase()) {
            delta.delete(element.id, Objects.requireNonNull(row.source()), Objects.requireNonNull(row.destination()));
        }
        if (!element.isPresent() || !good) {
            return;
        }
        String source = Objects.requireNonNull(element.source());
        String destination = Objects.requireNonNull(element.destination());
        if (element.replacesBase()) {
            delta.update(ordinal, element.id, source, destination, element.rowValues(), null, 0);
        } else {
            delta.add(ordinal, element.id, source, destination, element.rowValues(), null, 0);
        }
    }

    private SennitException error(OperationId operation) {
        List<Violation> first = violations.first();
        Violation head = first.getFirst();
        if (first.stream().allMatch(violation -> violation.rule() == Rule.KEY)) {
            return new ConflictException(
                    ErrorCode.KEY_CONFLICT,
                    ErrorText.of(
                                    violations.total() == 1
                                            ? head.message()
                                            : violations.total() + " elements to be created exist already")
                            .cause(violations.total() == 1 ? "nothing was written" : "the first: " + head.message())
                            .remedy(KEYS_TAKEN)
                            .detail(
                                    "keys",
                                    String.join(
                                            ", ",
                                            first.stream()
                                                    .map(v -> String.valueOf(v.key()))
                                                    .toList())),
                    operation);
        }
        return broken(violations, leavesEdges, operation);
    }

    private void look(String type, long ordinal, Violation violation) {
        leavesEdges |= ordinal == ViolationSink.NO_ROW && violation.rule() == Rule.ENDPOINT;
    }

    /** @param leavesEdges whether nodes are deleted whose edges are not */
    static ConstraintViolationException broken(
            ViolationList violations, boolean leavesEdges, @Nullable OperationId operation) {
        ErrorText text = ErrorText.of(violations.total() + (violations.total() == 1 ? " violation" : " violations")
                        + ": nothing was written")
                .cause(violations.first().getFirst().message())
                .detail("total", violations.total());
        return new ConstraintViolationException(
                leavesEdges ? text.remedy("DETACH DELETE deletes a node and its edges") : text,
                violations.first(),
                violations.total(),
                operation);
    }
}
