package dev.sennit.bench.comparison;

import static dev.sennit.bench.comparison.Question.any;
import static dev.sennit.bench.comparison.Question.ordered;

import java.util.List;

/** What is asked of {@link AirRoutes}. */
final class AirRouteQuestions {
    static final List<Question> ALL = List.of(
            // Filters
            any("MATCH (a:airport {code: 'AMS'}) RETURN a")
                    .missing("Kuzu", "its Java library hands out no nodes whole"),
            any("MATCH (a:airport) WHERE a.runways >= 5 AND a.country <> 'US' RETURN a.code, a.runways, a.city"),
            any("MATCH (a:airport) WHERE a.elev > 10000 OR a.longest > 16000 RETURN a.code, a.elev, a.longest"),
            any("MATCH (a:airport) WHERE a.elev > 8000 XOR a.longest < 2000 RETURN count(*) AS n"),
            any("MATCH (a:airport) WHERE NOT a.country IN ['US', 'CN', 'CA'] AND a.runways > 3 RETURN a.code"),
            any("MATCH (a:airport) WHERE a.code IN $codes RETURN a.code, a.lat, a.lon")
                    .missing("Kuzu", "its Java library takes no lists as parameters")
                    .with("codes", List.of("AMS", "KEF", "SIN", "XXX")),
            any(
                    "MATCH (a:airport) WHERE a.city STARTS WITH 'San ' AND a.`desc` CONTAINS 'International' RETURN a.code, a.`desc`"),
            any("MATCH (a:airport) WHERE a.icao IS NULL RETURN count(*) AS n"),
            any("MATCH (a:airport) WHERE a.`desc` ENDS WITH 'Field' AND a.elev IS NOT NULL RETURN a.code"),
            any("MATCH (a:airport) WHERE a.`desc` =~ '.*[0-9]+.*' RETURN a.code, a.`desc`"),
            any("MATCH (a:airport) WHERE 60 < a.lat <= 65 AND a.lon < 0 RETURN a.code, round(a.lat) AS lat")
                    .in(
                            "Kuzu",
                            "MATCH (a:airport) WHERE 60 < a.lat AND a.lat <= 65 AND a.lon < 0 RETURN a.code, round(a.lat, 0) AS lat"),
            any("MATCH (a:airport) WHERE a.runways * 2 - 1 = 7 RETURN a.code"),
            any("MATCH (p:airport|country) WHERE p.code STARTS WITH 'A' AND size(p.code) = 2 RETURN p.code, p.`desc`")
                    .in(
                            "Kuzu",
                            "MATCH (p:airport:country) WHERE p.code STARTS WITH 'A' AND size(p.code) = 2 RETURN p.code, p.`desc`"),
            // Hops
            any(
                    "MATCH (a:airport {code: 'AUS'})-[r:route]->(b:airport) WHERE r.dist > 4000 RETURN b.code, b.city, r.dist"),
            any("MATCH (a:airport {code: 'AUS'})<-[r:route]-(b:airport) RETURN count(r) AS n, sum(r.dist) AS far"),
            any("MATCH (a:airport {code: 'WLG'})-[r:route]-(b:airport) RETURN b.code, r.dist"),
            any("MATCH (c:country {code: 'NL'})-[:`contains`]->(a:airport) RETURN a.code"),
            any("MATCH (c)-[:`contains`]->(a:airport {code: 'AMS'}) RETURN c.code, c.`desc`"),
            any(
                    "MATCH (a:airport {code: 'KEF'})-[:route]->(b:airport)-[:route]->(c:airport) RETURN count(*) AS paths, count(DISTINCT c) AS reached"),
            any(
                    "MATCH (a:airport {code: 'AUS'})-[:route]->(b:airport)-[:route]->(c:airport {code: 'SYD'}) RETURN b.code"),
            any(
                    "MATCH (a:airport {code: 'LIS'})-[r1:route]->(b:airport)-[r2:route]->(c:airport) WHERE r1.dist + r2.dist < 700 RETURN b.code, c.code, r1.dist + r2.dist AS far"),
            any(
                    "MATCH (a:airport)-[r:route]->(b:airport), (a)<-[:`contains`]-(x:country), (b)<-[:`contains`]-(y:country) WHERE x.code = 'NZ' AND y.code = 'AU' RETURN a.code, b.code, r.dist"),
            any(
                    "MATCH (a:airport {country: 'IS'})-[:route]->(b:airport {country: 'IS'}) WHERE NOT (b)-[:route]->(a) RETURN a.code, b.code"),
            any(
                    "MATCH (a:airport {code: 'SAF'})-[:route]->(b:airport)<-[:route]-(c:airport {country: 'CA'}) RETURN b.code, c.code"),
            // Aggregation
            any("MATCH (a:airport) RETURN a.country, count(*) AS n, min(a.elev) AS low, max(a.elev) AS high"),
            any("MATCH (a:airport) RETURN avg(a.runways) AS mean, stDev(a.elev) AS spread, count(DISTINCT a.country) AS countries")
                    .missing("Kuzu", "no stDev"),
            any("MATCH (a:airport) WHERE a.country = 'DE' RETURN percentileCont(a.elev, 0.5) AS median, percentileDisc(a.elev, 0.9) AS most")
                    .missing("Kuzu", "no percentiles"),
            ordered("MATCH (a:airport)-[r:route]->() RETURN a.code, count(r) AS n ORDER BY n DESC, a.code LIMIT 20"),
            ordered(
                    "MATCH (c:continent)-[:`contains`]->(a:airport) RETURN c.code, count(a) AS n, avg(a.lat) AS lat ORDER BY c.code"),
            ordered(
                    "MATCH (c:country)-[:`contains`]->(a:airport)-[r:route]->(b:airport) WITH c, count(r) AS routes, count(DISTINCT b) AS reached WHERE routes > 800 RETURN c.`desc`, routes, reached ORDER BY routes DESC, c.`desc`"),
            any(
                    "MATCH (a:airport)-[r:route]->(b:airport) WHERE a.country = b.country RETURN count(r) AS domestic, max(r.dist) AS longest"),
            any(
                    "MATCH (a:airport) WITH a.runways AS runways, collect(a.code) AS codes WHERE size(codes) < 12 RETURN runways, size(codes) AS n"),
            any("MATCH (a:airport {country: 'NL'}) WITH a ORDER BY a.code RETURN collect(a.code) AS codes")
                    .missing("Kuzu", "WITH takes no ORDER BY without LIMIT"),
            // Optional matches
            any(
                    "MATCH (c:country) OPTIONAL MATCH (c)-[:`contains`]->(a:airport) WHERE a.runways > 4 RETURN c.code, count(a) AS large"),
            any(
                    "MATCH (a:airport {country: 'CH'}) OPTIONAL MATCH (a)-[r:route]->(b:airport) WHERE r.dist > 6000 RETURN a.code, b.code, r.dist"),
            any("MATCH (c:country) WHERE NOT (c)-[:`contains`]->() RETURN c.code"),
            any("OPTIONAL MATCH (a:airport {code: 'XXX'}) RETURN a.city AS city, a IS NULL AS missing"),
            // Paths
            any("MATCH (:airport {code: 'SVO'})-[:route*2..2]->(b:airport {code: 'SYD'}) RETURN count(*) AS n"),
            any("MATCH (a:airport {code: 'GRY'})-[:route*1..3]->(b:airport) RETURN DISTINCT b.code"),
            any("MATCH p = (a:airport {code: 'GRY'})-[:route*1..2]->(b:airport) RETURN length(p) AS hops, [n IN nodes(p) | n.code] AS codes")
                    .missing("Kuzu", "no list comprehension"),
            any("MATCH p = shortestPath((a:airport {code: 'WLG'})-[:route*]->(b:airport {code: 'GRY'})) RETURN length(p) AS hops")
                    .in(
                            "Kuzu",
                            "MATCH p = (a:airport {code: 'WLG'})-[:route* SHORTEST]->(b:airport {code: 'GRY'}) RETURN length(p) AS hops"),
            any("MATCH p = allShortestPaths((a:airport {code: 'LYR'})-[:route*]->(b:airport {code: 'HNL'})) RETURN [n IN nodes(p) | n.code] AS codes, reduce(far = 0, r IN relationships(p) | far + r.dist) AS far")
                    .missing("Kuzu", "no list comprehension"),
            any("MATCH p = (:airport {code: 'KEF'})-[:route]->(:airport {country: 'GL'}) RETURN p")
                    .missing("Kuzu", "a path is not a value its Java library hands out whole"),
            // Subqueries, unions, lists
            any(
                    "MATCH (a:airport {country: 'IT'}) WHERE EXISTS { MATCH (a)-[r:route]->(b:airport) WHERE r.dist > 4500 } RETURN a.code"),
            any(
                    "MATCH (a:airport {country: 'FR'}) RETURN a.code, COUNT { MATCH (a)-[:route]->(:airport {country: 'FR'}) } AS n"),
            any("MATCH (c:country {code: 'PT'})-[:`contains`]->(a:airport) CALL (a) { MATCH (a)-[r:route]->(b:airport) RETURN b.code AS far, r.dist AS dist ORDER BY r.dist DESC, b.code LIMIT 1 } RETURN a.code, far, dist")
                    .missing("Kuzu", "no CALL subquery"),
            any(
                    "MATCH (a:airport) WHERE a.runways > 6 RETURN a.code AS code UNION MATCH (a:airport) WHERE a.elev > 13000 RETURN a.code AS code"),
            any(
                    "MATCH (a:airport {country: 'IE'}) RETURN a.country AS x UNION ALL MATCH (a:airport {country: 'MT'}) RETURN a.country AS x"),
            any(
                    "UNWIND ['AMS', 'LHR', 'AMS'] AS code MATCH (a:airport {code: code})<-[:`contains`]-(c:country) RETURN code, c.`desc`"),
            any("MATCH (a:airport {country: 'BE'}) RETURN a.code, [(a)-[r:route]->(b:airport) WHERE r.dist > 5000 | b.code + ':' + toString(r.dist)][0] IS NULL AS none")
                    .missing("Kuzu", "no pattern comprehension"),
            // Order
            ordered("MATCH (a:airport) RETURN DISTINCT a.runways AS runways ORDER BY runways DESC SKIP 1 LIMIT 5"),
            ordered(
                    "MATCH (a:airport) WHERE a.country = 'PG' RETURN a.code, a.city, a.elev ORDER BY a.elev DESC, a.code"),
            ordered("MATCH (a:airport) RETURN a.city AS city ORDER BY size(city) DESC, city LIMIT 10"),
            ordered("MATCH (c:country) RETURN c.`desc` AS name ORDER BY name LIMIT 30"));

    private AirRouteQuestions() {}
}
