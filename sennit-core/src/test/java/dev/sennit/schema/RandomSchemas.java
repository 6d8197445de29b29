package dev.sennit.schema;

import dev.sennit.model.CalendarDuration;
import dev.sennit.model.KeyText;
import dev.sennit.model.PropertyType;
import dev.sennit.model.PropertyType.Decimal;
import dev.sennit.model.PropertyType.Enumeration;
import dev.sennit.model.PropertyType.ListOf;
import dev.sennit.model.PropertyType.Scalar;
import dev.sennit.model.PropertyType.Vector;
import dev.sennit.schema.IndexDeclaration.Fulltext;
import dev.sennit.schema.IndexDeclaration.Metric;
import dev.sennit.schema.IndexDeclaration.VectorIndex;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;

/** Valid schema documents, drawn from a seed, with everything the language can say. */
public final class RandomSchemas {
    private static final String[] NAMES = {
        "code",
        "name",
        "key",
        "from",
        "KEY",
        "in",
        "node",
        "a b",
        "x`y",
        "1st",
        "größe",
        "名前",
        "a-b",
        "it's",
        "\"q\"",
        "\uD83D\uDE00",
        "--",
        "}",
        "LOCAL",
        "e\u0301",
        "a,b",
        "(c)"
    };
    private static final String[] STRINGS = {
        "",
        "a",
        "it's",
        "back\\slash",
        "\\",
        "new\nline",
        "tab\t",
        "\u0001",
        "ü",
        "\uD83D\uDE00",
        "'",
        "\"",
        "-- no comment",
        "\\n",
        "\\u0041",
        "\u2028"
    };
    private static final String[] DOCUMENTATION = {
        "one line",
        "two\nlines",
        "ends with a quote\"",
        "\"begins with one",
        "ends with a backslash\\",
        "three \"\"\" quotes",
        "\"\"\"\"",
        "paragraphs\n\n  indented\nback",
        "`x` -- y { z }"
    };

    private final Random random;

    public RandomSchemas(Random random) {
        this.random = random;
    }

    public SchemaDocument document() {
        List<String> types = distinctNames(1 + random.nextInt(4));
        List<String> labels = distinctNames(3);
        labels.removeAll(types);
        MigrationHints.Builder hints = new MigrationHints.Builder();
        List<NodeType> nodeTypes = new ArrayList<>();
        for (String name : types) {
            List<String> carried = new ArrayList<>(List.of(name));
            labels.stream().filter(l -> random.nextInt(3) == 0).forEach(carried::add);
            Body body = body(name, random.nextBoolean(), hints);
            nodeTypes.add(new NodeType(
                    name, carried, body.properties, body.key, body.uniques, body.indexes, documentation()));
        }
        Map<String, EdgeType> edgeTypes = new HashMap<>();
        for (int i = random.nextInt(5); i > 0; i--) {
            String label = oneOf(NAMES);
            String source = types.get(random.nextInt(types.size()));
            String destination = types.get(random.nextInt(types.size()));
            String name = label + "(" + source + "," + destination + ")";
            if (edgeTypes.containsKey(name)) {
                continue;
            }
            boolean keyed = random.nextBoolean();
            Body body = body(name, keyed && random.nextBoolean(), hints);
            edgeTypes.put(
                    name,
                    new EdgeType(
                            label,
                            source,
                            destination,
                            cardinality(),
                            cardinality(),
                            body.properties,
                            keyed ? Optional.of(body.key) : Optional.empty(),
                            body.uniques,
                            body.indexes,
                            documentation()));
        }
        GraphSchema schema = new GraphSchema(nodeTypes, List.copyOf(edgeTypes.values()));
        return new SchemaDocument(schema, hints.build(), Map.of());
    }

    private record Body(
            List<Property> properties, List<String> key, List<List<String>> uniques, List<IndexDeclaration> indexes) {}

    private Body body(String type, boolean keyed, MigrationHints.Builder hints) {
        List<Property> properties = new ArrayList<>();
        for (String name : distinctNames(random.nextInt(8))) {
            properties.add(property(type, name, hints));
        }
        List<String> key = keyed ? some(properties, KeyText::isKeyType) : List.of();
        properties.replaceAll(p -> key.contains(p.name())
                ? new Property(p.name(), p.type(), true, p.pattern(), p.range(), p.documentation())
                : p);
        Set<Set<String>> seen = new HashSet<>();
        seen.add(Set.copyOf(key));
        List<List<String>> uniques = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            List<String> unique =
                    some(properties, t -> !(t instanceof ListOf) && !(t instanceof Vector) && t != Scalar.JSON);
            if (!unique.isEmpty() && seen.add(Set.copyOf(unique))) {
                uniques.add(unique);
            }
        }
        List<IndexDeclaration> indexes = new ArrayList<>();
        List<String> text = some(properties, t -> t == Scalar.STRING);
        if (!text.isEmpty()) {
            indexes.add(new Fulltext(text));
        }
        List<String> vectors = some(properties, t -> t instanceof Vector);
        if (!vectors.isEmpty()) {
            indexes.add(new VectorIndex(vectors.getFirst(), oneOf(Metric.values())));
        }
        Collections.shuffle(indexes, random);
        return new Body(properties, key, uniques, indexes);
    }

    private Property property(String type, String name, MigrationHints.Builder hints) {
        PropertyType propertyType = type(true);
        Optional<ValueRange> range = Optional.empty();
        if (random.nextInt(3) == 0 && isOrdered(propertyType)) {
            Object bound = value(propertyType);
            range = switch (random.nextInt(3)) {
                case 0 -> Optional.of(new ValueRange(Optional.of(bound), Optional.empty()));
                case 1 -> Optional.of(new ValueRange(Optional.empty(), Optional.of(bound)));
                default -> Optional.of(new ValueRange(Optional.of(bound), Optional.of(bound)));
            };
        }
        boolean isPatterned = propertyType == Scalar.STRING && random.nextBoolean();
        if (random.nextInt(4) == 0 && range.isEmpty() && !isPatterned) {
            hints.defaults.put(new PropertyRef(type, name), value(propertyType));
        }
        if (random.nextInt(6) == 0) {
            hints.renamedProperties.put(new PropertyRef(type, name), "old " + name);
        }
        return new Property(
                name,
                propertyType,
                random.nextBoolean(),
                isPatterned ? Optional.of("[a-z']\\d+\\n\\\\.") : Optional.empty(),
                range,
                documentation());
    }

    private PropertyType type(boolean mayNest) {
        int kind = random.nextInt(mayNest ? 8 : 6);
        return switch (kind) {
            case 0 -> new Decimal(10 + random.nextInt(28), random.nextInt(10));
            case 1 -> new Enumeration(distinct(STRINGS, 1 + random.nextInt(4)));
            case 6 -> new Vector(1 + random.nextInt(4));
            case 7 -> {
                PropertyType element = type(false);
                yield new ListOf(element == Scalar.JSON ? Scalar.STRING : element);
            }
            default -> oneOf(Scalar.values());
        };
    }

    private Object value(PropertyType type) {
        return switch (type) {
            case Scalar scalar ->
                switch (scalar) {
                    case BOOL -> random.nextBoolean();
                    case INT8 -> (long) (byte) random.nextInt();
                    case INT16 -> (long) (short) random.nextInt();
                    case INT32 -> (long) random.nextInt();
                    case INT64 -> random.nextLong();
                    case FLOAT32 -> (double) finite();
                    case FLOAT64 ->
                        random.nextBoolean() ? -0.0 : random.nextGaussian() * Math.pow(10, random.nextInt(600) - 300);
                    case STRING -> oneOf(STRINGS);
                    case BYTES -> new byte[] {1, (byte) random.nextInt()};
                    case DATE -> LocalDate.ofEpochDay(random.nextInt(100_000) - 50_000);
                    case LOCAL_TIME -> time();
                    case ZONED_TIME -> OffsetTime.of(time(), offset());
                    case LOCAL_DATETIME -> dateTime();
                    case ZONED_DATETIME ->
                        random.nextBoolean()
                                ? ZonedDateTime.of(dateTime(), offset())
                                : ZonedDateTime.of(dateTime(), ZoneId.of("Europe/Berlin"));
                    case DURATION -> new CalendarDuration(random.nextInt(40), random.nextInt(40), random.nextInt());
                    case JSON -> Map.of("a", List.of(1, "x", true));
                };
            case Decimal decimal ->
                new BigDecimal(new BigInteger(30, random).subtract(BigInteger.TWO.pow(29)), decimal.scale());
            case Enumeration enumeration ->
                enumeration.values().get(random.nextInt(enumeration.values().size()));
            case ListOf list -> List.of(value(list.element()), value(list.element()));
            case Vector vector -> {
                float[] components = new float[vector.dimension()];
                for (int i = 0; i < components.length; i++) {
                    components[i] = finite();
                }
                yield components;
            }
        };
    }

    private float finite() {
        float value = Float.intBitsToFloat(random.nextInt());
        return Float.isFinite(value) ? value : 0.1f;
    }

    private LocalTime time() {
        return LocalTime.ofNanoOfDay(random.nextLong(86_400_000_000_000L)).truncatedTo(ChronoUnit.MICROS);
    }

    private LocalDateTime dateTime() {
        return LocalDate.ofEpochDay(random.nextInt(20_000)).atTime(time());
    }

    private ZoneOffset offset() {
        return ZoneOffset.ofTotalSeconds((random.nextInt(24) - 12) * 1800);
    }

    private static boolean isOrdered(PropertyType type) {
        return switch (type) {
            case Scalar scalar ->
                switch (scalar) {
                    case BOOL, STRING, BYTES, DURATION, JSON -> false;
                    default -> true;
                };
            case Decimal ignored -> true;
            default -> false;
        };
    }

    private Cardinality cardinality() {
        return switch (random.nextInt(3)) {
            case 0 -> new Cardinality(random.nextInt(3), OptionalLong.of(3 + random.nextInt(5)));
            case 1 -> new Cardinality(1, OptionalLong.empty());
            default -> Cardinality.ANY;
        };
    }

    private String documentation() {
        return random.nextInt(3) > 0 ? "" : oneOf(DOCUMENTATION);
    }

    private List<String> some(List<Property> properties, Predicate<PropertyType> qualifies) {
        List<String> names = new ArrayList<>();
        properties.stream()
                .filter(p -> qualifies.test(p.type()) && random.nextInt(3) == 0)
                .forEach(p -> names.add(p.name()));
        Collections.shuffle(names, random);
        return names;
    }

    private List<String> distinctNames(int count) {
        return distinct(NAMES, count);
    }

    private List<String> distinct(String[] from, int count) {
        Set<String> drawn = new LinkedHashSet<>();
        while (drawn.size() < count) {
            drawn.add(oneOf(from));
        }
        return new ArrayList<>(drawn);
    }

    private <T> T oneOf(T[] values) {
        return values[random.nextInt(values.length)];
    }
}
