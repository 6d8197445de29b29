package dev.sennit.query.analysis;

import dev.sennit.model.PropertyType;
import dev.sennit.schema.EdgeType;
import dev.sennit.schema.ElementType;
import dev.sennit.schema.NodeType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What is known about an expression's value before the query runs: the kinds it may have, null always included. No
 * kind at all means that it is null for certain.
 *
 * @param element of lists, if known
 * @param nodeTypes the types a node may have; none if it may have any
 * @param edgeTypes the types an edge may have; none if it may have any
 * @param symbols the only strings it may be, if it is an ENUM property
 */
public record ValueType(
        Set<Kind> kinds,
        Optional<ValueType> element,
        List<NodeType> nodeTypes,
        List<EdgeType> edgeTypes,
        Optional<List<String>> symbols) {
    public static final ValueType ANY = of(Kind.values());
    public static final ValueType NULL = of();
    public static final ValueType BOOLEAN = of(Kind.BOOLEAN);
    public static final ValueType INTEGER = of(Kind.INTEGER);
    public static final ValueType FLOAT = of(Kind.FLOAT);
    public static final ValueType NUMBER = of(Kind.INTEGER, Kind.FLOAT, Kind.DECIMAL);
    /** What can be added up. */
    static final ValueType SUMMABLE = of(Kind.INTEGER, Kind.FLOAT, Kind.DECIMAL, Kind.DURATION);

    public static final ValueType STRING = of(Kind.STRING);
    public static final ValueType MAP = of(Kind.MAP);
    public static final ValueType PATH = of(Kind.PATH);
    /** Points in time. */
    static final ValueType TEMPORAL =
            of(Kind.DATE, Kind.LOCAL_TIME, Kind.ZONED_TIME, Kind.LOCAL_DATETIME, Kind.ZONED_DATETIME);
    /** What points in time are made of. */
    static final ValueType TEMPORAL_SOURCE = TEMPORAL.or(of(Kind.STRING, Kind.MAP));

    public ValueType {
        kinds = kinds.isEmpty() ? Set.of() : Collections.unmodifiableSet(EnumSet.copyOf(kinds));
        nodeTypes = List.copyOf(nodeTypes);
        edgeTypes = List.copyOf(edgeTypes);
        symbols = symbols.map(List::copyOf);
    }

    public static ValueType of(Kind... kinds) {
        return new ValueType(
                new LinkedHashSet<>(Arrays.asList(kinds)), Optional.empty(), List.of(), List.of(), Optional.empty());
    }

    public static ValueType listOf(ValueType element) {
        return new ValueType(Set.of(Kind.LIST), Optional.of(element), List.of(), List.of(), Optional.empty());
    }

    public static ValueType node(Collection<NodeType> types) {
        return new ValueType(Set.of(Kind.NODE), Optional.empty(), List.copyOf(types), List.of(), Optional.empty());
    }

    public static ValueType edge(Collection<EdgeType> types) {
        return new ValueType(Set.of(Kind.EDGE), Optional.empty(), List.of(), List.copyOf(types), Optional.empty());
    }

    /** The type of a property's values. */
    public static ValueType of(PropertyType type) {
        return switch (type) {
            case PropertyType.Scalar scalar ->
                switch (scalar) {
                    case BOOL -> BOOLEAN;
                    case INT8, INT16, INT32, INT64 -> INTEGER;
                    case FLOAT32, FLOAT64 -> FLOAT;
                    case STRING -> STRING;
                    case BYTES -> of(Kind.BYTES);
                    case DATE -> of(Kind.DATE);
                    case LOCAL_TIME -> of(Kind.LOCAL_TIME);
                    case ZONED_TIME -> of(Kind.ZONED_TIME);
                    case LOCAL_DATETIME -> of(Kind.LOCAL_DATETIME);
                    case ZONED_DATETIME -> of(Kind.ZONED_DATETIME);
                    case DURATION -> of(Kind.DURATION);
                    case JSON -> of(Kind.MAP, Kind.LIST);
                };
            case PropertyType.Enumeration enumeration ->
                new ValueType(
                        Set.of(Kind.STRING), Optional.empty(), List.of(), List.of(), Optional.of(enumeration.values()));
            case PropertyType.Decimal ignored -> of(Kind.DECIMAL);
            case PropertyType.ListOf list -> listOf(of(list.element()));
            case PropertyType.Vector ignored -> of(Kind.VECTOR);
        };
    }

    public boolean isNull() {
        return kinds.isEmpty();
    }

    public boolean mayBe(Kind kind) {
        return kinds.contains(kind);
    }

    /** Whether it is of one kind for certain, or null. */
    public boolean isOnly(Kind kind) {
        return kinds.size() == 1 && kinds.contains(kind);
    }

    public boolean isNumber() {
        return !kinds.isEmpty() && kinds.stream().allMatch(Kind::isNumber);
    }

    /** Whether values of the two types can be equal, as far as is known; null compares with everything. */
    public boolean isComparableTo(ValueType other) {
        return isNull()
                || other.isNull()
                || kinds.stream().anyMatch(k -> other.kinds.stream().anyMatch(k::isComparableTo));
    }

    public boolean isOrderedWith(ValueType other) {
        return isNull()
                || other.isNull()
                || kinds.stream().anyMatch(k -> other.kinds.stream().anyMatch(k::isOrderedWith));
    }

    /** The same kinds; of which type its elements are is not known. */
    ValueType ofAnyElement() {
        return new ValueType(kinds, element.map(ValueType::ofAnyElement), List.of(), List.of(), symbols);
    }

    /** What a value is that has one type or the other. */
    public ValueType or(ValueType other) {
        if (isNull()) {
            return other;
        }
        if (other.isNull() || equals(other)) {
            return this;
        }
        Set<Kind> both = new LinkedHashSet<>(kinds);
        both.addAll(other.kinds);
        return new ValueType(
                both,
                elementOr(other),
                typesOr(Kind.NODE, other, nodeTypes, other.nodeTypes),
                typesOr(Kind.EDGE, other, edgeTypes, other.edgeTypes),
                symbols.flatMap(mine -> other.symbols.map(theirs -> union(mine, theirs))));
    }

    private Optional<ValueType> elementOr(ValueType other) {
        if (mayBe(Kind.LIST) && other.mayBe(Kind.LIST)) {
            return element.flatMap(mine -> other.element.map(mine::or));
        }
        return mayBe(Kind.LIST) ? element : other.element;
    }

    /** If of either nothing is known, nothing is known of both. */
    private <T> List<T> typesOr(Kind kind, ValueType other, List<T> mine, List<T> theirs) {
        boolean unknown = mayBe(kind) && mine.isEmpty() || other.mayBe(kind) && theirs.isEmpty();
        return unknown ? List.of() : union(mine, theirs);
    }

    private static <T> List<T> union(List<T> left, List<T> right) {
        if (right.isEmpty()) {
            return left;
        }
        return new ArrayList<>(
                Stream.concat(left.stream(), right.stream()).collect(Collectors.toCollection(LinkedHashSet::new)));
    }

    /** The types of the elements it may be; none if those are not known, or if it is no element. */
    public List<ElementType> elementTypes() {
        boolean unknown = mayBe(Kind.NODE) && nodeTypes.isEmpty() || mayBe(Kind.EDGE) && edgeTypes.isEmpty();
        return unknown
                ? List.of()
                : Stream.<ElementType>concat(nodeTypes.stream(), edgeTypes.stream())
                        .toList();
    }

    /** In words, for messages. */
    public String text() {
        if (isNull()) {
            return "NULL";
        }
        if (kinds.size() == Kind.values().length) {
            return "ANY";
        }
        if (kinds.equals(NUMBER.kinds)) {
            return "NUMBER";
        }
        if (kinds.equals(SUMMABLE.kinds)) {
            return "NUMBER or DURATION";
        }
        if (isOnly(Kind.LIST) && element.isPresent() && !element.get().isNull()) {
            return "LIST<" + element.get().text() + ">";
        }
        return kinds.stream().map(Kind::text).collect(Collectors.joining(" or "));
    }
}
