package dev.sennit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What random FOREACHs read and write, as plain objects: persons whom they know, events they went to, and a log. */
final class ForeachModel {
    static final String SCHEMA = """
            NODE Person { name STRING KEY, age INT64, tags LIST<INT64> }
            NODE Event { n INT64 KEY, seen INT64 }
            NODE Log { v INT64 }
            EDGE KNOWS (Person)-[0..*]->(Person) { since INT64, KEY () }
            EDGE WENT (Person)-[0..*]->(Event) { times INT64, KEY () }
            EDGE WROTE (Person)-[0..*]->(Log) { at INT64 }
            """;

    /** What there is at first. */
    static final String CREATION =
            "CREATE (a:Person {name: 'a', age: 1, tags: [1, 2]}), (b:Person {name: 'b', age: 2}),"
                    + " (c:Person {name: 'c', tags: [3]}), (one:Event {n: 1, seen: 1}), (:Event {n: 2}),"
                    + " (a)-[:KNOWS {since: 1}]->(b), (b)-[:KNOWS]->(c), (b)-[:KNOWS {since: 3}]->(b),"
                    + " (a)-[:WENT {times: 1}]->(one)";

    final Map<String, Person> persons = new TreeMap<>();
    final Map<Long, Event> events = new TreeMap<>();
    final Map<List<Person>, Edge> knows = new LinkedHashMap<>();
    final Map<List<Object>, Edge> went = new LinkedHashMap<>();
    final List<Log> logs = new ArrayList<>();

    static final class Person {
        final String name;

        @Nullable
        Long age;

        @Nullable
        List<Long> tags;

        Person(String name, @Nullable Long age, @Nullable List<Long> tags) {
            this.name = name;
            this.age = age;
            this.tags = tags;
        }
    }

    static final class Event {
        final long n;

        @Nullable
        Long seen;

        Event(long n, @Nullable Long seen) {
            this.n = n;
            this.seen = seen;
        }
    }

    /** An edge of which only one property is of interest. */
    static final class Edge {
        @Nullable
        Long value;

        Edge(@Nullable Long value) {
            this.value = value;
        }
    }

    /** @param writer of it, if somebody wrote it */
    record Log(
            @Nullable Long v,
            @Nullable Person writer,
            @Nullable Long at) {}

    /** As {@link #CREATION} makes it. */
    ForeachModel() {
        Person a = person("a", 1L, List.of(1L, 2L));
        Person b = person("b", 2L, null);
        Person c = person("c", null, List.of(3L));
        Event one = new Event(1, 1L);
        events.put(1L, one);
        events.put(2L, new Event(2, null));
        knows.put(List.of(a, b), new Edge(1L));
        knows.put(List.of(b, c), new Edge(null));
        knows.put(List.of(b, b), new Edge(3L));
        went.put(List.of(a, one), new Edge(1L));
    }

    private Person person(String name, @Nullable Long age, @Nullable List<Long> tags) {
        Person person = new Person(name, age, tags);
        persons.put(name, person);
        return person;
    }

    void detachDelete(Event event) {
        events.remove(event.n, event);
        went.keySet().removeIf(ends -> ends.getLast() == event);
    }

    /** Queries for all there is, and the rows each gives. */
    Map<String, List<String>> contents() {
        Map<String, List<String>> contents = new LinkedHashMap<>();
        contents.put(
                "MATCH (p:Person) RETURN p.name, p.age, p.tags",
                sorted(persons.values().stream()
                        .map(p -> row(p.name, p.age, p.tags))
                        .toList()));
        contents.put(
                "MATCH (e:Event) RETURN e.n, e.seen",
                sorted(events.values().stream().map(e -> row(e.n, e.seen)).toList()));
        contents.put(
                "MATCH (p)-[k:KNOWS]->(q) RETURN p.name, q.name, k.since",
                sorted(knows.entrySet().stream()
                        .map(k -> row(k.getKey().getFirst().name, k.getKey().getLast().name, k.getValue().value))
                        .toList()));
        contents.put(
                "MATCH (p)-[w:WENT]->(e) RETURN p.name, e.n, w.times",
                sorted(went.entrySet().stream()
                        .map(w -> row(
                                ((Person) w.getKey().getFirst()).name,
                                ((Event) w.getKey().getLast()).n,
                                w.getValue().value))
                        .toList()));
        contents.put(
                "MATCH (l:Log) OPTIONAL MATCH (p)-[w:WROTE]->(l) RETURN l.v, p.name, w.at",
                sorted(logs.stream()
                        .map(l -> row(l.v, l.writer == null ? null : l.writer.name, l.at))
                        .toList()));
        return contents;
    }

    static String row(@Nullable Object... values) {
        List<String> texts = new ArrayList<>();
        for (Object value : values) {
            texts.add(String.valueOf(value));
        }
        return texts.toString();
    }

    static List<String> sorted(List<String> rows) {
        return rows.stream().sorted().toList();
    }
}
