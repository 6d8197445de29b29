package dev.sennit.input;

import static dev.sennit.input.InputTestFiles.bad;
import static dev.sennit.input.InputTestFiles.cells;
import static dev.sennit.input.InputTestFiles.edge;
import static dev.sennit.input.InputTestFiles.node;
import static dev.sennit.input.InputTestFiles.read;
import static dev.sennit.input.InputTestFiles.texts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.input.InputRow.BadRow;
import dev.sennit.model.Rule;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class JsonReadingTest {
    @Test
    void nodeRowsGiveTypeLabelsIdAndProperties() {
        InputRow row = rows("""
                        {"node":"Airport","id":"AMS","labels":["Airport","Place"],"properties":{"code":"AMS","n":12345678901234567890,"x":null}}
                        """).getFirst();
        assertThat(node(row).type()).isEqualTo("Airport");
        assertThat(node(row).labels()).containsExactly("Airport", "Place");
        assertThat(node(row).id()).isEqualTo("AMS");
        assertThat(texts(row)).containsEntry("code", "AMS").containsEntry("n", "12345678901234567890");
        assertThat(cells(row).isNull(2)).isTrue();
        assertThat(cells(row).columns().all().stream().map(Column::name)).doesNotContain("y");
    }

    @Test
    void valuesAreFoundWhateverStandsAroundThem() {
        String line = "  { \"node\" : \"A\" , \"properties\" : { \"s\" : \"a\\\"}b\\u00e9\" , \"f\" : -1.5e3 ,"
                + " \"t\" : true , \"l\" : [ 1 , [ \"]\" ] ] , \"o\" : { \"p\" : \"}\" } , \"e\" : \"\" ,"
                + " \"é\" : 7 , \"z\":null } , \"id\" : 5 }  ";
        InputRow row = rows(line).getFirst();
        assertThat(texts(row))
                .containsEntry("s", "a\"}bé")
                .containsEntry("f", "-1.5e3")
                .containsEntry("t", "true")
                .containsEntry("l", "[ 1 , [ \"]\" ] ]")
                .containsEntry("o", "{ \"p\" : \"}\" }")
                .containsEntry("e", "")
                .containsEntry("é", "7")
                .containsEntry("z", null);
        assertThat(node(row).id()).isEqualTo("5");
    }

    @Test
    void edgeRowsTakeEndpointsAsTextOrObjects() {
        List<InputRow> rows = rows("""
                {"edge":"ROUTE","id":"1","from":"AMS","to":7,"properties":{}}
                {"edge":"ROUTE","from":{"type":"Airport","id":"AMS"},"to":{"key":["a",1],"type":"Place"}}
                {"edge":"ROUTE","from":{"key":"2020-01-01"},"to":{"key":12}}
                """);
        assertThat(edge(rows.get(0)).from()).isEqualTo(new EndpointRef.Id(null, "AMS"));
        assertThat(edge(rows.get(0)).to()).isEqualTo(new EndpointRef.Id(null, "7"));
        assertThat(edge(rows.get(1)).from()).isEqualTo(new EndpointRef.Id("Airport", "AMS"));
        assertThat(edge(rows.get(1)).to()).isEqualTo(new EndpointRef.Key("Place", List.of("\"a\"", "1")));
        assertThat(edge(rows.get(1)).id()).isNull();
        assertThat(edge(rows.get(2)).from()).isEqualTo(new EndpointRef.Key(null, List.of("\"2020-01-01\"")));
    }

    @Test
    void badLinesAreProblemsOfTheirOwn_andTheRestIsRead() {
        List<InputRow> rows = rows("""
                {"node":"A","properties":{"x":1}

                {"node":"A","properties":{"x":1,"x":2}}
                {"node":"A","node":"B","properties":{}}
                [{"node":"A"}]
                {"node":"A","propertees":{}}
                {"node":"A","properties":[]}
                {"x":1}
                {"edge":"E","from":"a"}
                {"edge":"E","from":"a","to":{"type":"A"}}
                {"edge":"E","from":"a","to":true}
                {"node":"A","properties":{}} x
                {"node":"A","properties":{"x":01}}
                {"node":"A","id":"\\ud800","properties":{}}
                {"node":"A","properties":{"last":1}}
                """);
        List<BadRow> bad = rows.subList(0, rows.size() - 1).stream()
                .map(InputTestFiles::bad)
                .toList();
        assertThat(bad.stream().map(BadRow::line))
                .containsExactly(1L, 3L, 4L, 5L, 6L, 7L, 8L, 9L, 10L, 11L, 12L, 13L, 14L);
        assertThat(bad.get(1).problem()).contains("Duplicate").contains("'x'");
        assertThat(bad.get(3).problem()).contains("one object per line");
        assertThat(bad.get(4).problem()).contains("propertees");
        assertThat(bad.get(7).rule()).isEqualTo(Rule.REQUIRED);
        assertThat(bad.get(7).problem()).isEqualTo("the edge has no \"to\"");
        assertThat(bad.get(12).problem()).contains("surrogate");
        assertThat(bad.get(3).raw()).isEqualTo("[{\"node\":\"A\"}]");
        assertThat(texts(rows.getLast())).containsEntry("last", "1");
        assertThat(rows.getLast().line()).isEqualTo(15);
    }

    @Test
    void flatObjectsAreRowsOfTheTypeTheCallerNames() {
        InputOptions options = InputOptions.DEFAULTS.withMapping(ColumnMapping.ofArguments(List.of("A.code=IATA")));
        List<InputRow> rows = read(
                "a.json",
                "{\"IATA\":\"AMS\",\"~id\":\"1\"}\n{\"node\":1,\"x\":2}\n",
                new InputTarget.Nodes("A"),
                options);
        assertThat(node(rows.get(0)).type()).isEqualTo("A");
        assertThat(node(rows.get(0)).id()).isEqualTo("1");
        assertThat(cells(rows.get(0)).columns().propertiesOf("A").stream().map(PropertyColumn::property))
                .containsExactly("code");
        assertThat(texts(rows.get(1))).containsEntry("node", "1").containsEntry("x", "2");
    }

    @Test
    void flatEdgesTakeFromAndTo() {
        List<InputRow> rows = read(
                "r.jsonl",
                "{\"from\":\"a\",\"to\":{\"type\":\"B\",\"id\":\"b\"},\"w\":1}\n{\"~from\":\"1\",\"~to\":\"2\"}\n{\"to\":\"b\"}",
                new InputTarget.Edges("E"),
                InputOptions.DEFAULTS);
        assertThat(edge(rows.get(0)).from()).isEqualTo(new EndpointRef.Id(null, "a"));
        assertThat(edge(rows.get(0)).to()).isEqualTo(new EndpointRef.Id("B", "b"));
        assertThat(cells(rows.get(0)).columns().propertiesOf("E").stream().map(PropertyColumn::property))
                .containsExactly("w");
        assertThat(edge(rows.get(1)).from()).isEqualTo(new EndpointRef.Link(null, "1"));
        assertThat(bad(rows.get(2)).rule()).isEqualTo(Rule.REQUIRED);
    }

    @Test
    void exportedRowsOfTheNamedTypeAreReadInTheirOwnForm() {
        InputTarget nodes = new InputTarget.Nodes("A");
        List<InputRow> rows = read(
                "a.jsonl",
                "{\"node\":\"A\",\"properties\":{\"x\":1}}\n{\"node\":\"B\",\"properties\":{\"x\":1}}\n",
                nodes,
                InputOptions.DEFAULTS);
        assertThat(texts(rows.get(0))).containsOnlyKeys("x");
        assertThat(bad(rows.get(1)).problem()).contains("the row is a B");
    }

    @Test
    void rowsOfOneShapeShareTheirColumns() {
        List<InputRow> rows = rows("""
                {"node":"A","properties":{"x":1,"y":2}}
                {"node":"A","properties":{"x":1}}
                {"node":"A","properties":{"x":3,"y":4}}
                """);
        assertThat(cells(rows.get(0)).columns())
                .isSameAs(cells(rows.get(2)).columns())
                .isNotSameAs(cells(rows.get(1)).columns());
    }

    @Test
    void linesAreBoundedAndStrictlyUtf8() {
        InputOptions options = InputOptions.DEFAULTS.withMaxRecordBytes(40);
        List<InputRow> rows = read(
                "a.jsonl",
                "{\"node\":\"A\",\"properties\":{\"x\":\"" + "y".repeat(200) + "\"}}\n{\"node\":\"A\"}",
                InputTarget.SELF_DESCRIBED,
                options);
        assertThat(bad(rows.get(0)).problem()).contains("longer");
        assertThat(node(rows.get(1)).line()).isEqualTo(2);

        byte[] latin = "{\"node\":\"\u00e9\"}\n".getBytes(StandardCharsets.ISO_8859_1);
        InputRow row = read("a.jsonl", latin, InputTarget.SELF_DESCRIBED, InputOptions.DEFAULTS)
                .getFirst();
        assertThat(bad(row).problem()).contains("0xE9").contains("UTF-8");
    }

    private static List<InputRow> rows(String lines) {
        return read("a.jsonl", lines, InputTarget.SELF_DESCRIBED, InputOptions.DEFAULTS);
    }
}
