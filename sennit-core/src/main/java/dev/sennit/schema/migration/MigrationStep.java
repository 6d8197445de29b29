package dev.sennit.schema.migration;

import dev.sennit.model.PropertyType;
import dev.sennit.schema.Cardinality;
import dev.sennit.schema.EdgeType;
import dev.sennit.schema.ElementType;
import dev.sennit.schema.IndexDeclaration;
import dev.sennit.schema.NodeType;
import dev.sennit.schema.Property;
import dev.sennit.schema.SchemaPrinter;
import dev.sennit.schema.ValueRange;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** One thing that is different in a declared schema. */
public sealed interface MigrationStep {
    /** The {@link ElementType#name} of the type it is about, as the new schema has it; a dropped type's old one. */
    String type();

    /** The property it is about, as the new schema has it; a dropped one's old name. */
    default Optional<String> property() {
        return Optional.empty();
    }

    /** The step in one line, in words of the schema language. */
    String text();

    /** Whether data are hidden from the new schema: they stay readable at older commits until they are collected. */
    default boolean hidesData() {
        return false;
    }

    /** A type that is new: its table begins empty. */
    record AddType(ElementType added) implements MigrationStep {
        @Override
        public String type() {
            return added.name();
        }

        @Override
        public String text() {
            return "add " + kind(added) + " " + shown(added.name());
        }
    }

    /** @param rows elements that are hidden */
    record DropType(ElementType dropped, long rows) implements MigrationStep {
        @Override
        public String type() {
            return dropped.name();
        }

        @Override
        public String text() {
            return "drop " + kind(dropped) + " " + shown(dropped.name());
        }

        @Override
        public boolean hidesData() {
            return rows > 0;
        }
    }

    /** A node type gets another name, or an edge type another label. */
    record RenameType(String from, ElementType renamed) implements MigrationStep {
        @Override
        public String type() {
            return renamed.name();
        }

        @Override
        public String text() {
            return "rename " + kind(renamed) + " " + shown(from) + " to " + shown(renamed.name());
        }
    }

    record AddLabel(String type, String label) implements MigrationStep {
        @Override
        public String text() {
            return "add label " + shown(label) + " to " + shown(type);
        }
    }

    record DropLabel(String type, String label) implements MigrationStep {
        @Override
        public String text() {
            return "drop label " + shown(label) + " of " + shown(type);
        }
    }

    /** @param backfill the value existing elements get */
    record AddProperty(String type, Property added, Optional<Object> backfill) implements MigrationStep {
        @Override
        public Optional<String> property() {
            return Optional.of(added.name());
        }

        @Override
        public String text() {
            return "add " + shown(type, added.name()) + " "
                    + added.type().text() + (added.required() ? " NOT NULL" : "")
                    + backfill.map(value -> " DEFAULT " + SchemaPrinter.literal(added.type(), value))
                            .orElse("");
        }
    }

    /** @param rows elements whose values are hidden */
    record DropProperty(String type, Property dropped, long rows) implements MigrationStep {
        @Override
        public Optional<String> property() {
            return Optional.of(dropped.name());
        }

        @Override
        public String text() {
            return "drop " + shown(type, dropped.name());
        }

        @Override
        public boolean hidesData() {
            return rows > 0;
        }
    }

    record RenameProperty(String type, String from, String to) implements MigrationStep {
        @Override
        public Optional<String> property() {
            return Optional.of(to);
        }

        @Override
        public String text() {
            return "rename " + shown(type, from) + " to " + SchemaPrinter.name(to);
        }
    }

    record ChangePropertyType(String type, String name, PropertyType from, PropertyType to) implements MigrationStep {
        @Override
        public Optional<String> property() {
            return Optional.of(name);
        }

        @Override
        public String text() {
            return "change " + shown(type, name) + " from " + from.text() + " to " + to.text();
        }
    }

    /** @param backfill the value that elements without one get */
    record RequireProperty(String type, Property required, Optional<Object> backfill) implements MigrationStep {
        @Override
        public Optional<String> property() {
            return Optional.of(required.name());
        }

        @Override
        public String text() {
            return "make " + shown(type, required.name()) + " NOT NULL"
                    + backfill.map(value -> " DEFAULT " + SchemaPrinter.literal(required.type(), value))
                            .orElse("");
        }
    }

    record AllowNull(String type, String name) implements MigrationStep {
        @Override
        public Optional<String> property() {
            return Optional.of(name);
        }

        @Override
        public String text() {
            return "allow " + shown(type, name) + " to be null";
        }
    }

    record ChangePattern(String type, String name, Optional<String> from, Optional<String> to)
            implements MigrationStep {
        @Override
        public Optional<String> property() {
            return Optional.of(name);
        }

        @Override
        public String text() {
            return changed("PATTERN", shown(type, name), from, to);
        }
    }

    record ChangeRange(
            String type, String name, PropertyType propertyType, Optional<ValueRange> from, Optional<ValueRange> to)
            implements MigrationStep {
        @Override
        public Optional<String> property() {
            return Optional.of(name);
        }

        @Override
        public String text() {
            return changed(
                    "RANGE",
                    shown(type, name),
                    from.map(range -> SchemaPrinter.range(propertyType, range)),
                    to.map(range -> SchemaPrinter.range(propertyType, range)));
        }
    }

    /** The key: none, or the properties it has. */
    record ChangeKey(String type, Optional<List<String>> from, Optional<List<String>> to) implements MigrationStep {
        @Override
        public String text() {
            return changed("KEY", shown(type), from.map(MigrationStep::list), to.map(MigrationStep::list));
        }
    }

    record AddUnique(String type, List<String> properties) implements MigrationStep {
        @Override
        public String text() {
            return "add UNIQUE " + list(properties) + " to " + shown(type);
        }
    }

    record DropUnique(String type, List<String> properties) implements MigrationStep {
        @Override
        public String text() {
            return "drop UNIQUE " + list(properties) + " of " + shown(type);
        }
    }

    /** @param incoming whether it limits the edges a destination receives; otherwise those a source has */
    record ChangeCardinality(String type, boolean incoming, Cardinality from, Cardinality to) implements MigrationStep {
        @Override
        public String text() {
            return "change " + (incoming ? "IN" : "the cardinality") + " of " + shown(type) + " from " + from.text()
                    + " to " + to.text();
        }
    }

    record AddIndex(String type, IndexDeclaration index) implements MigrationStep {
        @Override
        public String text() {
            return "declare " + SchemaPrinter.index(index) + " on " + shown(type);
        }
    }

    record DropIndex(String type, IndexDeclaration index) implements MigrationStep {
        @Override
        public String text() {
            return "no longer declare " + SchemaPrinter.index(index) + " on " + shown(type);
        }
    }

    /** @param property the property whose documentation it is, or empty for the type's */
    record Document(String type, Optional<String> property) implements MigrationStep {
        @Override
        public String text() {
            return "document " + property.map(name -> shown(type, name)).orElse(shown(type));
        }
    }

    /** The properties or constraints of a type, or the labels after its name, are declared in another order. */
    record Reorder(String type) implements MigrationStep {
        @Override
        public String text() {
            return "order the declarations of " + shown(type) + " anew";
        }
    }

    /** The types are declared in another order. */
    record ReorderTypes() implements MigrationStep {
        @Override
        public String type() {
            return "";
        }

        @Override
        public String text() {
            return "order the types anew";
        }
    }

    private static String kind(ElementType type) {
        return switch (type) {
            case NodeType ignored -> "NODE";
            case EdgeType ignored -> "EDGE";
        };
    }

    private static String list(List<String> names) {
        return names.stream().map(SchemaPrinter::name).collect(Collectors.joining(", ", "(", ")"));
    }

    private static String shown(String type, String property) {
        return shown(type) + "." + SchemaPrinter.name(property);
    }

    /** A name of a type or label; that of an edge type has its parts in it. */
    private static String shown(String type) {
        return type.endsWith(")") ? type : SchemaPrinter.name(type);
    }

    private static String changed(String what, String where, Optional<String> from, Optional<String> to) {
        if (from.isEmpty()) {
            return "add " + what + " " + to.orElse("") + " to " + where;
        }
        return to.isEmpty()
                ? "drop " + what + " " + from.get() + " of " + where
                : "change " + what + " of " + where + " from " + from.get() + " to " + to.get();
    }
}
