package dev.sennit.validate;

import dev.sennit.model.Violation;
import dev.sennit.schema.EdgeType;
import dev.sennit.schema.ElementType;
import dev.sennit.schema.GraphSchema;
import dev.sennit.schema.NodeType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A base state and a delta in lists, and what comes of checking it. */
final class TestDelta {
    final GraphSchema schema;
    final Map<String, DeltaMode> modes = new HashMap<>();
    final Map<String, List<TestRow>> base = new LinkedHashMap<>();
    final Map<String, List<TestRow>> rows = new LinkedHashMap<>();
    final Map<String, List<TestRow>> deletions = new LinkedHashMap<>();

    TestDelta(GraphSchema schema) {
        this.schema = schema;
        schema.types().forEach(type -> {
            base.put(type.name(), new ArrayList<>());
            rows.put(type.name(), new ArrayList<>());
            deletions.put(type.name(), new ArrayList<>());
        });
    }

    DeltaMode mode(String type) {
        return modes.getOrDefault(type, DeltaMode.INSERT);
    }

    List<TestRow> base(String type) {
        return Objects.requireNonNull(base.get(type));
    }

    List<TestRow> rows(String type) {
        return Objects.requireNonNull(rows.get(type));
    }

    List<TestRow> deletions(String type) {
        return Objects.requireNonNull(deletions.get(type));
    }

    /** What a check finds, in a form that compares. */
    record Outcome(
            Map<String, TreeSet<Long>> rejected, TreeSet<String> replaced, List<String> violations, boolean blocked) {}

    Outcome check(SpillSettings settings, boolean scanOnly) {
        ViolationList violations = new ViolationList();
        List<String> found = new ArrayList<>();
        try (SetValidator validator =
                new SetValidator(schema, modes, new ListedBase(base, schema, scanOnly), settings)) {
            schema.types().forEach(type -> addRows(validator, type));
            Rejections rejections = validator.finish((type, ordinal, violation) -> {
                violations.accept(type, ordinal, violation);
                found.add(type + " " + ordinal + " " + violation.rule() + " " + violation.property());
            });
            Map<String, TreeSet<Long>> rejected = new LinkedHashMap<>();
            schema.types().forEach(type -> {
                TreeSet<Long> ordinals = new TreeSet<>();
                rejections.rejectedOrdinals(type.name()).forEachRemaining(ordinals::add);
                rejected.put(type.name(), ordinals);
            });
            TreeSet<String> replaced = new TreeSet<>();
            rejections.forEachReplaced((type, ordinal, address) -> {
                if (!replaced.add(type + " " + ordinal + " " + address)) {
                    throw new AssertionError("handed over twice: " + type + " " + ordinal);
                }
            });
            if (violations.total() != rejections.violations()) {
                throw new AssertionError(violations.total() + " reported, but " + rejections.violations() + " counted");
            }
            found.sort(null);
            return new Outcome(rejected, replaced, found, rejections.isBlocked());
        }
    }

    /** The violations as they are reported. */
    List<Violation> violations(SpillSettings settings) {
        List<Violation> violations = new ArrayList<>();
        try (SetValidator validator = new SetValidator(schema, modes, new ListedBase(base, schema, false), settings)) {
            schema.types().forEach(type -> addRows(validator, type));
            validator.finish((type, ordinal, violation) -> violations.add(violation));
        }
        return violations;
    }

    /** The violations where no row is rejected. */
    List<Violation> judge(SpillSettings settings) {
        List<Violation> violations = new ArrayList<>();
        try (SetValidator validator = new SetValidator(schema, modes, new ListedBase(base, schema, false), settings)) {
            schema.types().forEach(type -> addRows(validator, type));
            long told = validator.judge((type, ordinal, violation) -> violations.add(violation));
            if (told != violations.size()) {
                throw new AssertionError(told + " counted, but " + violations.size() + " reported");
            }
        }
        return violations;
    }

    private void addRows(SetValidator validator, ElementType type) {
        List<TestRow> added = rows(type.name());
        for (int i = 0; i < added.size(); i++) {
            TestRow row = added.get(i);
            @Nullable Object[] values = row.values().toArray();
            switch (type) {
                case NodeType node
                when row.rejectedBefore() ->
                    validator.nodes(node).addRejected(i, Objects.requireNonNull(row.id()), "f.csv", i + 2L);
                case NodeType node ->
                    validator.nodes(node).add(i, Objects.requireNonNull(row.id()), values, "f.csv", i + 2L);
                case EdgeType edge ->
                    validator
                            .edges(edge)
                            .add(
                                    i,
                                    row.id(),
                                    Objects.requireNonNull(row.source()),
                                    Objects.requireNonNull(row.destination()),
                                    values,
                                    "f.csv",
                                    i + 2L);
            }
        }
        for (TestRow row : deletions(type.name())) {
            String id = Objects.requireNonNull(row.id());
            switch (type) {
                case NodeType node -> validator.nodes(node).delete(id);
                case EdgeType edge ->
                    validator
                            .edges(edge)
                            .delete(
                                    id,
                                    Objects.requireNonNull(row.source()),
                                    Objects.requireNonNull(row.destination()));
            }
        }
    }
}
