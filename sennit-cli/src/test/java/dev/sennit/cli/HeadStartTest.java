package dev.sennit.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sennit.Graph;
import dev.sennit.OpenOptions;
import dev.sennit.model.ErrorText;
import dev.sennit.model.NotFoundException;
import dev.sennit.schema.GraphSchema;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HeadStartTest {
    private static final Executor AT_ONCE = Runnable::run;

    @TempDir
    Path directory;

    private final List<String> opened = new ArrayList<>();
    private String air = "";

    private final GraphOpener graphs = new GraphOpener() {
        @Override
        public Graph open(String location, OpenOptions options) {
            opened.add(location);
            if (location.endsWith("broken")) {
                throw new NotFoundException(ErrorText.of("no graph at " + location));
            }
            return new FakeGraph();
        }

        @Override
        public Graph create(String location, GraphSchema schema, OpenOptions options, String message) {
            throw new AssertionError("nothing is created");
        }
    };

    @BeforeEach
    void makeADirectory() {
        air = directory.toString();
    }

    @Test
    void aReadingCommandFindsItsGraphOpen_once() {
        HeadStart start = HeadStart.of(List.of("query", air, "RETURN 1"), graphs, AT_ONCE);
        assertThat(opened).containsExactly(air);
        Graph first = start.open(air, OpenOptions.DEFAULT);
        assertThat(opened).containsExactly(air);
        assertThat(start.open(air, OpenOptions.DEFAULT)).isNotSameAs(first);
        assertThat(opened).containsExactly(air, air);
    }

    @Test
    void otherCommandsAndArgumentsOpenNothingEarly() {
        for (List<String> arguments : List.of(
                List.<String>of(),
                List.of("query"),
                List.of("load", air, "x.jsonl"),
                List.of("query", "--json", air),
                List.of("query", air + "/missing", "RETURN 1"))) {
            HeadStart.of(arguments, graphs, AT_ONCE);
            assertThat(opened).as("%s", arguments).isEmpty();
        }
    }

    @Test
    void anotherGraphOrOtherOptionsAreOpenedAsAsked() {
        HeadStart start = HeadStart.of(List.of("query", air, "RETURN 1"), graphs, AT_ONCE);
        start.open("other", OpenOptions.DEFAULT);
        start.open(air, OpenOptions.DEFAULT.author("ada"));
        assertThat(opened).containsExactly(air, "other", air);
    }

    @Test
    void whatGoesWrongIsToldToWhoAsks() throws Exception {
        String broken = Files.createDirectory(directory.resolve("broken")).toString();
        HeadStart start = HeadStart.of(List.of("info", broken), graphs, AT_ONCE);
        assertThatThrownBy(() -> start.open(broken, OpenOptions.DEFAULT))
                .isInstanceOf(NotFoundException.class)
                .hasMessage("no graph at " + broken);
    }
}
