package dev.sennit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.cli.CommandSandbox.Outcome;
import dev.sennit.schema.SchemaParser;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SchemaCommandsTest {
    private static final String CANONICAL = """
            NODE Airport {
              code STRING KEY,
              name STRING
            }

            EDGE ROUTE (Airport)-[0..*]->(Airport) {
              dist INT32  -- in km
            }
            """;
    private static final String UGLY = """
            NODE Airport{code STRING KEY,name STRING}
            EDGE ROUTE(Airport)-[0..*]->(Airport){dist INT32 -- in km
            }
            """;

    @TempDir
    Path directory;

    private final FakeGraph graph = new FakeGraph();
    private final CommandSandbox sennit = new CommandSandbox(graph);

    @Test
    void init_createsAGraphOfTheSchema() throws Exception {
        String file = write("air.sennit", UGLY);
        assertThat(sennit.run("init", "air", "--schema", file, "-m", "birth", "--author", "ada"))
                .isEqualTo(new Outcome(0, "created graph air with 1 node type and 1 edge type\ncommit 00800001\n", ""));
        assertThat(graph.schema).isEqualTo(SchemaParser.parse(CANONICAL));
        assertThat(graph.createdWithMessage).isEqualTo("birth");
        assertThat(java.util.Objects.requireNonNull(graph.openedWith).author()).isEqualTo("ada");
        assertThat(sennit.withInput(CANONICAL).run("init", "air", "--schema", "-", "--json"))
                .isEqualTo(new Outcome(
                        0,
                        "{\"graph\":\"01JDX0000000000000000000GR\",\"location\":\"air\","
                                + "\"commit\":\"01JC0000000000000000800001\",\"nodeTypes\":1,\"edgeTypes\":1}\n",
                        ""));
        assertThat(graph.open).as("graphs left open").isZero();
    }

    @Test
    void init_needsASchemaThatIsValid() throws Exception {
        assertThat(sennit.run("init", "air").err()).startsWith("error: missing required option: '--schema=<file>'\n");
        assertThat(sennit.run("init", "air", "--schema", "missing.sennit"))
                .isEqualTo(new Outcome(3, "", "error: no file missing.sennit\n"));
        Outcome invalid = sennit.run("init", "air", "--schema", write("x.sennit", "NODE Airport { code TEXT }\n"));
        assertThat(invalid.exitCode()).isEqualTo(4);
        assertThat(invalid.err()).startsWith("error: ").contains("  NODE Airport { code TEXT }\n", "^^^^");
        assertThat(graph.createdWithMessage).isNull();
    }

    @Test
    void allProblemsOfASchemaAreTold() throws Exception {
        String file = write("x.sennit", "NODE Airport { code TEXT, name STRNG }\n");
        Outcome outcome = sennit.run("schema", "fmt", file);
        assertThat(outcome.exitCode()).isEqualTo(4);
        assertThat(outcome.err().lines().filter(line -> line.startsWith("error: ")))
                .hasSize(2);
        assertThat(sennit.run("schema", "fmt", file, "--json").err())
                .contains(
                        "\"details\":{\"",
                        "\"further\":[{\"code\":\"UNKNOWN_NAME\",\"gqlstatus\":",
                        "\"line\":1,\"column\":32,");
    }

    @Test
    void show_printsTheSchema() throws Exception {
        graph.history.add(FakeGraph.commit(1, "init", ""));
        graph.schema = SchemaParser.parse(CANONICAL);
        String shown = CANONICAL.replace("  -- in km", "");
        assertThat(sennit.run("schema", "show", "air")).isEqualTo(new Outcome(0, shown, ""));
        assertThat(sennit.run("schema", "show", "air", "--json").out())
                .isEqualTo("{\"schema\":\"" + shown.replace("\n", "\\n") + "\"}\n");
        sennit.run("schema", "show", "air", "--at", "main~0");
        assertThat(graph.askedFor).isEqualTo("main~0");
    }

    @Test
    void fmt_printsTheCanonicalForm_commentsIncluded() throws Exception {
        assertThat(sennit.run("schema", "fmt", write("ugly.sennit", UGLY))).isEqualTo(new Outcome(0, CANONICAL, ""));
        assertThat(sennit.withInput(UGLY).run("schema", "fmt", "-").out()).isEqualTo(CANONICAL);
    }

    @Test
    void fmt_checksOrWritesFiles() throws Exception {
        String ugly = write("ugly.sennit", UGLY);
        String good = write("good.sennit", CANONICAL);
        assertThat(sennit.run("schema", "fmt", "--check", ugly, good)).isEqualTo(new Outcome(4, ugly + "\n", ""));
        assertThat(sennit.run("schema", "fmt", "--check", good)).isEqualTo(new Outcome(0, "", ""));
        assertThat(sennit.run("schema", "fmt", "--check", "--json", ugly, good).out())
                .isEqualTo("{\"file\":\"" + ugly + "\",\"canonical\":false}\n{\"file\":\"" + good
                        + "\",\"canonical\":true}\n");
        assertThat(Path.of(ugly)).hasContent(UGLY);
        assertThat(sennit.run("schema", "fmt", "--write", ugly, good)).isEqualTo(new Outcome(0, ugly + "\n", ""));
        assertThat(Path.of(ugly)).hasContent(CANONICAL);
        assertThat(sennit.run("schema", "fmt", "--write", "-").exitCode()).isEqualTo(2);
        assertThat(sennit.run("schema", "fmt", directory.toString()))
                .satisfies(outcome -> assertThat(outcome.exitCode()).isEqualTo(2))
                .satisfies(outcome -> assertThat(outcome.err()).contains("it is a directory", "name a file"));
        assertThat(sennit.run("schema", "fmt", "--write", "--check", good).exitCode())
                .isEqualTo(2);
    }

    private String write(String name, String text) throws Exception {
        return Files.writeString(directory.resolve(name), text).toString();
    }
}
