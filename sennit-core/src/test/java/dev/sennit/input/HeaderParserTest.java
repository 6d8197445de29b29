package dev.sennit.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sennit.input.Column.Role;
import dev.sennit.model.InvalidDataException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HeaderParserTest {
    private static final InputTarget NODES = new InputTarget.Nodes("Airport");
    private static final InputTarget EDGES = new InputTarget.Edges("ROUTE(Airport,Airport)");

    @Test
    void neptuneHeadersGiveRolesTypesListsAndCardinalities() {
        Columns columns = parse(
                InputTarget.SELF_DESCRIBED,
                "~id",
                "~label",
                "name:string",
                "tags:String[]",
                "age:Int(single)",
                "colours:String(set)",
                "a\\:b:int");
        assertThat(columns.all().stream().map(Column::role)).startsWith(Role.ID, Role.LABEL, Role.PROPERTY);
        assertThat(columns.all().stream().map(Column::name))
                .containsExactly("~id", "~label", "name", "tags", "age", "colours", "a:b");
        assertThat(columns.all().get(3).list()).isTrue();
        assertThat(columns.all().get(4).declaredType()).isEqualTo("Int");
        assertThat(columns.all().get(4).list()).isFalse();
    }

    @Test
    void neo4jHeadersGiveRolesSpacesAndIdProperties() {
        Columns nodes =
                parse(InputTarget.SELF_DESCRIBED, "code:ID(Airport)", "name", "runways:int", "x:IGNORE", ":LABEL");
        Column id = nodes.all().getFirst();
        assertThat(id.role()).isEqualTo(Role.ID);
        assertThat(id.space()).isEqualTo("Airport");
        assertThat(nodes.propertiesOf("Airport").stream().map(PropertyColumn::property))
                .containsExactly("code", "name", "runways");

        Columns edges =
                parse(InputTarget.SELF_DESCRIBED, ":START_ID(Airport)", ":END_ID(Airport)", ":TYPE", "dist:int");
        assertThat(edges.all().stream().map(Column::role))
                .containsExactly(Role.FROM, Role.TO, Role.LABEL, Role.PROPERTY);
        assertThat(edges.all().getFirst().space()).isEqualTo("Airport");
    }

    @Test
    void plainNamesKeepColonsUnlessATypeFollows() {
        Columns columns = parse(NODES, "dc:title", "runways:int", "tags:string[]", " padded ");
        assertThat(columns.all().stream().map(Column::name)).containsExactly("dc:title", "runways", "tags", "padded");
    }

    @Test
    void aMappingRenamesColumnsOfItsType() {
        ColumnMapping mapping =
                ColumnMapping.ofArguments(List.of("Airport.code=IATA", "Airport.~id=nr", "City.code=name"));
        Columns columns = new HeaderParser("f", NODES, mapping).ofCsv(List.of("nr", "IATA", "name"));
        assertThat(columns.propertiesOf("Airport").stream().map(PropertyColumn::property))
                .containsExactly("code", "name");
        assertThat(columns.propertiesOf("City").stream().map(PropertyColumn::property))
                .containsExactly("IATA", "code");
        assertThat(columns.all().getFirst().role()).isEqualTo(Role.ID);
    }

    @Test
    void anEdgeTypeIsMappedByItsLabelOrItsFullName() {
        Map<String, Map<String, String>> byLabel = Map.of("ROUTE", Map.of("~from", "src", "~to", "dst"));
        Columns columns =
                new HeaderParser("f", EDGES, new ColumnMapping(byLabel, Map.of())).ofCsv(List.of("src", "dst"));
        assertThat(columns.all().stream().map(Column::role)).containsExactly(Role.FROM, Role.TO);
    }

    @Test
    void oneColumnCanServeTwoProperties_andAClashIsAnError() {
        ColumnMapping mapping = ColumnMapping.ofArguments(List.of("Airport.code=IATA", "Airport.short=IATA"));
        Columns columns = new HeaderParser("f", NODES, mapping).ofCsv(List.of("IATA"));
        assertThat(columns.propertiesOf("Airport").stream().map(PropertyColumn::property))
                .containsExactlyInAnyOrder("code", "short");
        Columns clash = new HeaderParser("f", NODES, mapping).ofCsv(List.of("IATA", "code"));
        assertThatThrownBy(() -> clash.propertiesOf("Airport"))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("column 'code'");
    }

    @Test
    void headersThatCannotBeMeantAreErrors() {
        assertRefused(NODES, "columns 1 and 3 are both 'x'", "x", "y", "x");
        assertRefused(NODES, "~label", "~id", "~label");
        assertRefused(NODES, "load the file as edges", "~id", "~from", "~to");
        assertRefused(EDGES, "no column ~from", "source", "to");
        assertRefused(EDGES, "map ROUTE.~from", "source", "to");
        assertRefused(InputTarget.SELF_DESCRIBED, "no column ~label", "code", "name");
        assertRefused(NODES, "'~ID2'", "~ID2");
    }

    @Test
    void mappingFilesSayTheSameAsArguments() {
        ColumnMapping file = ColumnMapping.ofJson("""
                {"columns": {"Airport": {"code": "IATA", "~id": "nr"}}, "labels": {"airport": "Airport"}}
                """, "map.json");
        assertThat(file)
                .isEqualTo(ColumnMapping.ofArguments(
                        List.of("Airport.code=IATA", "Airport.~id=nr", "Airport.~label=airport")));
    }

    @Test
    void brokenMappingFilesSayWhatIsExpected() {
        for (String broken : List.of("[]", "{", "{\"x\": {}}", "{\"columns\": {\"A\": {\"b\": 1}}}", "")) {
            assertThatThrownBy(() -> ColumnMapping.ofJson(broken, "map.json"))
                    .as(broken)
                    .isInstanceOf(InvalidDataException.class)
                    .hasMessageContaining("map.json")
                    .hasMessageContaining("\"columns\"");
        }
    }

    private static void assertRefused(InputTarget target, String message, String... header) {
        assertThatThrownBy(() -> parse(target, header))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageStartingWith("f: header: ")
                .hasMessageContaining(message);
    }

    private static Columns parse(InputTarget target, String... header) {
        return new HeaderParser("f", target, ColumnMapping.NONE).ofCsv(List.of(header));
    }

    @Test
    void ignoredColumnsAreNotRead_inPlainTypedAndMemberHeaders() {
        ColumnMapping mapping =
                ColumnMapping.ofJson("{\"ignore\": [\"note\"]}", "m.json").ignoring(List.of("x y"));
        HeaderParser parser = new HeaderParser("f", NODES, mapping);

        assertThat(parser.ofCsv(List.of("code", "note", "x y")).propertiesOf("Airport"))
                .extracting(PropertyColumn::property)
                .containsExactly("code");
        assertThat(parser.ofCsv(List.of("~id", "code:string", "note:int")).propertiesOf("Airport"))
                .extracting(PropertyColumn::property)
                .containsExactly("code");
        assertThat(parser.ofMembers(List.of("note", "code")).propertiesOf("Airport"))
                .extracting(PropertyColumn::property)
                .containsExactly("code");
        assertThat(parser.ofProperties(List.of("note", "code")).propertiesOf("Airport"))
                .extracting(PropertyColumn::property)
                .containsExactly("code");
        assertThatThrownBy(() -> ColumnMapping.ofJson("{\"ignore\": \"note\"}", "m.json"))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("'ignore' is not an array");
    }
}
