package dev.sennit;

import dev.sennit.ForeachModel.Edge;
import dev.sennit.ForeachModel.Event;
import dev.sennit.ForeachModel.Log;
import dev.sennit.ForeachModel.Person;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.BiPredicate;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Random statements with FOREACH, each as a text and as what it means: for each row, for each element, one clause after
 * the other, each on what the ones before it have left.
 */
final class RandomForeach {
    private final Random random;
    private int names;
    /** Whether {@code r} is an edge that leads from p to q. */
    private boolean edgeIsBound;

    RandomForeach(long seed) {
        random = new Random(seed);
    }

    /** One row, or one row and elements of lists, and the graph it is about. */
    record Env(ForeachModel model, Map<String, @Nullable Object> values) {
        Env with(String name, @Nullable Object value) {
            Map<String, @Nullable Object> more = new LinkedHashMap<>(values);
            more.put(name, value);
            return new Env(model, more);
        }

        Person person(String name) {
            return (Person) Objects.requireNonNull(values.get(name));
        }

        Event event(String name) {
            return (Event) Objects.requireNonNull(values.get(name));
        }
    }

    private interface Value<T> {
        @Nullable
        T of(Env env);
    }

    private record Amount(String text, Value<Long> value) {}

    private record ListOf(String text, Value<List<? extends @Nullable Object>> value, boolean persons) {}

    private interface Effect {
        Env on(Env env);
    }

    /** @param effect what it does, and what it binds */
    private record Clause(String text, Effect effect) {}

    /** @param rows of a graph as it is */
    private record Source(String text, Value<List<Env>> rows) {}

    /** The variables of each kind at one place. */
    private record Names(List<String> persons, List<String> events, List<String> numbers) {
        Names copy() {
            return new Names(new ArrayList<>(persons), new ArrayList<>(events), new ArrayList<>(numbers));
        }
    }

    /** A statement. */
    record Statement(String text, List<String> columns, Effect effect, Value<List<Env>> rows) {
        /** Carries it out; the rows it returns, in order. */
        List<String> on(ForeachModel model) {
            List<Env> all = Objects.requireNonNull(rows.of(new Env(model, Map.of())));
            all.forEach(effect::on);
            return all.stream()
                    .map(row -> ForeachModel.row(columns.stream()
                            .map(c -> (Object) row.person(c).age)
                            .toArray()))
                    .toList();
        }
    }

    Statement statement() {
        names = 0;
        edgeIsBound = false;
        Names bound = new Names(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        Source source = source(bound);
        List<Clause> loops = new ArrayList<>();
        int count = random.nextInt(4) == 0 ? 2 : 1;
        for (int i = 0; i < count; i++) {
            loops.add(foreach(bound, 0));
        }
        List<String> columns = List.copyOf(bound.persons);
        String returned = columns.isEmpty()
                ? ""
                : " RETURN "
                        + String.join(
                                ", ",
                                columns.stream()
                                        .map(c -> c + ".age AS " + c + "Age")
                                        .toList());
        // One FOREACH takes all rows before the next one has any.
        return new Statement(
                (source.text + " "
                                + String.join(
                                        " ", loops.stream().map(Clause::text).toList()) + returned)
                        .trim(),
                columns,
                env -> env,
                env -> {
                    List<Env> rows = Objects.requireNonNull(source.rows.of(env));
                    for (Clause loop : loops) {
                        rows.forEach(loop.effect::on);
                    }
                    return rows;
                });
    }

    private Source source(Names bound) {
        return switch (random.nextInt(5)) {
            case 0 -> new Source("", env -> List.of(env));
            case 1 -> {
                bound.numbers.add("u");
                yield new Source(
                        "UNWIND [2, 1, 2] AS u",
                        env -> List.of(env.with("u", 2L), env.with("u", 1L), env.with("u", 2L)));
            }
            case 2 -> {
                edgeIsBound = true;
                bound.persons.addAll(List.of("p", "q"));
                yield new Source(
                        "MATCH (p)-[r:KNOWS]->(q) WITH p, q, r ORDER BY p.name, q.name",
                        env -> env.model.knows.entrySet().stream()
                                .sorted(Comparator.comparing(k ->
                                        k.getKey().getFirst().name + k.getKey().getLast().name))
                                .map(k -> env.with("p", k.getKey().getFirst())
                                        .with("q", k.getKey().getLast())
                                        .with("r", k.getValue()))
                                .toList());
            }
            case 3 -> {
                bound.persons.addAll(List.of("p", "q"));
                yield new Source("MATCH (p:Person), (q:Person) WITH p, q ORDER BY p.name, q.name", env -> {
                    List<Env> rows = new ArrayList<>();
                    env.model
                            .persons
                            .values()
                            .forEach(p -> env.model
                                    .persons
                                    .values()
                                    .forEach(q -> rows.add(env.with("p", p).with("q", q))));
                    return rows;
                });
            }
            default -> {
                bound.persons.add("p");
                yield new Source("MATCH (p:Person) WITH p ORDER BY p.name DESC", env -> {
                    List<Env> rows = new ArrayList<>();
                    env.model.persons.values().forEach(p -> rows.addFirst(env.with("p", p)));
                    return rows;
                });
            }
        };
    }

    private Clause foreach(Names outside, int depth) {
        ListOf list = list(outside);
        String variable = "x" + names++;
        Names inside = outside.copy();
        (list.persons ? inside.persons : inside.numbers).add(variable);
        List<Clause> body = new ArrayList<>();
        int clauses = random.nextInt(2) == 0 ? 1 : 1 + random.nextInt(3);
        for (int i = 0; i < clauses; i++) {
            body.add(clause(inside, outside, depth));
        }
        return new Clause(
                "FOREACH (" + variable + " IN " + list.text + " | "
                        + String.join(" ", body.stream().map(Clause::text).toList()) + ")",
                env -> {
                    List<? extends @Nullable Object> elements = list.value.of(env);
                    for (Object element : elements == null ? List.of() : elements) {
                        Env row = env.with(variable, element);
                        for (Clause clause : body) {
                            row = clause.effect.on(row);
                        }
                    }
                    return env;
                });
    }

    /** @param outside of the loop it stands in: an event bound there is not deleted, since it is needed again */
    private Clause clause(Names names, Names outside, int depth) {
        return switch (random.nextInt(12)) {
            case 0, 1 -> names.persons.isEmpty() ? log(names) : setAge(names);
            case 2 -> names.events.isEmpty() ? mergeEvent(names) : setSeen(names);
            case 3 -> edgeIsBound ? deleteKnows() : log(names);
            case 4 -> names.persons.isEmpty() ? mergeEvent(names) : wrote(names);
            case 5, 6 -> mergeEvent(names);
            case 7 -> names.persons.isEmpty() ? log(names) : mergeKnows(names);
            case 8 -> names.persons.isEmpty() || names.events.isEmpty() ? mergeEvent(names) : mergeWent(names);
            case 9 -> names.persons.isEmpty() ? log(names) : setTwo(names);
            case 10 -> depth < 2 ? foreach(names, depth + 1) : log(names);
            default -> outside.events.isEmpty() && !names.events.isEmpty() ? deleteEvent(names) : mergeEvent(names);
        };
    }

    private Clause setAge(Names names) {
        String person = pick(names.persons);
        Amount age = number(names);
        return switch (random.nextInt(4)) {
            case 0 ->
                new Clause("SET " + person + " += {age: " + age.text + "}", env -> {
                    env.person(person).age = age.value.of(env);
                    return env;
                });
            case 1 ->
                new Clause("REMOVE " + person + ".age", env -> {
                    env.person(person).age = null;
                    return env;
                });
            default ->
                new Clause("SET " + person + ".age = " + age.text, env -> {
                    env.person(person).age = age.value.of(env);
                    return env;
                });
        };
    }

    /** One assignment after the other. */
    private Clause setTwo(Names names) {
        String person = pick(names.persons);
        String other = pick(names.persons);
        Amount age = number(names);
        Amount tag = number(names);
        return new Clause(
                "SET " + person + ".age = " + age.text + ", " + other + ".tags = [coalesce(" + tag.text + ", 0)]",
                env -> {
                    env.person(person).age = age.value.of(env);
                    env.person(other).tags = List.of(orZero(tag.value.of(env)));
                    return env;
                });
    }

    private Clause setSeen(Names names) {
        String event = pick(names.events);
        Amount seen = number(names);
        return new Clause("SET " + event + ".seen = " + seen.text, env -> {
            env.event(event).seen = seen.value.of(env);
            return env;
        });
    }

    private Clause log(Names names) {
        Amount v = number(names);
        return new Clause("CREATE (:Log {v: " + v.text + "})", env -> {
            env.model.logs.add(new Log(v.value.of(env), null, null));
            return env;
        });
    }

    private Clause wrote(Names names) {
        String person = pick(names.persons);
        Amount v = number(names);
        Amount at = number(names);
        return new Clause("CREATE (" + person + ")-[:WROTE {at: " + at.text + "}]->(:Log {v: " + v.text + "})", env -> {
            Long one = v.value.of(env);
            env.model.logs.add(new Log(one, env.person(person), at.value.of(env)));
            return env;
        });
    }

    private Clause mergeEvent(Names names) {
        Amount n = number(names);
        Amount more = number(names);
        String event = "e" + this.names++;
        names.events.add(event);
        boolean sets = random.nextBoolean();
        return new Clause(
                "MERGE (" + event + ":Event {n: coalesce(" + n.text + ", 0)})"
                        + (sets
                                ? " ON CREATE SET " + event + ".seen = 0 ON MATCH SET " + event + ".seen = coalesce("
                                        + event + ".seen, 0) + coalesce(" + more.text + ", 0)"
                                : ""),
                env -> {
                    long key = orZero(n.value.of(env));
                    Event known = env.model.events.get(key);
                    Event merged = known == null ? new Event(key, null) : known;
                    Env bound = env.with(event, merged);
                    env.model.events.put(key, merged);
                    if (sets) {
                        merged.seen = known == null ? 0L : orZero(merged.seen) + orZero(more.value.of(bound));
                    }
                    return bound;
                });
    }

    private Clause mergeKnows(Names names) {
        String from = pick(names.persons);
        String to = pick(names.persons);
        Amount since = number(names);
        String edge = "k" + this.names++;
        return new Clause(
                "MERGE (" + from + ")-[" + edge + ":KNOWS]->(" + to + ") ON CREATE SET " + edge + ".since = "
                        + since.text + " ON MATCH SET " + edge + ".since = coalesce(" + edge + ".since, 0) + 1",
                env -> {
                    List<Person> ends = List.of(env.person(from), env.person(to));
                    Edge known = env.model.knows.get(ends);
                    if (known == null) {
                        Edge made = new Edge(null);
                        env.model.knows.put(ends, made);
                        made.value = since.value.of(env);
                    } else {
                        known.value = orZero(known.value) + 1;
                    }
                    return env;
                });
    }

    private Clause mergeWent(Names names) {
        String person = pick(names.persons);
        String event = pick(names.events);
        String edge = "w" + this.names++;
        return new Clause(
                "MERGE (" + person + ")-[" + edge + ":WENT]->(" + event + ") SET " + edge + ".times = coalesce(" + edge
                        + ".times, 0) + 1",
                env -> {
                    Edge went = env.model.went.computeIfAbsent(
                            List.of(env.person(person), env.event(event)), ends -> new Edge(null));
                    went.value = orZero(went.value) + 1;
                    return env;
                });
    }

    /** What is gone already, or made anew since, is not deleted again. */
    private static Clause deleteKnows() {
        return new Clause("DELETE r", env -> {
            env.model.knows.values().removeIf(edge -> edge == env.values.get("r"));
            return env;
        });
    }

    private Clause deleteEvent(Names names) {
        String event = names.events.removeLast();
        // Other names may stand for the same event, and what is deleted cannot be read.
        names.events.clear();
        return new Clause("DETACH DELETE " + event, env -> {
            env.model.detachDelete(env.event(event));
            return env;
        });
    }

    private Amount number(Names names) {
        int choice = random.nextInt(12);
        if (choice < 2 || choice == 2 && names.numbers.isEmpty()) {
            long value = random.nextInt(4);
            return new Amount("" + value, env -> value);
        }
        return switch (choice) {
            case 2, 3 -> {
                if (names.numbers.isEmpty()) {
                    yield number(names);
                }
                String name = pick(names.numbers);
                yield new Amount(name, env -> (Long) env.values.get(name));
            }
            case 4, 5 -> {
                if (names.persons.isEmpty()) {
                    yield number(names);
                }
                String name = pick(names.persons);
                yield new Amount(name + ".age", env -> env.person(name).age);
            }
            case 6 -> {
                if (names.events.isEmpty()) {
                    yield number(names);
                }
                String name = pick(names.events);
                yield new Amount(name + ".seen", env -> env.event(name).seen);
            }
            case 7 -> {
                Amount left = number(names);
                Amount right = number(names);
                yield new Amount("(" + left.text + " + " + right.text + ")", env -> {
                    Long a = left.value.of(env);
                    Long b = right.value.of(env);
                    return a == null || b == null ? null : (Long) (a + b);
                });
            }
            case 8 -> counted(names);
            case 9 -> {
                Amount value = number(names);
                long otherwise = random.nextInt(3);
                yield new Amount("coalesce(" + value.text + ", " + otherwise + ")", env -> {
                    Long known = value.value.of(env);
                    return known == null ? (Long) otherwise : known;
                });
            }
            case 10 -> {
                if (names.persons.isEmpty()) {
                    yield counted(names);
                }
                String name = pick(names.persons);
                yield new Amount("size(" + name + ".tags)", env -> {
                    List<Long> tags = env.person(name).tags;
                    return tags == null ? null : (Long) (long) tags.size();
                });
            }
            default -> {
                Amount value = number(names);
                Amount then = number(names);
                yield new Amount("CASE WHEN " + value.text + " > 1 THEN " + then.text + " ELSE 1 END", env -> {
                    Long known = value.value.of(env);
                    return known != null && known > 1 ? then.value.of(env) : (Long) 1L;
                });
            }
        };
    }

    /** A number that the whole graph makes. */
    private Amount counted(Names names) {
        return switch (random.nextInt(5)) {
            case 0 -> new Amount("COUNT { (:Log) }", env -> (long) env.model.logs.size());
            case 1 -> {
                long least = random.nextInt(3);
                yield new Amount(
                        "COUNT { (z:Event) WHERE z.seen > " + least + " }",
                        env -> env.model.events.values().stream()
                                .filter(e -> e.seen != null && e.seen > least)
                                .count());
            }
            case 2 ->
                new Amount(
                        "COUNT { (z:Person) WHERE z.age > 2 }",
                        env -> env.model.persons.values().stream()
                                .filter(p -> p.age != null && p.age > 2)
                                .count());
            case 3 -> {
                if (names.persons.isEmpty()) {
                    yield new Amount("COUNT { ()-[:WENT]->() }", env -> (long) env.model.went.size());
                }
                String name = pick(names.persons);
                yield new Amount(
                        "COUNT { (" + name + ")-[:WENT]->() }",
                        env -> ends(env, (person, event) -> person == env.person(name)));
            }
            default -> {
                if (names.persons.isEmpty()) {
                    yield new Amount(
                            "COUNT { ()-[z:KNOWS]->() WHERE z.since > 0 }",
                            env -> env.model.knows.values().stream()
                                    .filter(k -> k.value != null && k.value > 0)
                                    .count());
                }
                String name = pick(names.persons);
                yield new Amount(
                        "COUNT { (" + name + ")<-[:KNOWS]-() }",
                        env -> env.model.knows.keySet().stream()
                                .filter(ends -> ends.getLast() == env.person(name))
                                .count());
            }
        };
    }

    private static long ends(Env env, BiPredicate<Object, Object> which) {
        return env.model.went.keySet().stream()
                .filter(ends -> which.test(ends.getFirst(), ends.getLast()))
                .count();
    }

    private ListOf list(Names names) {
        return switch (random.nextInt(9)) {
            case 0 -> {
                Amount last = number(names);
                yield new ListOf(
                        "range(0, CASE WHEN " + last.text + " > 2 THEN 2 ELSE coalesce(" + last.text + ", 0) END)",
                        env -> LongStream.rangeClosed(0, Math.min(orZero(last.value.of(env)), 2))
                                .boxed()
                                .toList(),
                        false);
            }
            case 1 -> {
                if (names.persons.isEmpty()) {
                    yield list(names);
                }
                String name = pick(names.persons);
                yield new ListOf(name + ".tags", env -> env.person(name).tags, false);
            }
            case 2 -> {
                if (names.persons.isEmpty()) {
                    yield list(names);
                }
                String one = pick(names.persons);
                String two = pick(names.persons);
                yield new ListOf("[" + one + ", " + two + "]", env -> List.of(env.person(one), env.person(two)), true);
            }
            case 3 -> {
                Amount one = number(names);
                yield new ListOf(
                        "CASE WHEN " + one.text + " > 1 THEN [1] ELSE [] END",
                        env -> orZero(one.value.of(env)) > 1 ? List.of(1L) : List.of(),
                        false);
            }
            case 4 ->
                new ListOf(
                        "COLLECT { MATCH (z:Event) RETURN z.n ORDER BY z.n }",
                        env -> List.copyOf(env.model.events.keySet()),
                        false);
            case 5 ->
                new ListOf(
                        "COLLECT { MATCH (z:Person) WHERE z.age > 0 RETURN z ORDER BY z.name }",
                        env -> env.model.persons.values().stream()
                                .filter(p -> p.age != null && p.age > 0)
                                .toList(),
                        true);
            case 6 -> {
                Amount one = number(names);
                Amount two = number(names);
                yield new ListOf(
                        "[" + one.text + ", " + two.text + "]",
                        env -> {
                            List<@Nullable Object> both = new ArrayList<>();
                            both.add(one.value.of(env));
                            both.add(two.value.of(env));
                            return both;
                        },
                        false);
            }
            default ->
                random.nextInt(8) == 0
                        ? new ListOf("null", env -> null, false)
                        : new ListOf("[2, 1, 2]", env -> List.of(2L, 1L, 2L), false);
        };
    }

    private static long orZero(@Nullable Long value) {
        return value == null ? 0 : value;
    }

    private String pick(List<String> from) {
        return from.get(random.nextInt(from.size()));
    }
}
