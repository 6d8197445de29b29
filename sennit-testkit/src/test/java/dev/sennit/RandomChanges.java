package dev.sennit;

import dev.sennit.model.NodeId;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;

/** Seeded changes of a graph of {@link WriterScenario#SCHEMA}, of few elements, so that they meet each other. */
final class RandomChanges {
    private static final int NAMES = 5;

    private final Random random;

    RandomChanges(Random random) {
        this.random = random;
    }

    /** Makes a commit of a few changes, all of them within the rules; now and then of none. */
    void commit(Branch branch) {
        branch.write(tx -> {
            int changes = 1 + random.nextInt(4);
            for (int i = 0; i < changes; i++) {
                change(tx);
            }
            return null;
        });
    }

    private void change(Transaction tx) {
        NodeId person = tx.node("Person", "p" + random.nextInt(NAMES));
        NodeId city = tx.node("City", "c" + random.nextInt(3));
        boolean thereIs = tx.find(person).isPresent();
        switch (random.nextInt(9)) {
            case 0, 1 -> tx.upsert("Person", Map.of("name", person.id(), "age", random.nextInt(3)));
            case 2 -> {
                if (thereIs) {
                    Map<String, Object> unset = new HashMap<>();
                    unset.put("age", null);
                    tx.set(person, unset);
                }
            }
            case 3 -> {
                if (thereIs) {
                    tx.detachDelete(person);
                }
            }
            case 4 -> tx.upsert("City", Map.of("name", city.id()));
            case 5 -> {
                if (thereIs) {
                    email(tx, person);
                }
            }
            case 6 -> {
                NodeId other = tx.node("Person", "p" + random.nextInt(NAMES));
                if (thereIs && tx.find(other).isPresent()) {
                    tx.upsert("KNOWS", person, other, Map.of("since", random.nextInt(2)));
                }
            }
            case 7 -> {
                if (thereIs && tx.find(city).isPresent()) {
                    move(tx, person, city);
                }
            }
            default -> {
                if (tx.find(city).isPresent()) {
                    tx.detachDelete(city);
                }
            }
        }
    }

    /** Gives a person an email that nobody else has. */
    private void email(Transaction tx, NodeId person) {
        String email = "e" + random.nextInt(3);
        for (int i = 0; i < NAMES; i++) {
            NodeId other = tx.node("Person", "p" + i);
            boolean taken = tx.find(other)
                    .filter(element -> email.equals(element.properties().get("email")))
                    .isPresent();
            if (taken && !other.equals(person)) {
                return;
            }
        }
        tx.set(person, Map.of("email", email));
    }

    private static void move(Transaction tx, NodeId person, NodeId city) {
        for (int i = 0; i < 3; i++) {
            var home = tx.edge("LIVES", person, tx.node("City", "c" + i));
            if (tx.find(home).isPresent()) {
                tx.delete(home);
            }
        }
        tx.create("LIVES", person, city, Map.of());
    }
}
