package dev.sennit.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sennit.model.CalendarDuration;
import dev.sennit.model.InvalidTextException;
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
import java.time.LocalDate;
import java.time.OffsetTime;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SchemaParserTest {
    @Test
    void everyPartOfTheLanguage_isRead() {
        GraphSchema schema = SchemaParser.parse("""
                -- comments as in SQL
                \"""
                  Where planes land.
                    Really.
                \"""
                NODE Airport : Place, Stop {
                  \"""IATA\"""
                  code       STRING  KEY PATTERN '[A-Z]{3}',
                  name       STRING  NOT NULL UNIQUE, -- behind
                  runways    INT32   RANGE 0..,
                  size       ENUM('large', 'medium', 'small'),
                  embedding  VECTOR<384>,
                  UNIQUE (name, size), FULLTEXT (name), VECTOR INDEX (embedding) METRIC cosine,
                }
                NODE Country
                EDGE ROUTE (Airport)-[0..*]->(Airport) { airline STRING, dist INT32 NOT NULL, KEY (airline) }
                EDGE CONTAINS (Country)-[1..20]->(Airport) { KEY (), IN 1..1 }
                EDGE CONTAINS (Airport)-[0..*]->(Airport)
                """);

        Property code = new Property("code", Scalar.STRING, true, Optional.of("[A-Z]{3}"), Optional.empty(), "IATA");
        ValueRange fromZero = new ValueRange(Optional.of(0L), Optional.empty());
        Property runways = new Property("runways", Scalar.INT32, false, Optional.empty(), Optional.of(fromZero), "");
        NodeType airport = new NodeType(
                "Airport",
                List.of("Airport", "Place", "Stop"),
                List.of(
                        code,
                        Property.of("name", Scalar.STRING, true),
                        runways,
                        Property.of("size", new Enumeration(List.of("large", "medium", "small")), false),
                        Property.of("embedding", new Vector(384), false)),
                List.of("code"),
                List.of(List.of("name"), List.of("name", "size")),
                List.of(new Fulltext(List.of("name")), new VectorIndex("embedding", Metric.COSINE)),
                "Where planes land.\n  Really.");
        NodeType country = new NodeType("Country", List.of("Country"), List.of(), List.of(), List.of(), List.of(), "");
        EdgeType route = new EdgeType(
                "ROUTE",
                "Airport",
                "Airport",
                Cardinality.ANY,
                Cardinality.ANY,
                List.of(Property.of("airline", Scalar.STRING, true), Property.of("dist", Scalar.INT32, true)),
                Optional.of(List.of("airline")),
                List.of(),
                List.of(),
                "");
        EdgeType contains = new EdgeType(
                "CONTAINS",
                "Country",
                "Airport",
                new Cardinality(1, OptionalLong.of(20)),
                new Cardinality(1, OptionalLong.of(1)),
                List.of(),
                Optional.of(List.of()),
                List.of(),
                List.of(),
                "");
        EdgeType multigraph = new EdgeType(
                "CONTAINS",
                "Airport",
                "Airport",
                Cardinality.ANY,
                Cardinality.ANY,
                List.of(),
                Optional.empty(),
                List.of(),
                List.of(),
                "");
        assertThat(schema).isEqualTo(new GraphSchema(List.of(airport, country), List.of(route, contains, multigraph)));
    }

    @Test
    void everyType_isRead_inAnyCase() {
        Map<String, PropertyType> types = Map.ofEntries(
                Map.entry("bool", Scalar.BOOL),
                Map.entry("Int8", Scalar.INT8),
                Map.entry("INT16", Scalar.INT16),
                Map.entry("INT32", Scalar.INT32),
                Map.entry("INT64", Scalar.INT64),
                Map.entry("FLOAT32", Scalar.FLOAT32),
                Map.entry("FLOAT64", Scalar.FLOAT64),
                Map.entry("DECIMAL(10, 2)", new Decimal(10, 2)),
                Map.entry("String", Scalar.STRING),
                Map.entry("BYTES", Scalar.BYTES),
                Map.entry("DATE", Scalar.DATE),
                Map.entry("LOCAL TIME", Scalar.LOCAL_TIME),
                Map.entry("zoned\n time", Scalar.ZONED_TIME),
                Map.entry("Local DateTime", Scalar.LOCAL_DATETIME),
                Map.entry("ZONED DATETIME", Scalar.ZONED_DATETIME),
                Map.entry("DURATION", Scalar.DURATION),
                Map.entry("JSON", Scalar.JSON),
                Map.entry("list<zoned time>", new ListOf(Scalar.ZONED_TIME)),
                Map.entry("LIST<ENUM('a')>", new ListOf(new Enumeration(List.of("a")))),
                Map.entry("VECTOR<65536>", new Vector(65_536)),
                Map.entry("ENUM('it\\'s', 'a\\\\b', '')", new Enumeration(List.of("it's", "a\\b", ""))));
        types.forEach((text, type) -> assertThat(
                        property("NODE A { p " + text + " NOT NULL }").type())
                .isEqualTo(type));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "key",
                "type",
                "range",
                "date",
                "desc",
                "in",
                "from",
                "index",
                "unique",
                "fulltext",
                "vector",
                "node",
                "edge",
                "local",
                "zoned",
                "pattern",
                "default",
                "not",
                "null",
                "true",
                "false",
                "metric",
                "renamed",
                "time",
                "datetime",
                "list",
                "enum",
                "decimal",
                "string",
                "json",
                "KEY",
                "Unique"
            })
    void keyword_isAName_whereverANameStands(String word) {
        String text = "NODE " + word + " : a, label_" + word + " { a STRING, " + word
                + " STRING NOT NULL, b STRING, UNIQUE ("
                + word + ", a) }\n"
                + "EDGE " + word + " (" + word + ")-[0..*]->(" + word + ") { " + word + " DATE, KEY (" + word + ") }";
        GraphSchema schema = SchemaParser.parse(text);
        assertThat(schema.nodeType(word).orElseThrow().property(word)).contains(Property.of(word, Scalar.STRING, true));
        assertThat(schema.edgeType(word, word, word).orElseThrow().key()).contains(List.of(word));
        assertThat(SchemaParser.parse(SchemaPrinter.print(schema))).isEqualTo(schema);
    }

    @Test
    void nodeAndEdgeTypeOfOneName_stayApart() {
        GraphSchema schema = SchemaParser.parse("""
                NODE Route { code STRING KEY }
                EDGE Route (Route)-[0..*]->(Route) { dist INT32, KEY () }
                """);
        assertThat(schema.nodeType("Route").orElseThrow().property("code")).isPresent();
        assertThat(schema.edgeType("Route", "Route", "Route").orElseThrow().property("dist"))
                .isPresent();
        assertThat(schema.type("Route")).containsInstanceOf(NodeType.class);
        assertThat(schema.type("Route(Route,Route)")).containsInstanceOf(EdgeType.class);
    }

    @Test
    void names_areCaseSensitive_andBackticksAllowAnythingElse() {
        GraphSchema schema = SchemaParser.parse(
                "NODE A { a STRING, A STRING, `first name` STRING, `a``b` STRING, `1st` STRING, Größe FLOAT64, 名前 STRING }");
        assertThat(schema.nodeTypes().getFirst().properties())
                .extracting(Property::name)
                .containsExactly("a", "A", "first name", "a`b", "1st", "Größe", "名前");
    }

    @Test
    void nameOf256Bytes_isTheLongest() {
        String longest = "ä".repeat(128);
        assertThat(SchemaParser.parse("NODE " + longest).nodeType(longest)).isPresent();
        assertThatThrownBy(() -> SchemaParser.parse("NODE " + longest + "a"))
                .isInstanceOf(InvalidTextException.class)
                .hasMessage("a name has at most 256 bytes, this one has 257");
    }

    @Test
    void rangesAndDefaults_haveTheClassOfTheirType() {
        SchemaDocument document = SchemaParser.parseDocument("""
                NODE A {
                  a INT8 RANGE -128..127 DEFAULT -5,
                  b FLOAT32 RANGE 0.1.. DEFAULT 1e3,
                  c DECIMAL(5,2) RANGE ..999.99 DEFAULT 1.5,
                  d DATE RANGE '1900-01-01'..'2100-12-31' DEFAULT '2026-11-29',
                  e ZONED TIME RANGE '12:00+01:00'..,
                  f LIST<INT32> DEFAULT [1, 2],
                  g VECTOR<2> DEFAULT [0.5, -1],
                  h BOOL DEFAULT true,
                  i JSON DEFAULT '{"a": [1, null]}',
                  j DURATION DEFAULT 'P1M',
                  k BYTES DEFAULT 'AQI='
                }
                """);
        List<Property> properties = document.schema().nodeTypes().getFirst().properties();
        assertThat(properties.get(0).range()).contains(new ValueRange(Optional.of(-128L), Optional.of(127L)));
        assertThat(properties.get(1).range()).contains(new ValueRange(Optional.of((double) 0.1f), Optional.empty()));
        assertThat(properties.get(2).range())
                .contains(new ValueRange(Optional.empty(), Optional.of(new BigDecimal("999.99"))));
        assertThat(properties.get(3).range())
                .contains(
                        new ValueRange(Optional.of(LocalDate.of(1900, 1, 1)), Optional.of(LocalDate.of(2100, 12, 31))));
        assertThat(properties.get(4).range())
                .contains(new ValueRange(Optional.of(OffsetTime.parse("12:00+01:00")), Optional.empty()));
        assertThat(defaultOf(document, "a")).isEqualTo(-5L);
        assertThat(defaultOf(document, "b")).isEqualTo(1000.0);
        assertThat(defaultOf(document, "c")).isEqualTo(new BigDecimal("1.50"));
        assertThat(defaultOf(document, "d")).isEqualTo(LocalDate.of(2026, 11, 29));
        assertThat(defaultOf(document, "f")).isEqualTo(List.of(1L, 2L));
        assertThat(defaultOf(document, "g")).isEqualTo(new float[] {0.5f, -1});
        assertThat(defaultOf(document, "h")).isEqualTo(true);
        assertThat(defaultOf(document, "i")).hasToString("{a=[1, null]}");
        assertThat(defaultOf(document, "j")).isEqualTo(CalendarDuration.parse("P1M"));
        assertThat(defaultOf(document, "k")).isEqualTo(new byte[] {1, 2});
    }

    @Test
    void hints_areReadButNoPartOfTheSchema() {
        SchemaDocument document = SchemaParser.parseDocument("""
                NODE Airport RENAMED FROM Aerodrome : Place { title STRING NOT NULL DEFAULT 'none' RENAMED FROM name }
                EDGE FLIES RENAMED FROM ROUTE (Airport)-[0..*]->(Airport) { km INT32 RENAMED FROM dist }
                """);
        assertThat(document.hints())
                .isEqualTo(new MigrationHints(
                        Map.of("Airport", "Aerodrome", "FLIES(Airport,Airport)", "ROUTE"),
                        Map.of(
                                new PropertyRef("Airport", "title"), "name",
                                new PropertyRef("FLIES(Airport,Airport)", "km"), "dist"),
                        Map.of(new PropertyRef("Airport", "title"), "none")));
        assertThat(document.schema()).isEqualTo(SchemaParser.parse("""
                NODE Airport : Place { title STRING NOT NULL }
                EDGE FLIES (Airport)-[0..*]->(Airport) { km INT32 }
                """));
    }

    @Test
    void backslashInAPattern_needsNoDoubling() {
        assertThat(property("NODE A { p STRING PATTERN '\\d+\\.\\w' }").pattern())
                .contains("\\d+\\.\\w");
        assertThat(property("NODE A { p STRING PATTERN '\\\\d\\'\\n' }").pattern())
                .contains("\\d'\n");
    }

    @Test
    void documentation_losesTheIndentationItsLinesShare() {
        assertThat(property("NODE A { \"\"\" one line \"\"\" p STRING }").documentation())
                .isEqualTo("one line");
        assertThat(property("NODE A {\n  \"\"\"first\n    second\n\n      third  \n  \"\"\"\n p STRING }")
                        .documentation())
                .isEqualTo("first\nsecond\n\n  third");
        assertThat(property("NODE A { \"\"\"say \\\"\"\" here\"\"\" p STRING }").documentation())
                .isEqualTo("say \"\"\" here");
    }

    @Test
    void lineEndsAndByteOrderMark_makeNoDifference() {
        String text = "NODE A {\n  \"\"\"one\n  two\"\"\"\n  a STRING -- x\n}\nNODE B";
        GraphSchema expected = SchemaParser.parse(text);
        assertThat(SchemaParser.parse(text.replace("\n", "\r\n"))).isEqualTo(expected);
        assertThat(SchemaParser.parse(text.replace("\n", "\r"))).isEqualTo(expected);
        assertThat(SchemaParser.parse("\uFEFF" + text)).isEqualTo(expected);
        assertThatThrownBy(() -> SchemaParser.parse("\uFEFFNODE A\r\nNODE A"))
                .isInstanceOfSatisfying(
                        InvalidTextException.class,
                        e -> assertThat(e.position()).hasToString("Optional[line 2, column 6]"));
    }

    @Test
    void emptyText_isTheEmptySchema() {
        assertThat(SchemaParser.parse("")).isEqualTo(GraphSchema.EMPTY);
        assertThat(SchemaParser.parse(" -- nothing\n")).isEqualTo(GraphSchema.EMPTY);
    }

    @Test
    void problems_areAllCarriedByOneException() {
        assertThatThrownBy(() -> SchemaParser.parse("NODE A { a STRIN, b INTT8 }\nNODE A"))
                .isInstanceOfSatisfying(InvalidTextException.class, e -> {
                    assertThat(e.problems()).hasSize(3);
                    assertThat(e.problems().getFirst()).isSameAs(e);
                    assertThat(e.text().details())
                            .containsEntry("problems", 3)
                            .containsEntry("line", 1)
                            .containsEntry("column", 12);
                });
    }

    @Test
    void keyBehindAPropertyOfAnEdgeType_isItsKey() {
        EdgeType type = SchemaParser.parse("NODE A EDGE R (A)-[0..*]->(A) { at DATE KEY, x INT8 UNIQUE }")
                .edgeTypes()
                .getFirst();
        assertThat(type.key()).contains(List.of("at"));
        assertThat(type.property("at")).contains(Property.of("at", Scalar.DATE, true));
        assertThat(type.uniques()).containsExactly(List.of("x"));
    }

    @Test
    void bracketsWithoutEnd_areRefusedBeforeTheyFillTheStack() {
        for (String bracket : List.of("LIST<", "[", "(", "{")) {
            assertThatThrownBy(() -> SchemaParser.parse("NODE A { a INT8 DEFAULT " + bracket.repeat(100_000)))
                    .isInstanceOf(InvalidTextException.class)
                    .hasMessage("brackets nest deeper than 100");
        }
    }

    @Test
    void anyTextAtAll_isReadOrRefused_neverMore() {
        String valid = """
                \"""doc\"""
                NODE Airport : Place { code STRING KEY PATTERN '[A-Z]{3}', n INT32 RANGE 0..9 DEFAULT 1, KEY (a, b) }
                EDGE ROUTE (Airport)-[0..*]->(Airport) { `x y` LIST<STRING>, IN 1..1, v VECTOR<3>, VECTOR INDEX (v) METRIC l2 }
                """;
        String[] pieces = valid.split("(?<=\\W)|(?=\\W)");
        for (int seed = 0; seed < 3000; seed++) {
            Random random = new Random(seed);
            StringBuilder text = new StringBuilder(valid);
            for (int edits = random.nextInt(6); edits >= 0; edits--) {
                int at = random.nextInt(text.length() + 1);
                int end = Math.min(text.length(), at + random.nextInt(8));
                String piece = random.nextInt(8) == 0
                        ? Character.toString((char) random.nextInt(0x10000))
                        : pieces[random.nextInt(pieces.length)];
                text.replace(at, random.nextBoolean() ? at : end, piece);
            }
            try {
                SchemaParser.parse(text.toString());
            } catch (InvalidTextException e) {
                assertThat(e.problems())
                        .as("seed %d: %s", seed, text)
                        .allSatisfy(p -> assertThat(p.excerpt()).isPresent());
            } catch (RuntimeException e) {
                throw new AssertionError("seed " + seed + ": " + text, e);
            }
        }
    }

    private static Property property(String text) {
        return SchemaParser.parse(text).nodeTypes().getFirst().properties().getFirst();
    }

    private static Object defaultOf(SchemaDocument document, String property) {
        return Objects.requireNonNull(document.hints().defaults().get(new PropertyRef("A", property)));
    }
}
