package dev.sennit;

import dev.sennit.model.NodeId;
import dev.sennit.schema.GraphSchema;
import java.util.EnumSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * Seeded additions to {@link WriterScenario#SCHEMA}, of few things, so that several branches add the same, and changes of
 * elements that use what a branch has of them.
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
        OWNS
    }

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

    /** Applies a schema with one more thing, or two, on a branch. */
    void apply(Branch branch) {
        Set<Addition> additions = of(branch.snapshot());
        for (int i = 0; i < 1 + random.nextInt(2); i++) {
            additions.add(Addition.values()[random.nextInt(Addition.values().length)]);
        }
        branch.applySchema(SchemaUpdate.to(schema(additions)));
    }

    private static String schema(Set<Addition> additions) {
        return String.join(
                "\n",
                "NODE Person { name STRING KEY, age INT32, email STRING, UNIQUE (email)"
                        + (additions.contains(Addition.PERSON_NICK) ? ", nick STRING" : "") + " }",
                "NODE City { name STRING KEY" + (additions.contains(Addition.CITY_SIZE) ? ", size INT32" : "") + " }",
                additions.contains(Addition.LAND) ? "NODE Land { name STRING KEY, area INT32 }" : "",
                additions.contains(Addition.NOTE) ? "NODE Note { text STRING }" : "",
                "EDGE KNOWS (Person)-[0..*]->(Person) { since INT32"
                        + (additions.contains(Addition.KNOWS_WEIGHT) ? ", weight INT32" : "") + ", KEY () }",
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

    private void change(Transaction tx, Addition addition, int value) {
        NodeId person = tx.node("Person", "p" + random.nextInt(NAMES));
        NodeId city = tx.node("City", "c" + random.nextInt(NAMES));
        boolean hasPerson = tx.find(person).isPresent();
        boolean hasCity = tx.find(city).isPresent();
        switch (addition) {
            case PERSON_NICK -> tx.upsert("Person", Map.of("name", person.id(), "nick", "n" + value));
            case CITY_SIZE -> tx.upsert("City", Map.of("name", city.id(), "size", value));
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
