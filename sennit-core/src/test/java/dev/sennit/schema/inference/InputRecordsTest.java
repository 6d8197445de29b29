package dev.sennit.schema.inference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sennit.input.InputOptions;
import dev.sennit.input.InputSource;
import dev.sennit.model.InvalidArgumentException;
import dev.sennit.schema.SchemaPrinter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InputRecordsTest {
    @TempDir
    Path directory;

    private final List<InputSource> sources = new ArrayList<>();

    @Test
    void plainFiles_areNodesAndEdgesByTheirColumns() throws IOException {
        file("airports.csv", "code,name,zip\nAMS,Schiphol,01118\nLHR,\"\",\n");
        file("routes.csv", "from,to,dist\nAMS,LHR,370\nLHR,AMS,370\n");
        assertThat(schema()).isEqualTo("""
                NODE Airport {
                  code STRING KEY,
                  name STRING NOT NULL,
                  zip  STRING
                }

                EDGE ROUTE (Airport)-[0..*]->(Airport) {
                  dist INT32 NOT NULL,
                  KEY ()
                }
                """);
    }

    @Test
    void neptuneFiles_sayWhatTheyAre() throws IOException {
        file("nodes.csv", "~id,~label,code:String,runways:Int,tags:String[]\n1,airport,AMS,6,a;b\n2,country,NL,,\n");
        file("edges.csv", "~id,~from,~to,~label,dist:Int\n9,2,1,contains,\n");
        assertThat(schema()).isEqualTo("""
                NODE airport {
                  code    STRING KEY,
                  runways INT32,
                  tags    LIST<STRING>
                }

                NODE country {
                  code STRING KEY
                }

                EDGE contains (country)-[0..*]->(airport) {
                  dist INT32,
                  KEY ()
                }
                """);
    }

    @Test
    void neo4jFiles_sayWhatTheyAre() throws IOException {
        file("people.csv", "personId:ID(Person-ID),name,age:int\n1,Ada,36\n2,Bob,\n");
        file("knows.csv", ":START_ID(Person-ID),:END_ID(Person-ID),since:date\n1,2,2020-01-01\n");
        assertThat(schema()).contains("NODE Person {").contains("EDGE KNOW (Person)-[0..*]->(Person) {");
    }

    @Test
    void jsonRows_sayWhatTheyAre_orAreNodes() throws IOException {
        file("graph.jsonl", """
                {"node":"Airport","id":"AMS","properties":{"code":"AMS","runways":6,"tags":["a"]}}
                {"node":"Airport","id":"LHR","properties":{"code":"LHR","runways":null}}
                {"edge":"ROUTE","from":"AMS","to":"LHR","properties":{"dist":370.5}}
                """);
        file("cities.jsonl", """
                {"id":1,"name":"Amsterdam"}
                {"id":2,"name":"5"}
                """);
        assertThat(schema()).isEqualTo("""
                NODE Airport {
                  code    STRING KEY,
                  runways INT32,
                  tags    LIST<STRING>
                }

                NODE City {
                  id   INT32  KEY,
                  name STRING NOT NULL
                }

                EDGE ROUTE (Airport)-[0..*]->(Airport) {
                  dist FLOAT64,
                  KEY ()
                }
                """);
    }

    @Test
    void rowsThatCannotBeRead_areLeftOut() throws IOException {
        file("cities.jsonl", "{\"id\":1}\nnot JSON\n{\"id\":2}\n");
        assertThat(new InputRecords(sources, InputOptions.DEFAULTS)).hasSize(2);
    }

    @Test
    void standardInput_isRefused() {
        List<InputSource> stream = List.of(InputSource.of("standard input", InputStream.nullInputStream()));
        assertThatThrownBy(() -> new InputRecords(stream, InputOptions.DEFAULTS))
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessage("cannot infer a schema from standard input: the data are read more than once;"
                        + " save it to a file");
    }

    private void file(String name, String text) throws IOException {
        Path file = directory.resolve(name);
        Files.writeString(file, text);
        sources.add(InputSource.of(file));
    }

    private String schema() {
        InferenceOptions options = InferenceOptions.DEFAULT.withRowsForNotNull(2);
        return SchemaPrinter.print(SchemaInference.infer(new InputRecords(sources, InputOptions.DEFAULTS), options)
                .schema());
    }
}
