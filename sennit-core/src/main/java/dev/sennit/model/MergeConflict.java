package dev.sennit.model;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Something that the two sides of a merge made of a graph and that cannot both stand.
 *
 * <p>Resolving one takes everything that is part of it from one side: the property, the element, or all elements that
 * break a rule together. So a resolution never leaves half of what a side did.
 */
public sealed interface MergeConflict {
    /** The kinds of conflicts, one for each record. */
    enum Kind {
        DIVERGENT_INSERT,
        DIVERGENT_PROPERTY,
        DELETE_UPDATE,
        ORPHAN_EDGE,
        UNIQUE,
        CARDINALITY,
        VALUE,
        DIVERGENT_DEFAULT,
        SCHEMA;

        /** As conflicts' ids begin with it. */
        public String text() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        /** The kind of the conflict that has an id; empty if none has such an id. */
        public static Optional<Kind> ofId(String id) {
            return Arrays.stream(values())
                    .filter(kind -> id.startsWith(kind.text() + " "))
                    .findFirst();
        }

        /** Whether it is about schemas, which is known before anything else. */
        public boolean isOfSchemas() {
            return this == SCHEMA || this == DIVERGENT_DEFAULT;
        }

        /** Whether it is a rule that the result would break, which may hinge on how others are resolved. */
        public boolean isOfRules() {
            return this == ORPHAN_EDGE || this == UNIQUE || this == CARDINALITY || this == VALUE;
        }
    }

    Kind kind();

    /** What the conflict is about, as text: an element, or a part of the schema. */
    String subject();

    /** The property, or the properties of a UNIQUE, comma-separated; empty where it is about no property. */
    default String property() {
        return "";
    }

    /** The whole thing as one sentence. */
    String message();

    /**
     * Names the conflict in resolutions: the same whenever these sides are merged, and that of no other conflict of these.
     * What is wrong with an element in more ways than one, of one kind and about the same property, is one conflict.
     */
    default String id() {
        return kind().text() + " " + subject() + (property().isEmpty() ? "" : " " + property());
    }

    /** The same as seen from the other side. */
    @SuppressWarnings("ArgumentSelectionDefectChecker") // the sides change places
    default MergeConflict mirrored() {
        return switch (this) {
            case DivergentInsert insert -> new DivergentInsert(insert.element(), insert.theirs(), insert.ours());
            case DivergentProperty property ->
                new DivergentProperty(
                        property.element(),
                        property.property(),
                        property.base(),
                        property.basesDiffer(),
                        property.theirs(),
                        property.ours());
            case DeleteUpdate update ->
                new DeleteUpdate(update.element(), update.deletedBy().other(), update.changed());
            case DivergentDefault property ->
                new DivergentDefault(property.subject(), property.theirs(), property.ours());
            case Schema schema -> new Schema(schema.subject(), schema.theirs(), schema.ours());
            case OrphanEdge orphan -> orphan;
            case Unique unique -> unique;
            case Cardinality cardinality -> cardinality;
            case Value value -> value;
        };
    }

    /** Both sides inserted the element, with different properties or between different nodes. */
    record DivergentInsert(ElementId element, Element ours, Element theirs) implements MergeConflict {
        @Override
        public Kind kind() {
            return Kind.DIVERGENT_INSERT;
        }

        @Override
        public String subject() {
            return element.toString();
        }

        @Override
        public String message() {
            return "both sides inserted " + element + ", with different values";
        }
    }

    /**
     * Both sides set a property of an element, to different values.
     *
     * @param base what it was before; null also where the bases differ
     * @param basesDiffer whether there are several common ancestors that do not agree in it
     */
    record DivergentProperty(
            ElementId element,
            String property,
            @Nullable Object base,
            boolean basesDiffer,
            @Nullable Object ours,
            @Nullable Object theirs)
            implements MergeConflict {
        /** There is one base. */
        public DivergentProperty(
                ElementId element,
                String property,
                @Nullable Object base,
                @Nullable Object ours,
                @Nullable Object theirs) {
            this(element, property, base, false, ours, theirs);
        }

        @Override
        public Kind kind() {
            return Kind.DIVERGENT_PROPERTY;
        }

        @Override
        public String subject() {
            return element.toString();
        }

        @Override
        public String message() {
            return "both sides changed " + property + " of " + element + ", to different values";
        }
    }

    /** One side deleted an element that the other changed. */
    record DeleteUpdate(ElementId element, MergeSide deletedBy, Element changed) implements MergeConflict {
        @Override
        public Kind kind() {
            return Kind.DELETE_UPDATE;
        }

        @Override
        public String subject() {
            return element.toString();
        }

        @Override
        public String message() {
            return deletedBy == MergeSide.OURS
                    ? "we deleted " + element + ", they changed it"
                    : "they deleted " + element + ", we changed it";
        }
    }

    /**
     * An edge of one side would have lost a node that the other side deleted, or both its nodes.
     *
     * @param nodes those it would have lost
     */
    record OrphanEdge(ElementId edge, List<ElementId> nodes) implements MergeConflict {
        public OrphanEdge {
            nodes = List.copyOf(nodes);
        }

        @Override
        public Kind kind() {
            return Kind.ORPHAN_EDGE;
        }

        @Override
        public String subject() {
            return edge.toString();
        }

        @Override
        public String message() {
            return edge + " would be without "
                    + nodes.stream().map(ElementId::toString).collect(Collectors.joining(" and "))
                    + ", which the other side deleted";
        }
    }

    /**
     * Elements of both sides together break a UNIQUE.
     *
     * @param others the other elements that have the value on either side; of the first hundred such conflicts only
     * @param rule what is broken, as a sentence
     */
    record Unique(ElementId element, String property, String value, List<ElementId> others, String rule)
            implements MergeConflict {
        public Unique {
            others = List.copyOf(others);
        }

        @Override
        public String message() {
            return others.isEmpty()
                    ? rule
                    : rule + ": " + others.stream().map(ElementId::toString).collect(Collectors.joining(", "));
        }

        @Override
        public Kind kind() {
            return Kind.UNIQUE;
        }

        @Override
        public String subject() {
            return element.toString();
        }
    }

    /**
     * Edges of both sides together are too many or too few at a node.
     *
     * @param element the edge that is one too many, or the node that has too few
     */
    record Cardinality(ElementId element, String message) implements MergeConflict {
        @Override
        public Kind kind() {
            return Kind.CARDINALITY;
        }

        @Override
        public String subject() {
            return element.toString();
        }
    }

    /** A value of one side breaks a rule that the other side's schema has. */
    record Value(ElementId element, String property, Rule rule, String message) implements MergeConflict {
        @Override
        public Kind kind() {
            return Kind.VALUE;
        }

        @Override
        public String subject() {
            return element.toString();
        }
    }

    /**
     * Both sides gave the elements there were a value of a property, by DEFAULTs that differ. Resolving it says what the
     * elements have of which nobody has set the property; nothing else of the elements.
     *
     * @param subject the property, with its type
     * @param ours the value, as a schema has it
     */
    record DivergentDefault(String subject, String ours, String theirs) implements MergeConflict {
        @Override
        public Kind kind() {
            return Kind.DIVERGENT_DEFAULT;
        }

        @Override
        public String message() {
            return subject + ": both sides gave it to the elements there were, by DEFAULTs that differ: ours " + ours
                    + ", theirs " + theirs;
        }
    }

    /** The sides changed the schema, or one the schema and the other the data, in ways that cannot both stand. */
    record Schema(String subject, String ours, String theirs) implements MergeConflict {
        /** The subject of a conflict that is about no part of it. */
        public static final String WHOLE = "the schema";

        @Override
        public Kind kind() {
            return Kind.SCHEMA;
        }

        @Override
        public String message() {
            return subject + ": ours " + ours + ", theirs " + theirs;
        }
    }
}
