package dev.sennit.bench.comparison;

import static dev.sennit.bench.comparison.Question.any;
import static dev.sennit.bench.comparison.Question.ordered;

import java.util.List;

/** What is asked of {@link SocialGraph}. */
final class SocialQuestions {
    private static final String WALKS = "its patterns may take an edge twice, and find a loop from either end";

    static final List<Question> ALL = List.of(
            // Nulls, and order with them
            ordered("MATCH (p:Person) RETURN p.id, p.age ORDER BY p.age, p.id"),
            ordered("MATCH (p:Person) RETURN p.id, p.name, p.score ORDER BY p.score DESC, p.name, p.id"),
            ordered("MATCH (p:Person) RETURN p.name AS name, count(*) AS n ORDER BY name DESC"),
            any("MATCH (p:Person) WHERE p.age < 30 OR p.score > 100 RETURN p.id"),
            any("MATCH (p:Person) WHERE NOT (p.age < 30 AND p.name = 'Ada') RETURN count(*) AS n"),
            any("MATCH (p:Person) RETURN count(*) AS all, count(p.age) AS known, count(DISTINCT p.name) AS names, sum(p.age) AS sum, avg(p.score) AS mean")
                    .in(
                            "Kuzu",
                            "MATCH (p:Person) RETURN count(*) AS `all`, count(p.age) AS known, count(DISTINCT p.name) AS names, cast(sum(p.age) AS INT64) AS sum, avg(p.score) AS mean"),
            any("MATCH (p:Person) RETURN p.age IS NULL AS unknown, p.age = p.age AS same, count(*) AS n"),
            any("MATCH (p:Person) RETURN coalesce(p.name, p.motto, '?') AS text, count(*) AS n"),
            any("RETURN null IN [1, null] AS a, 1 IN [1, null] AS b, 2 IN [1, null] AS c, null = null AS d, NOT null AS e")
                    .missing("Kuzu", "no null literal in a list"),
            any("MATCH (p:Person) WITH p.age / 10 AS decade, p.age % 7 AS rest RETURN decade, rest, count(*) AS n"),
            any("MATCH (p:Person) WHERE p.score < 0 RETURN p.id, p.score, abs(p.score) AS a, round(p.score) AS r, ceil(p.score) AS c, floor(p.score) AS f, sign(p.score) AS s, toInteger(p.score) AS i")
                    .missing("Kuzu", "other functions"),
            any(
                    "MATCH (p:Person) WHERE p.id < 20 RETURN p.id, CASE WHEN p.age IS NULL THEN 'unknown' WHEN p.age < 18 THEN 'child' WHEN p.age < 65 THEN 'adult' ELSE 'old' END AS class"),
            any(
                    "MATCH (p:Person) RETURN CASE p.name WHEN 'Ada' THEN 1 WHEN 'ada' THEN 2 ELSE 0 END AS c, count(*) AS n"),
            // Texts
            any("MATCH (p:Person) WHERE p.id < 60 RETURN p.id, toUpper(p.name) AS up, toLower(p.motto) AS low, size(p.motto) AS size, substring(p.motto, 2, 3) AS part, left(p.motto, 4) AS l, right(p.motto, 4) AS r")
                    .in(
                            "Kuzu",
                            "MATCH (p:Person) WHERE p.id < 60 RETURN p.id, upper(p.name) AS up, lower(p.motto) AS low, size(p.motto) AS size, substring(p.motto, 3, 3) AS part, left(p.motto, 4) AS l, right(p.motto, 4) AS r"),
            any("MATCH (p:Person) WHERE p.id < 60 RETURN p.id, split(p.motto, ' ') AS words, replace(p.motto, 'a', '4') AS leet, reverse(p.motto) AS back, trim('  ' + p.name + ' ') AS name")
                    .missing("Kuzu", "no replace"),
            any(
                    "MATCH (p:Person) WHERE p.motto STARTS WITH 'ü' OR p.name CONTAINS 'ö' OR p.motto ENDS WITH 'é' RETURN p.id, p.name, p.motto"),
            any("MATCH (p:Person) WHERE p.motto =~ 'carpe (diem|astra).*' RETURN p.id, p.motto"),
            any("MATCH (p:Person) WHERE p.id < 200 UNWIND split(p.motto, ' ') AS word RETURN word, count(*) AS n")
                    .in(
                            "Kuzu",
                            "MATCH (p:Person) WHERE p.id < 200 UNWIND string_split(p.motto, ' ') AS word RETURN word, count(*) AS n"),
            any("MATCH (p:Person) WHERE p.name < 'E' RETURN DISTINCT p.name"),
            any("RETURN toString(1.5) AS a, toString(true) AS b, toInteger('42') AS c, toFloat('1e3') AS d, toInteger('x') AS e, toBoolean('TRUE') AS f")
                    .missing("Kuzu", "other functions"),
            // Lists and maps
            any("MATCH (p:Person) WHERE p.id < 50 AND p.motto IS NOT NULL RETURN p.id, [w IN split(p.motto, ' ') WHERE size(w) > 3 | toUpper(left(w, 2))] AS words, all(w IN split(p.motto, ' ') WHERE size(w) > 2) AS a, any(w IN split(p.motto, ' ') WHERE w = 'ad') AS b, none(w IN split(p.motto, ' ') WHERE w = 'nil') AS c, single(w IN split(p.motto, ' ') WHERE w = 'per') AS d")
                    .missing("Kuzu", "no list comprehension"),
            any("UNWIND range(1, 20) AS i WITH i, [x IN range(1, i) WHERE i % x = 0] AS divisors RETURN i, divisors, head(divisors) AS first, last(divisors) AS last, divisors[1..-1] AS inner, size(divisors) AS n, tail(divisors) AS rest")
                    .missing("Kuzu", "no list comprehension"),
            any("UNWIND [1, 2.5, -3] AS x RETURN x, x ^ 2 AS square, x * -1 AS negative, -7 / 2 AS whole, -7 % 3 AS rest, 7.0 / 2 AS half")
                    .missing("Kuzu", "no lists of mixed numbers"),
            any("RETURN reduce(s = '', w IN ['a', 'b', 'c'] | s + w) AS text, [1, 2] + 3 AS more, {a: 1, b: [true, null]} AS map, {a: {b: 'x'}}.a.b AS deep, keys({a: 1}) AS keys")
                    .missing("Kuzu", "other functions"),
            any("RETURN [1, 2, 3] = [1, 2, 3] AS a, [1, null] = [1, 2] AS b, [1, null] = [2, 2] AS c, {a: 1} = {a: 1.0} AS d, [1] < [1, 2] AS e, 'a' < 1 AS f")
                    .missing("Kuzu", "no lists of mixed values"),
            // Times
            any(
                    "MATCH (p:Person) WHERE p.born >= date('1990-01-01') AND p.born < date('1991-01-01') RETURN p.id, p.born"),
            any("MATCH (p:Person) WHERE p.id < 100 RETURN p.born.year AS y, p.born.month AS m, p.born.day AS d, p.born.week AS w, p.born.dayOfWeek AS dow, p.born.quarter AS q, p.born.ordinalDay AS o")
                    .missing("Kuzu", "other functions"),
            any("MATCH (p:Person) WHERE p.id < 100 AND p.born IS NOT NULL RETURN p.id, p.born + duration('P1M') AS month, p.born - duration({days: 40}) AS days, date.truncate('quarter', p.born) AS quarter, duration.between(p.born, date('2026-11-30')) AS age, duration.inDays(p.born, date('2000-02-29')).days AS days2")
                    .missing("Kuzu", "other functions"),
            any("MATCH (p:Person) RETURN p.born.year / 10 * 10 AS decade, count(*) AS n, min(p.born) AS first, max(p.born) AS last")
                    .missing("Kuzu", "other functions"),
            any("RETURN localdatetime('2026-11-30T12:34:56.789') AS a, datetime('2026-03-29T01:30:00+01:00') AS b, localtime('23:59:59') AS c, date('2026-W49-1') AS d, localdatetime('2026-11-30T12:34:56').hour AS e")
                    .missing("Kuzu", "other functions"),
            any("RETURN duration('P1Y2M10DT2H30M') AS a, duration({months: 14, seconds: 90}) AS b, date('2024-02-29') + duration('P1Y') AS c, date('2026-01-31') + duration('P1M') AS d, duration('PT36H').hours AS e")
                    .missing("Kuzu", "other functions"),
            // Edges from a node to itself, and several between two nodes
            any("MATCH (a:Person)-[r:FOLLOWS]->(a) RETURN a.id, r.since, r.weight"),
            any("MATCH (a:Person)-[r:FOLLOWS]-(a) RETURN count(*) AS n").differs("Kuzu", WALKS),
            any("MATCH (a:Person)-[r:FOLLOWS]-(b:Person) WHERE a.id < 40 RETURN a.id, b.id, r.since")
                    .differs("Kuzu", WALKS),
            any(
                    "MATCH (a:Person)-[r1:FOLLOWS]->(b:Person), (a)-[r2:FOLLOWS]->(b) WHERE r1.since < r2.since RETURN a.id, b.id, r1.since, r2.since"),
            any("MATCH (a:Person)-[:FOLLOWS]->(b:Person)-[:FOLLOWS]->(c:Person) RETURN count(*) AS paths")
                    .differs("Kuzu", WALKS),
            any("MATCH (a:Person)-[:FOLLOWS]->(b:Person)-[:FOLLOWS]->(c:Person)-[:FOLLOWS]->(d:Person) WHERE a.id < 5 RETURN count(*) AS paths, count(DISTINCT d) AS reached")
                    .differs("Kuzu", WALKS),
            any("MATCH (a:Person)-[:FOLLOWS]-(b:Person)-[:FOLLOWS]-(c:Person) WHERE a.id < 20 RETURN count(*) AS paths")
                    .differs("Kuzu", WALKS),
            any("MATCH (a:Person)-[:FOLLOWS]->(b:Person)-[:FOLLOWS]->(c:Person)-[:FOLLOWS]->(a) RETURN count(*) AS triangles")
                    .differs("Kuzu", WALKS),
            any(
                    "MATCH (a:Person)-[:FOLLOWS]->(b:Person)-[:FOLLOWS]->(c:Person) WHERE b.age < 30 AND c.age > 60 RETURN count(*) AS paths"),
            any("MATCH (a:Person)<-[:FOLLOWS]-(b:Person)-[:FOLLOWS]->(c:Person) WHERE a.id < 10 RETURN c.id, count(*) AS n")
                    .differs("Kuzu", WALKS),
            any("MATCH (a:Person)-[:FOLLOWS*1..2]-(b:Person) WHERE a.id < 12 RETURN b.id, count(*) AS n")
                    .differs("Kuzu", WALKS),
            any("MATCH (a:Person {id: 4})-[r:FOLLOWS*0..2]->(b:Person) RETURN b.id, size(r) AS hops, count(*) AS n")
                    .missing("Kuzu", "a list of edges is of another kind there"),
            // Top, grouped, filtered
            ordered(
                    "MATCH (a:Person)-[:FOLLOWS]->(b:Person) RETURN b.id, count(a) AS n ORDER BY n DESC, b.id LIMIT 10"),
            ordered(
                    "MATCH (a:Person)-[r:FOLLOWS]->(b:Person) WITH b, count(r) AS n, avg(r.weight) AS w ORDER BY n DESC, b.id LIMIT 5 MATCH (b)-[:LIVES_IN]->(c:City) RETURN b.id, n, w, c.name ORDER BY n DESC, b.id"),
            ordered(
                    "MATCH (p:Person)-[:LIVES_IN]->(c:City) RETURN c.country AS country, c.name AS city, count(p) AS n, avg(p.age) AS age ORDER BY country, city"),
            ordered(
                    "MATCH (c:City) OPTIONAL MATCH (p:Person)-[:LIVES_IN]->(c) WHERE p.age > 50 RETURN c.name, c.people, count(p) AS old ORDER BY c.people, c.name"),
            any("MATCH (p:Person) WHERE NOT (p)-[:LIVES_IN]->(:City) AND NOT (:Person)-[:FOLLOWS]->(p) RETURN p.id"),
            any(
                    "MATCH (p:Person)-[:LIVES_IN]->(c:City)<-[:LIVES_IN]-(q:Person) WHERE (p)-[:FOLLOWS]->(q) AND p.id < 100 AND p.id <> q.id RETURN p.id, q.id, c.name"),
            any(
                    "MATCH (p:Person) WHERE p.id < 100 OPTIONAL MATCH (p)-[r:FOLLOWS {since: 2020}]->(q:Person) OPTIONAL MATCH (q)-[:LIVES_IN]->(c:City) RETURN p.id, q.id, c.name"),
            any(
                    "MATCH (p:Person) WHERE COUNT { MATCH (p)-[:FOLLOWS]->(:Person) } > 12 RETURN p.id, COUNT { MATCH (p)<-[:FOLLOWS]-(:Person) } AS followers"),
            any("MATCH (c:City) CALL (c) { MATCH (p:Person)-[:LIVES_IN]->(c) RETURN max(p.score) AS best, count(*) AS n } RETURN c.name, best, n")
                    .missing("Kuzu", "no CALL subquery"),
            any(
                    "MATCH (a:Person)-[r:FOLLOWS]->(b:Person) WHERE r.weight IS NULL OR r.weight >= 3.5 RETURN r.since AS since, count(*) AS n, sum(r.weight) AS w"),
            any("MATCH (a:Person {id: 1}), (b:Person {id: 90}) MATCH p = shortestPath((a)-[:FOLLOWS*]->(b)) RETURN length(p) AS hops")
                    .in(
                            "Kuzu",
                            "MATCH p = (a:Person {id: 1})-[:FOLLOWS* SHORTEST]->(b:Person {id: 90}) RETURN length(p) AS hops"),
            any("MATCH (a:Person {id: 2}), (b:Person) WHERE b.id % 40 = 0 AND b.id <> 2 MATCH p = shortestPath((a)-[:FOLLOWS*..6]-(b)) RETURN b.id, length(p) AS hops")
                    .in(
                            "Kuzu",
                            "MATCH p = (a:Person {id: 2})-[:FOLLOWS* SHORTEST 1..6]-(b:Person) WHERE b.id % 40 = 0 AND b.id <> 2 RETURN b.id, length(p) AS hops"),
            any("MATCH (p:Person) WHERE p.id < 3 WITH p MATCH (p)-[r:FOLLOWS]->(q:Person) WITH p, q, r ORDER BY q.id, r.since WITH p, collect({id: q.id, since: r.since}) AS follows RETURN p.id, follows[0..3] AS some")
                    .missing("Kuzu", "maps are of another kind there"),
            any("MATCH (p:Person {id: 5})-[r:FOLLOWS]->(q:Person) RETURN type(r) AS type, labels(q) AS labels, properties(r) AS properties, startNode(r).id AS from, endNode(r).id AS to")
                    .missing("Kuzu", "other functions"),
            any("MATCH (p:Person) WHERE p.id < 10 RETURN p UNION MATCH (p:Person) WHERE p.id >= 5 AND p.id < 15 RETURN p")
                    .missing("Kuzu", "nodes are compared by their properties"),
            // Nodes of several types
            any("MATCH (n) RETURN labels(n) AS labels, count(*) AS n").missing("Kuzu", "other functions"),
            any("MATCH (n) OPTIONAL MATCH (n)-[:FOLLOWS]->(m:Person) RETURN n.name AS name, count(m) AS follows"),
            any("MATCH (n) OPTIONAL MATCH (n)-[:LIVES_IN]->(c:City) WHERE c.people > 1000000 RETURN n.name, c.name"),
            any("MATCH (n) OPTIONAL MATCH (n:City) WITH n MATCH (n) RETURN n.name AS name, count(*) AS n"),
            any(
                    "MATCH (n) OPTIONAL MATCH (n)-[:LIVES_IN]->(c) OPTIONAL MATCH (n)<-[:LIVES_IN]-(p) RETURN n.name, c.name, count(p) AS p"),
            any("MATCH (n) CALL (n) { OPTIONAL MATCH (n:Person) RETURN n.name AS name } RETURN name, count(*) AS n")
                    .missing("Kuzu", "no CALL subquery"),
            any(
                    "MATCH (n) WHERE EXISTS { MATCH (n)-[:LIVES_IN]->(:City) } OR n.name STARTS WITH 'K' RETURN n.name AS name, count(*) AS n"));

    private SocialQuestions() {}
}
