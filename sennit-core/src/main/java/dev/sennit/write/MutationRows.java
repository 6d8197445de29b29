package dev.sennit.write;

import dev.sennit.model.ConstraintViolationException;
import dev.sennit.model.Edge;
import dev.sennit.model.Element;
import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.model.IdSource;
import dev.sennit.model.InvalidArgumentException;
import dev.sennit.model.InvalidDataException;
import dev.sennit.model.KeyText;
import dev.sennit.model.Node;
import dev.sennit.model.Rule;
import dev.sennit.model.UnicodeText;
import dev.sennit.model.ValueNames;
import dev.sennit.model.Violation;
import dev.sennit.schema.EdgeType;
import dev.sennit.schema.ElementType;
import dev.sennit.schema.GraphSchema;
import dev.sennit.schema.NodeType;
import dev.sennit.schema.Property;
import dev.sennit.store.TableLayout;
import dev.sennit.validate.RowValidator;
import dev.sennit.validate.ViolationList;
import dev.sennit.validate.ViolationSink;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Makes rows and ids of the properties a transaction gives, and elements of rows. */
final class MutationRows {
    private final IdSource ids;

    MutationRows(IdSource ids) {
        this.ids = ids;
    }

    /**
     * One value per property of the type, {@link RowValidator#UNTOUCHED} where none is given.
     *
     * @throws InvalidDataException UNKNOWN_NAME if the type has no such property
     * @throws InvalidArgumentException if a text is not Unicode
     */
    @Nullable
    Object[] values(ElementType type, Map<String, ?> properties) {
        List<Property> declared = type.properties();
        @Nullable Object[] values = new @Nullable Object[declared.size()];
        Arrays.fill(values, RowValidator.UNTOUCHED);
        properties.forEach((name, value) -> {
            if (name.equals(TableLayout.ID)) {
                return;
            }
            int place = placeOf(declared, name);
            if (place < 0) {
                List<String> names = declared.stream().map(Property::name).toList();
                throw new InvalidDataException(
                        ErrorCode.UNKNOWN_NAME,
                        ErrorText.of(type.name() + " has no property '" + name + "'")
                                .remedy(KnownNames.remedy(name, names))
                                .detail("type", type.name())
                                .detail("property", name));
            }
            requireUnicode(type.name() + "." + name, value);
            values[place] = StoredValues.of(declared.get(place).type(), value);
        });
        return values;
    }

    String idOf(ElementType type, @Nullable String source, @Nullable String destination, List<?> key) {
        Map<String, Object> properties = named(type, keyOf(type).orElse(List.of(TableLayout.ID)), key);
        return existingId(type, source, destination, properties, values(type, properties));
    }

    /** The id of an element that is created: of its key, given, or minted. */
    String newId(
            ElementType type,
            @Nullable String source,
            @Nullable String destination,
            Map<String, ?> properties,
            @Nullable Object[] values) {
        return id(type, source, destination, properties, values)
                .orElseGet(() -> ids.next().toString());
    }

    /** The id of an element that may exist: of its key, or given. */
    String existingId(
            ElementType type,
            @Nullable String source,
            @Nullable String destination,
            Map<String, ?> properties,
            @Nullable Object[] values) {
        return id(type, source, destination, properties, values).orElseThrow(() -> needsId(type));
    }

    /** The key properties of a type; empty if it has no key, and not if the key has no properties. */
    static Optional<List<String>> keyOf(ElementType type) {
        return switch (type) {
            case NodeType node -> node.isKeyed() ? Optional.of(node.key()) : Optional.empty();
            case EdgeType edge -> edge.key();
        };
    }

    /**
     * Checks what single rows can break by themselves.
     *
     * @throws ConstraintViolationException with everything that is broken
     */
    void requireRowRules(Collection<PendingType> types) {
        require(types, violation -> true);
    }

    /**
     * Checks that the values of single rows are of their properties' types, so that they can be read; what is missing
     * may still come.
     *
     * @throws ConstraintViolationException with everything that is broken
     */
    void requireValues(Collection<PendingType> types) {
        require(types, violation -> violation.rule() != Rule.REQUIRED);
    }

    private static void require(Collection<PendingType> types, Predicate<Violation> matters) {
        ViolationList violations = new ViolationList();
        ViolationSink sink = (type, ordinal, violation) -> {
            if (matters.test(violation)) {
                violations.accept(type, ordinal, violation);
            }
        };
        for (PendingType type : types) {
            for (PendingElement element : type.elements()) {
                if (element.isPresent()) {
                    type.validator.check(element.rowValues(), 0, element.id, null, 0, sink);
                }
            }
        }
        if (!violations.isEmpty()) {
            throw violations.toException("nothing was written");
        }
    }

    Element element(GraphSchema schema, PendingElement element) {
        Map<String, Object> properties = new LinkedHashMap<>();
        List<Property> declared = element.type.properties();
        for (int i = 0; i < declared.size(); i++) {
            Object value = element.values()[i];
            if (value != null) {
                properties.put(declared.get(i).name(), value);
            }
        }
        return switch (element.type) {
            case NodeType node -> new Node(node.name(), node.labels(), element.id, properties);
            case EdgeType edge ->
                new Edge(
                        edge.label(),
                        element.id,
                        edge.source(),
                        Objects.requireNonNull(element.source()),
                        edge.destination(),
                        Objects.requireNonNull(element.destination()),
                        properties);
        };
    }

    private static Map<String, Object> named(ElementType type, List<String> names, List<?> key) {
        if (names.size() != key.size()) {
            throw new InvalidArgumentException(
                    ErrorText.of("the key of " + type.name() + " is (" + String.join(", ", names) + ")")
                            .cause(key.size() + (key.size() == 1 ? " value was given" : " values were given")));
        }
        Map<String, Object> properties = new LinkedHashMap<>();
        for (int i = 0; i < names.size(); i++) {
            properties.put(names.get(i), key.get(i));
        }
        return properties;
    }

    private static Optional<String> id(
            ElementType type,
            @Nullable String source,
            @Nullable String destination,
            Map<String, ?> properties,
            @Nullable Object[] values) {
        Optional<List<String>> key = keyOf(type);
        if (key.isEmpty()) {
            return givenId(type, properties);
        }
        refuseGivenId(type, properties);
        List<Object> components = new ArrayList<>();
        if (type instanceof EdgeType) {
            components.add(Objects.requireNonNull(source));
            components.add(Objects.requireNonNull(destination));
        }
        components.addAll(key(type, key.get(), values));
        return Optional.of(KeyText.of(components));
    }

    private static List<Object> key(ElementType type, List<String> properties, @Nullable Object[] values) {
        List<Object> key = new ArrayList<>(properties.size());
        for (String property : properties) {
            int place = placeOf(type.properties(), property);
            Object value = values[place];
            String problem = value == null || value == RowValidator.UNTOUCHED
                    ? "the key has no value"
                    : KeyText.isKeyValue(value) ? null : ValueNames.of(value) + " cannot be part of a key";
            if (problem != null) {
                Violation violation = new Violation(
                        value == null || value == RowValidator.UNTOUCHED ? Rule.REQUIRED : Rule.TYPE,
                        type.name(),
                        property,
                        null,
                        null,
                        null,
                        0,
                        type.name() + "." + property + ": " + problem);
                throw new ConstraintViolationException(
                        ErrorText.of("1 violation: nothing was written").cause(violation.message()),
                        List.of(violation),
                        1,
                        null);
            }
            key.add(Objects.requireNonNull(value));
        }
        return key;
    }

    private static Optional<String> givenId(ElementType type, Map<String, ?> properties) {
        return switch (properties.get(TableLayout.ID)) {
            case null -> Optional.empty();
            case String id
            when !id.isEmpty() -> {
                requireUnicode("the _id of a " + type.name(), id);
                yield Optional.of(id);
            }
            default ->
                throw new InvalidArgumentException(
                        ErrorText.of("the _id of a " + type.name() + " is a text of at least one character"));
        };
    }

    private static void requireUnicode(String what, @Nullable Object value) {
        UnicodeText.halfSurrogateIn(value).ifPresent(at -> {
            throw InvalidArgumentException.notUnicode(what, at);
        });
    }

    private static void refuseGivenId(ElementType type, Map<String, ?> properties) {
        if (properties.containsKey(TableLayout.ID)) {
            throw new InvalidArgumentException(ErrorText.of(type.name() + " has a key, and its _id is the key's text")
                    .remedy("give the key properties, not _id"));
        }
    }

    private static InvalidArgumentException needsId(ElementType type) {
        String what = (type instanceof EdgeType ? "an edge of " : "a ") + type.name();
        return new InvalidArgumentException(ErrorText.of(what + " without an id cannot be upserted")
                .cause("upserting it again would create it again")
                .remedy("give _id among the properties, or declare a KEY"));
    }

    private static int placeOf(List<Property> properties, String name) {
        for (int i = 0; i < properties.size(); i++) {
            if (properties.get(i).name().equals(name)) {
                return i;
            }
        }
        return -1;
    }
}
