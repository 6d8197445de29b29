package dev.sennit.schema.inference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.model.PropertyType;
import dev.sennit.model.PropertyType.ListOf;
import dev.sennit.model.PropertyType.Scalar;
import dev.sennit.model.PropertyType.Vector;
import dev.sennit.schema.EdgeType;
import dev.sennit.schema.ElementType;
import dev.sennit.schema.GraphSchema;
import dev.sennit.schema.NodeType;
import dev.sennit.schema.Property;
import dev.sennit.schema.SchemaPrinter;
import dev.sennit.schema.inference.RawRecord.Endpoint;
import dev.sennit.schema.inference.RawRecord.Kind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SchemaInferenceTest {
    @Test
    void airportsAndRoutes_giveASchemaWithReasons() {
        String proposal = new Rows()
                .csv("data/routes.csv", """
                        from,to,airline,dist
                        AMS,LHR,KL,370
                        AMS,LHR,BA,370
                        LHR,AMS,BA,370
                        LHR,XXX,BA,
                        """)
                .csv("data/airports.csv", """
                        name,code,runways,lat,zip,opened,hub
                        Schiphol,AMS,6,52.3,01118,1916-09-16,true
                        Heathrow,LHR,2,51.47,TW6,1946-03-25,TRUE
                        Tempelhof,THF,,52.0,12101,,false
                        """)
                .propose();
        assertThat(proposal).isEqualTo("""
                -- 3 rows of data/airports.csv
                NODE Airport {
                  name    STRING  NOT NULL,
                  code    STRING  KEY,  -- key: all 3 values are distinct, edges name nodes by it
                  runways INT32,
                  lat     FLOAT64 NOT NULL,
                  zip     STRING  NOT NULL,  -- '01118' is no number, others are
                  opened  DATE,
                  hub     BOOL    NOT NULL
                }

                -- 4 rows of data/routes.csv
                -- 1 row names a node that no file has
                -- key proposed because source and destination repeat, and with airline they do not
                EDGE ROUTE (Airport)-[0..*]->(Airport) {
                  airline STRING,
                  dist    INT32,
                  KEY (airline)
                }
                """);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1 | 2 | INT32",
                "0 | -7 | INT32",
                "2147483647 | -2147483648 | INT32",
                "1 | 2147483648 | INT64",
                "9223372036854775807 | -9223372036854775808 | INT64",
                "1 | 9223372036854775808 | STRING",
                "007 | 8 | STRING",
                "-0 | 1 | STRING",
                "+1 | 1 | STRING",
                "1.0 | 2.5 | FLOAT64",
                "1 | 2.5 | FLOAT64",
                "1e3 | -2.5E-7 | FLOAT64",
                "1e999 | 1 | STRING",
                "00.5 | 1 | STRING",
                "true | FALSE | BOOL",
                "true | 1 | STRING",
                "yes | no | STRING",
                "2026-11-29 | 2024-02-29 | DATE",
                "2026-11-29 | 2026-02-29 | STRING",
                "29.11.2026 | 30.11.2026 | STRING",
                "2026-11-29T12:00 | 2026-11-29 12:00:00.123456 | LOCAL_DATETIME",
                "2026-11-29T12:00:00.1234567 | 2026-11-29T12:00 | STRING",
                "2026-11-29T12:00Z | 2026-11-29T12:00+01:00[Europe/Berlin] | ZONED_DATETIME",
                "2026-11-29T12:00Z | 2026-11-29T12:00 | STRING",
                "2026-11-29 | 2026-11-29T12:00 | STRING",
                "1 | '\"\"' | STRING",
                "a | b | STRING"
            })
    void csvCells_giveTheNarrowestTypeThatHoldsAll(String first, String second, Scalar type) {
        Rows rows = new Rows().csv("items.csv", "a,b\n" + first + ",1\n" + second + ",1\n");
        assertThat(property(rows, "a").type()).isEqualTo(type);
    }

    @Test
    void jsonValues_keepTheirTypes() {
        assertThat(typeOf(1, 2L)).isEqualTo(Scalar.INT32);
        assertThat(typeOf(1, 1L << 40)).isEqualTo(Scalar.INT64);
        assertThat(typeOf(BigInteger.TWO.pow(70), 1)).isEqualTo(Scalar.FLOAT64);
        assertThat(typeOf(1, 2.5)).isEqualTo(Scalar.FLOAT64);
        assertThat(typeOf(new BigDecimal("1E+3"), 2)).isEqualTo(Scalar.FLOAT64);
        assertThat(typeOf(true, false)).isEqualTo(Scalar.BOOL);
        assertThat(typeOf("1", "2")).isEqualTo(Scalar.STRING);
        assertThat(typeOf("true", "false")).isEqualTo(Scalar.STRING);
        assertThat(typeOf("2026-11-29", "2026-11-30")).isEqualTo(Scalar.DATE);
        assertThat(typeOf(List.of("a"), List.of())).isEqualTo(new ListOf(Scalar.STRING));
        assertThat(typeOf(List.of(1), List.of(1.5))).isEqualTo(new ListOf(Scalar.FLOAT64));
        assertThat(typeOf(List.of(1), List.of("a"))).isEqualTo(Scalar.JSON);
        assertThat(typeOf(List.of(1), Collections.singletonList(null))).isEqualTo(Scalar.JSON);
        assertThat(typeOf(List.of(List.of(1)), List.of())).isEqualTo(Scalar.JSON);
        assertThat(typeOf(Map.of("a", 1), List.of(1))).isEqualTo(Scalar.JSON);
        List<Double> vector = Collections.nCopies(16, 0.5);
        assertThat(typeOf(vector, vector)).isEqualTo(new Vector(16));
        assertThat(typeOf(vector, List.of(0.5))).isEqualTo(new ListOf(Scalar.FLOAT64));
    }

    @Test
    void nulls_makeAPropertyNullable_andOnlyTheConfiguredTextsAreNull() {
        Rows rows = new Rows().csv("items.csv", "a,b,c,d\n1,\\N,,\"\"\n2,3,,x\n");
        Set<String> none = Set.of();
        InferenceOptions options = InferenceOptions.DEFAULT.withRowsForNotNull(2);
        NodeType type = rows.infer(options.withNullTexts(Set.of("\\N")))
                .schema()
                .nodeTypes()
                .getFirst();
        assertThat(type.properties())
                .containsExactly(
                        Property.of("a", Scalar.INT32, true),
                        Property.of("b", Scalar.INT32, false),
                        Property.of("c", Scalar.STRING, false),
                        Property.of("d", Scalar.STRING, true));
        NodeType literal =
                rows.infer(options.withNullTexts(none)).schema().nodeTypes().getFirst();
        assertThat(literal.property("b")).contains(Property.of("b", Scalar.STRING, true));
        assertThat(rows.propose()).contains("c STRING,  -- every value is null");
    }

    @Test
    void notNull_needsEnoughRows() {
        Rows rows = new Rows().csv("items.csv", "x,a\n1,1\n1,2\n1,3\n");
        assertThat(rows.infer(InferenceOptions.DEFAULT.withRowsForNotNull(4))
                        .schema()
                        .nodeTypes()
                        .getFirst()
                        .property("a"))
                .contains(Property.of("a", Scalar.INT32, false));
        assertThat(property(rows, "a").required()).isTrue();
    }

    @Test
    void columnAbsentFromSomeObjects_isNullable() {
        Rows rows = new Rows().json("items.jsonl", "a", 1, "b", 1).json("items.jsonl", "a", 2);
        assertThat(property(rows, "a").required()).isTrue();
        assertThat(property(rows, "b").required()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "name,code,id | a,A,1 | b,B,2 | id",
                "name,code | a,A | b,B | code",
                "name,airport_id | a,1 | b,2 | airport_id",
                "name,AirportCode | a,1 | b,2 | AirportCode",
                "name,iata_code | a,1 | b,2 | iata_code",
                "city,name | a,x | b,y | name",
                "zip,city | 1,x | 2,x | zip",
                "city,zip | x,1 | x,2 | ",
                "name,id | a,1 | b,1 | name",
                "name,id | a,1 | b, | name",
                "lat,lon | 1.5,2.5 | 2.5,3.5 | ",
                "id,code | 1.5,A | 2.5,B | code",
                "id,x | 2026-01-01,1 | 2026-01-02,1 | "
            })
    void key_isTheLikeliestColumnOfDistinctValues(String header, String first, String second, String key) {
        Rows rows = new Rows().csv("airports.csv", header + "\n" + first + "\n" + second + "\n");
        NodeType type =
                rows.infer(InferenceOptions.DEFAULT).schema().nodeTypes().getFirst();
        assertThat(type.key()).isEqualTo(Optional.ofNullable(key).map(List::of).orElse(List.of()));
    }

    @Test
    void key_isWhatEdgesNameNodesBy_beforeAnyName() {
        String schema = new Rows()
                .csv("people.csv", "id,login\n1,ada\n2,bob\n")
                .csv("follows.csv", "source,target\nada,bob\n")
                .schema();
        assertThat(schema).isEqualTo("""
                NODE Person {
                  id    INT32  NOT NULL,
                  login STRING KEY
                }

                EDGE FOLLOW (Person)-[0..*]->(Person) { KEY () }
                """);
    }

    @Test
    void tooManyRowsToTell_isSaid() {
        StringBuilder text = new StringBuilder("id,name\n");
        IntStream.range(0, 200)
                .forEach(i -> text.append(i).append(",n").append(i).append('\n'));
        Rows rows = new Rows().csv("items.csv", text.toString());
        String enough = SchemaPrinter.print(rows.infer(new InferenceOptions(Set.of(), 10, 250)));
        assertThat(enough).contains("id   INT32  KEY").contains("name STRING NOT NULL");
        String tooFew = SchemaPrinter.print(rows.infer(new InferenceOptions(Set.of(), 10, 150)));
        assertThat(tooFew)
                .contains("-- no key proposed: too many rows to tell whether 'id' is distinct")
                .doesNotContain("KEY");
    }

    @Test
    void edgeKey_isEmptyThenSmallestThenNone() {
        Rows nodes = new Rows().csv("cities.csv", "id,name\n1,a\n2,b\n");
        assertThat(nodes.csv("roads.csv", "from,to,a\n1,2,x\n2,1,x\n").schema()).contains("KEY ()");
        assertThat(new Rows()
                        .csv("cities.csv", "id,name\n1,a\n2,b\n")
                        .csv("roads.csv", "from,to,a,b,c\n1,2,x,p,1\n1,2,x,q,1\n1,2,y,p,1\n1,2,y,q,2\n")
                        .schema())
                .contains("KEY (a, b)");
        Rows none = new Rows()
                .csv("cities.csv", "id,name\n1,a\n2,b\n")
                .csv("roads.csv", "from,to,km,n\n1,2,1.5,\n1,2,2.5,1\n");
        assertThat(none.schema()).contains("EDGE ROAD (City)-[0..*]->(City) {").doesNotContain("KEY (");
        assertThat(none.propose())
                .contains(
                        "-- no key proposed: some rows agree in source, destination and all properties a key can have");
    }

    @ParameterizedTest
    @CsvSource({
        "from,to",
        "source,target",
        "src,dst",
        "start,end",
        "origin,destination",
        "From,To",
        "source_city_id,destination_city_id",
        "cityFrom,cityTo"
    })
    void endsOfEdges_areFoundByNameAndValue(String from, String to) {
        String proposal = new Rows()
                .csv("roads.csv", from + "," + to + ",km\n1,2,5\n2,1,5\n")
                .csv("cities.csv", "id,name\n1,a\n2,b\n")
                .propose();
        assertThat(proposal).contains("EDGE ROAD (City)-[0..*]->(City) {\n  km INT32 NOT NULL,\n  KEY ()\n}");
        String mapping = "-- load with --map ROAD.~from=" + from + " --map ROAD.~to=" + to;
        assertThat(proposal.contains(mapping)).isEqualTo(!from.equals("from"));
    }

    @Test
    void startAndEndThatNameNoNode_arePropertiesOfANode() {
        String schema = new Rows()
                .csv("events.csv", "id,start,end\n1,2026-01-01,2026-01-02\n2,2026-01-03,2026-01-04\n")
                .csv("cities.csv", "id,name\n7,a\n8,b\n")
                .schema();
        assertThat(schema).contains("""
                NODE Event {
                  id    INT32 KEY,
                  start DATE  NOT NULL,
                  end   DATE  NOT NULL
                }
                """);
    }

    @Test
    void endsThatSeveralFilesCouldHold_areOfTheTypeTheColumnSpeaksOf() {
        String schema = new Rows()
                .csv("airlines.csv", "id,name\n1,x\n2,y\n")
                .csv("airports.csv", "id,name\n1,a\n2,b\n")
                .csv("routes.csv", "source_airport_id,target_airport_id\n1,2\n2,1\n")
                .schema();
        assertThat(schema).contains("EDGE ROUTE (Airport)-[0..*]->(Airport) { KEY () }");
    }

    @Test
    void edgesAlone_getNodesThatNoFileHas() {
        assertThat(new Rows().csv("links.csv", "from,to\na,b\nb,c\n").propose()).isEqualTo("""
                -- no file has these nodes, only edges name them
                NODE Node {
                  id STRING KEY
                }

                -- 2 rows of links.csv
                -- 2 rows name a node that no file has
                -- key proposed because no two rows have the same source and destination
                EDGE LINK (Node)-[0..*]->(Node) { KEY () }
                """);
    }

    @Test
    void rowsWithoutAnEnd_areCounted() {
        assertThat(new Rows()
                        .csv("cities.csv", "id,name\n1,a\n2,b\n")
                        .csv("roads.csv", "from,to\n1,2\n1,\n,2\n")
                        .propose())
                .contains("-- 1 row of roads.csv\n-- 2 rows lack a source or destination\n");
    }

    @Test
    void neptuneFiles_giveOneTypeForEachLabel_withTheColumnsItHas() {
        String schema = new Rows().csv("nodes.csv", """
                        ~id,~label,type:string,code:string,runways:int,lat:double,tags:String[],old:bool
                        1,airport,airport,AMS,6,52,a;b,true
                        2,airport,airport,LHR,2,51.5,,
                        3,country,country,NL,,,,
                        4,country,country,UK,,,,
                        5,continent,continent,EU,,,,
                        """).csv("edges.csv", """
                        ~id,~from,~to,~label,dist:int
                        10,1,2,route,370
                        11,3,1,contains,
                        12,4,2,contains,
                        13,5,1,contains,
                        14,5,2,contains,
                        """).schema();
        assertThat(schema).isEqualTo("""
                NODE airport {
                  type    STRING  NOT NULL,
                  code    STRING  KEY,
                  runways INT32   NOT NULL,
                  lat     FLOAT64 NOT NULL,
                  tags    LIST<STRING>,
                  old     BOOL
                }

                NODE country {
                  type STRING NOT NULL,
                  code STRING KEY
                }

                NODE continent {
                  type STRING,
                  code STRING KEY
                }

                EDGE route (airport)-[0..*]->(airport) {
                  dist INT32,
                  KEY ()
                }

                EDGE contains (country)-[0..*]->(airport) { KEY () }

                EDGE contains (continent)-[0..*]->(airport) { KEY () }
                """);
    }

    @Test
    void headerTypes_areBelievedAsFarAsTheValuesBearThemOut() {
        String proposal = new Rows().csv("nodes.csv", """
                        ~id,~label,a:byte,b:Short,c:Int,d:Long,e:Float,f:String,g:Date,h:DateTime,i:Int,j:Int,k:Int[]
                        1,x,1,2,3,4,5,6,2026-01-01,2026-01-01T00:00Z,1.5,3000000000,1;2
                        2,x,1,2,3,4,5,6,2026-01-01,2026-01-01T00:00Z,2,1,3
                        """).propose();
        assertThat(proposal).contains("""
                  a INT8           NOT NULL,
                  b INT16          NOT NULL,
                  c INT32          NOT NULL,
                  d INT64          NOT NULL,
                  e FLOAT32        NOT NULL,
                  f STRING         NOT NULL,
                  g DATE           NOT NULL,
                  h ZONED DATETIME NOT NULL,
                  i FLOAT64        NOT NULL,  -- the header says Int, the values are FLOAT64
                  j INT64          NOT NULL,  -- the header says Int, the values are INT64
                  k LIST<INT32>    NOT NULL
                """);
    }

    @Test
    void labelsThatEveryNodeOfATypeHas_areDeclared() {
        String schema = new Rows()
                .csv("nodes.csv", "~id,~label,code:string\n1,Airport;Place;Old,A\n2,Airport;Place,B\n")
                .schema();
        assertThat(schema).startsWith("NODE Airport : Place {");
    }

    @Test
    void jsonRowsThatSayWhatTheyAre_areTakenAtTheirWord() {
        Map<String, RawValue> code = Map.of("code", RawValue.json("AMS"));
        Map<String, RawValue> dist = Map.of("dist", RawValue.json(5));
        Endpoint ams = new Endpoint("Airport", "AMS");
        String schema = new Rows()
                .add(new RawRecord("a.jsonl", Kind.NODE, "Airport", List.of(), "AMS", null, null, code, Map.of()))
                .add(new RawRecord("a.jsonl", Kind.EDGE, "Airport", List.of(), null, ams, ams, dist, Map.of()))
                .schema();
        assertThat(schema).isEqualTo("""
                NODE Airport {
                  code STRING KEY
                }

                EDGE Airport (Airport)-[0..*]->(Airport) {
                  dist INT32,
                  KEY ()
                }
                """);
    }

    @Test
    void partsOfOneExport_areOneType() {
        assertThat(new Rows()
                        .csv("out/airports-00.csv.gz", "id,a\n1,1\n")
                        .csv("out/airports-01.csv.gz", "id,a\n2,x\n")
                        .propose())
                .isEqualTo("""
                        -- 2 rows of out/airports-00.csv.gz, out/airports-01.csv.gz
                        NODE Airport {
                          id INT32  KEY,  -- key: all 2 values are distinct
                          a  STRING NOT NULL  -- 'x' is no number, others are
                        }
                        """);
    }

    @Test
    void namesThatAreReserved_areChanged() {
        assertThat(new Rows()
                        .csv("items.csv", "_id,id,_x,a b\n1,1,1,1\n2,1,1,1\n")
                        .propose())
                .contains("id2   INT32 KEY,  -- column '_id', whose name is reserved; key: all 2 values are distinct")
                .contains("x     INT32 NOT NULL,  -- column '_x', whose name is reserved")
                .contains("`a b` INT32 NOT NULL");
    }

    @ParameterizedTest
    @CsvSource({
        "airports.csv, Airport, AIRPORT",
        "data/bus_stops.jsonl.gz, BusStop, BUS_STOP",
        "countries.dat, Country, COUNTRY",
        "boxes.csv, Box, BOX",
        "classes.csv, Class, CLASS",
        "houses.csv, House, HOUSE",
        "buses.csv, Bus, BUS",
        "statuses.csv, Status, STATUS",
        "status.csv, Status, STATUS",
        "people.csv, Person, PERSON",
        "movies.csv, Movie, MOVIE",
        "series.csv, Series, SERIES",
        "acted-in.csv, ActedIn, ACTED_IN",
        "FLIES_TO.csv, FLIESTO, FLIES_TO",
        "flightLegs.tsv, FlightLeg, FLIGHT_LEG",
        "2024.csv, T2024, T_2024",
        "-, Item, ITEM"
    })
    void fileNames_giveTypeNames(String file, String nodeType, String label) {
        assertThat(TypeNaming.nodeType(file)).isEqualTo(nodeType);
        assertThat(TypeNaming.edgeLabel(file)).isEqualTo(label);
    }

    @Test
    void whateverTheData_theProposalIsValidAndHoldsIt() {
        String[] cells = {"", "1", "2", "-5", "1.5", "true", "x", "007", "2026-11-29", "2026-11-29T10:00", "99999999999"
        };
        String[] columns = {"id", "code", "from", "to", "name", "start", "end", "_x", "a b", "source", "target"};
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            String name = "seed " + seed;
            Rows rows = new Rows();
            for (String file : List.of("as.csv", "bs.csv", "cs.csv")) {
                List<String> header =
                        Arrays.stream(columns).filter(c -> random.nextBoolean()).toList();
                if (header.isEmpty()) {
                    continue;
                }
                StringBuilder text = new StringBuilder(String.join(",", header)).append('\n');
                int variety = 1 + random.nextInt(cells.length);
                for (int i = random.nextInt(6); i >= 0; i--) {
                    text.append(String.join(
                                    ",",
                                    header.stream()
                                            .map(c -> cells[random.nextInt(variety)])
                                            .toList()))
                            .append('\n');
                }
                rows.csv(file, text.toString());
            }
            GraphSchema schema =
                    rows.infer(InferenceOptions.DEFAULT.withRowsForNotNull(2)).schema();
            schema.types()
                    .filter(type -> !(type instanceof EdgeType edge)
                            || schema.edgeTypesWithLabel(edge.label()).size() == 1)
                    .forEach(type -> requireHolds(type, rows.records(), name));
        }
    }

    /** Requires that every row that is of the type by its file fits the type. */
    private static void requireHolds(ElementType type, List<RawRecord> records, String seed) {
        List<RawRecord> rows = records.stream()
                .filter(r -> switch (type) {
                    case NodeType node -> TypeNaming.nodeType(r.source()).equals(node.name());
                    // a row with an empty cell may lack an end, and then is no edge
                    case EdgeType edge ->
                        TypeNaming.edgeLabel(r.source()).equals(edge.label())
                                && r.values().values().stream()
                                        .noneMatch(v -> TypeProfile.isNull(v, InferenceOptions.DEFAULT));
                })
                .toList();
        for (Property property : type.properties()) {
            for (RawRecord row : rows) {
                RawValue.Cell cell = (RawValue.Cell) row.values().get(property.name());
                if (cell == null) {
                    continue; // a column with another name
                }
                if (cell.text().isEmpty()) {
                    assertThat(property.required())
                            .as("%s: %s.%s", seed, type.name(), property)
                            .isFalse();
                } else {
                    assertThat(fits(cell.text(), property.type()))
                            .as("%s: %s in %s.%s", seed, cell, type.name(), property)
                            .isTrue();
                }
            }
        }
        if (type instanceof NodeType node && node.isKeyed()) {
            List<RawValue> keys = rows.stream()
                    .filter(r -> r.values().containsKey(node.key().getFirst()))
                    .map(r -> r.values().get(node.key().getFirst()))
                    .toList();
            assertThat(keys).as("%s: %s", seed, node.name()).doesNotHaveDuplicates();
        }
    }

    private static boolean fits(String text, PropertyType type) {
        try {
            Object value = switch ((Scalar) type) {
                case INT32 -> Integer.parseInt(text);
                case INT64 -> Long.parseLong(text);
                case FLOAT64 -> Double.parseDouble(text);
                case DATE -> LocalDate.parse(text);
                case LOCAL_DATETIME -> LocalDateTime.parse(text);
                case BOOL -> List.of("true", "false").contains(text) ? true : Integer.parseInt(text);
                case STRING -> text;
                default -> throw new AssertionError(type);
            };
            return value != null;
        } catch (NumberFormatException | DateTimeException e) {
            return false;
        }
    }

    private static Property property(Rows rows, String name) {
        return rows.infer(InferenceOptions.DEFAULT.withRowsForNotNull(2))
                .schema()
                .nodeTypes()
                .getFirst()
                .property(name)
                .orElseThrow();
    }

    private static PropertyType typeOf(Object first, Object second) {
        return property(new Rows().json("items.jsonl", "p", first).json("items.jsonl", "p", second), "p")
                .type();
    }
}
