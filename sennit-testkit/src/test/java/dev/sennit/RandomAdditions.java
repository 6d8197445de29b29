package dev.sennit;

import dev.sennit.model.NodeId;
import dev.sennit.schema.GraphSchema;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Seeded additions to {@link WriterScenario#SCHEMA}, of few things, so that several branches add the same, and changes of
 * elements that use what a branch has of them. Properties come with DEFAULT on some branches and without on others.
 */
final class RandomAdditions {
    private static final int NAMES = 3;

    private final Random random;

    /** What a schema may have besides; every set of them is a schema. */
    enum Addition {
        PERSON_NICK,
        CITY_SIZE,
        KNOWS_WEIGHT,
        LAND,
        NOTE,
        OWNS;

        /** What DEFAULT gives of it, if it comes with one. */
        Optional<Given> given() {
            return switch (this) {
                case PERSON_NICK -> Optional.of(new Given("Person:", "nick", "n0", "DEFAULT 'n0'"));
                case CITY_SIZE -> Optional.of(new Given("City:", "size", 7L, "DEFAULT 7"));
                case KNOWS_WEIGHT -> Optional.of(new Given("KNOWS(", "weight", 1L, "DEFAULT 1"));
                case LAND, NOTE, OWNS -> Optional.empty();
            };
        }
    }

    /**
     * A value that DEFAULT gives.
     *
     * @param elements what the names of the elements begin with
     * @param text as it stands in a schema
     */
    record Given(String elements, String property, Object value, String text) {}

    RandomAdditions(Random random) {
        this.random = random;
    }

    /** What a branch's schema has. */
    static Set<Addition> of(Snapshot snapshot) {
        GraphSchema schema = snapshot.schema();
        Set<Addition> found = EnumSet.noneOf(Addition.class);
        for (Addition addition : Addition.values()) {
            boolean has = switch (addition) {
                case PERSON_NICK ->
                    schema.nodeType("Person").orElseThrow().property("nick").isPresent();
                case CITY_SIZE ->
                    schema.nodeType("City").orElseThrow().property("size").isPresent();
                case KNOWS_WEIGHT ->
                    schema.type("KNOWS(Person,Person)")
                            .orElseThrow()
                            .property("weight")
                            .isPresent();
                case LAND -> schema.nodeType("Land").isPresent();
                case NOTE -> schema.nodeType("Note").isPresent();
                case OWNS -> schema.type("OWNS(Person,City)").isPresent();
            };
            if (has) {
                found.add(addition);
            }
        }
        return found;
    }

    /** Applies a schema with one more thing, or two, on a branch; returns what came with a DEFAULT. */
    Set<Addition> apply(Branch branch) {
        Set<Addition> before = of(branch.snapshot());
        Set<Addition> additions = EnumSet.copyOf(before.isEmpty() ? EnumSet.noneOf(Addition.class) : before);
        for (int i = 0; i < 1 + random.nextInt(2); i++) {
            additions.add(any());
        }
        Set<Addition> given = EnumSet.noneOf(Addition.class);
        for (Addition addition : additions) {
            if (addition.given().isPresent() && random.nextInt(3) > 0) {
                given.add(addition);
            }
        }
        branch.applySchema(SchemaUpdate.to(schema(additions, given)));
        // What was there already is given to nobody.
        given.removeAll(before);
        return given;
    }

    /** Half of the time one that may come with a DEFAULT. */
    private Addition any() {
        List<Addition> withDefaults = Arrays.stream(Addition.values())
                .filter(addition -> addition.given().isPresent())
                .toList();
        return random.nextBoolean()
                ? withDefaults.get(random.nextInt(withDefaults.size()))
                : Addition.values()[random.nextInt(Addition.values().length)];
    }

    private static String property(Addition addition, String declaration, Set<Addition> all, Set<Addition> given) {
        if (!all.contains(addition)) {
            return "";
        }
        return ", " + declaration
                + (given.contains(addition)
                        ? " " + addition.given().orElseThrow().text()
                        : "");
    }

    private static String schema(Set<Addition> additions, Set<Addition> given) {
        return String.join(
                "\n",
                "NODE Person { name STRING KEY, age INT32, email STRING, UNIQUE (email)"
                        + property(Addition.PERSON_NICK, "nick STRING", additions, given) + " }",
                "NODE City { name STRING KEY" + property(Addition.CITY_SIZE, "size INT32", additions, given) + " }",
                additions.contains(Addition.LAND) ? "NODE Land { name STRING KEY, area INT32 }" : "",
                additions.contains(Addition.NOTE) ? "NODE Note { text STRING }" : "",
                "EDGE KNOWS (Person)-[0..*]->(Person) { since INT32"
                        + property(Addition.KNOWS_WEIGHT, "weight INT32", additions, given) + ", KEY () }",
                "EDGE LIVES (Person)-[0..1]->(City) { KEY () }",
                additions.contains(Addition.OWNS) ? "EDGE OWNS (Person)-[0..*]->(City) { share INT32, KEY () }" : "",
                additions.contains(Addition.LAND) ? "EDGE IN (City)-[0..*]->(Land) { KEY () }" : "");
    }

    /** Makes a commit of changes of what a branch has of these, if it has any. */
    void commit(Branch branch) {
        Set<Addition> additions = of(branch.snapshot());
        if (additions.isEmpty()) {
            return;
        }
        branch.write(tx -> {
            for (int i = 0; i < 3; i++) {
                Addition addition = Addition.values()[random.nextInt(Addition.values().length)];
                int value = random.nextInt(3);
                if (additions.contains(addition)) {
                    change(tx, addition, value);
                }
            }
            return null;
        });
    }

    private static Map<String, @Nullable Object> absent(String property) {
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put(property, null);
        return values;
    }

    private void change(Transaction tx, Addition addition, int value) {
        NodeId person = tx.node("Person", "p" + random.nextInt(NAMES));
        NodeId city = tx.node("City", "c" + random.nextInt(NAMES));
        boolean hasPerson = tx.find(person).isPresent();
        boolean hasCity = tx.find(city).isPresent();
        switch (addition) {
            case PERSON_NICK -> {
                if (hasPerson && random.nextInt(4) == 0) {
                    tx.set(person, absent("nick"));
                } else {
                    tx.upsert("Person", Map.of("name", person.id(), "nick", "n" + value));
                }
            }
            case CITY_SIZE -> {
                if (hasCity && random.nextInt(4) == 0) {
                    tx.set(city, absent("size"));
                } else {
                    tx.upsert("City", Map.of("name", city.id(), "size", value));
                }
            }
            case KNOWS_WEIGHT -> {
                if (hasPerson) {
                    tx.upsert("KNOWS", person, person, Map.of("weight", value));
                }
            }
            case LAND -> {
                NodeId land = tx.node("Land", "l" + random.nextInt(NAMES));
                if (tx.find(land).isPresent() && random.nextInt(4) == 0) {
                    tx.detachDelete(land);
                } else {
                    tx.upsert("Land", Map.of("name", land.id(), "area", value));
                    if (hasCity) {
                        tx.upsert("IN", city, land, Map.of());
                    }
                }
            }
            case NOTE -> tx.create("Note", Map.of("text", "t" + value));
            case OWNS -> {
                if (hasPerson && hasCity) {
                    tx.upsert("OWNS", person, city, Map.of("share", value));
                }
            }
        }
    }
}
