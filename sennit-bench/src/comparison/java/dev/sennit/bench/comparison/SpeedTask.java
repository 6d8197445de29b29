package dev.sennit.bench.comparison;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Function;

/**
 * One kind of work that is timed. Every engine gets the same parameters in the same order.
 *
 * @param name one word, on the command line too
 * @param question asked as often as there is time
 * @param parameters of the next execution
 */
record SpeedTask(String name, Question question, Function<SplittableRandom, Map<String, Object>> parameters) {

    /** What is asked of a social graph of so many persons with ids from 0. */
    static List<SpeedTask> reads(int persons) {
        Function<SplittableRandom, Map<String, Object>> person = random -> Map.of("id", (long) random.nextInt(persons));
        return List.of(
                new SpeedTask(
                        "point-lookup",
                        Question.any("MATCH (p:Person {id: $id}) RETURN p.name, p.age, p.city"),
                        person),
                new SpeedTask(
                        "one-hop",
                        Question.any("MATCH (p:Person {id: $id})-[:FOLLOWS]->(q:Person) RETURN q.id, q.name"),
                        person),
                new SpeedTask(
                        "two-hop-count",
                        Question.any("MATCH (a:Person)-[:FOLLOWS]->(b:Person)-[:FOLLOWS]->(c:Person)"
                                + " RETURN count(*) AS paths"),
                        random -> Map.of()),
                new SpeedTask(
                        "three-hop-distinct",
                        Question.any("MATCH (p:Person {id: $id})-[:FOLLOWS]->(:Person)-[:FOLLOWS]->(:Person)"
                                + "-[:FOLLOWS]->(x:Person) RETURN count(DISTINCT x) AS persons"),
                        person),
                new SpeedTask(
                        "top-followed",
                        Question.ordered("MATCH (a:Person)-[:FOLLOWS]->(p:Person)"
                                + " RETURN p.id, p.name, count(a) AS followers ORDER BY followers DESC, p.id LIMIT 10"),
                        random -> Map.of()),
                new SpeedTask(
                        "filtered-path",
                        Question.any("MATCH (a:Person)-[:FOLLOWS]->(b:Person)-[:FOLLOWS]->(c:Person)"
                                + " WHERE b.age < $young AND c.age > $old RETURN count(*) AS paths"),
                        random -> Map.of("young", 40L + random.nextInt(20), "old", 20L + random.nextInt(20))),
                new SpeedTask(
                        "shortest-path",
                        Question.any("MATCH (a:Person {id: $a}), (b:Person {id: $b})"
                                        + " MATCH p = shortestPath((a)-[:FOLLOWS*]->(b)) RETURN length(p) AS hops")
                                .in(
                                        "Kuzu",
                                        "MATCH p = (a:Person {id: $a})-[:FOLLOWS* SHORTEST]->(b:Person {id: $b})"
                                                + " RETURN length(p) AS hops"),
                        random -> {
                            long a = random.nextInt(persons);
                            return Map.of("a", a, "b", (a + 1 + random.nextInt(persons - 1)) % persons);
                        }));
    }
}
