package dev.sennit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sennit.model.OperationId;
import dev.sennit.model.Ticker;
import dev.sennit.protocol.ProtocolEvent;
import dev.sennit.protocol.ProtocolListener;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

class InterruptionNoticeTest {
    private static final OperationId OPERATION = OperationId.parse("01JDX0000000000000000000P1");
    private static final OperationId OTHER = OperationId.parse("01JDX0000000000000000000P2");

    @Test
    void tellsWhatIsKnownOfTheWrite() {
        Console console = silent();
        OutputFlags output = new OutputFlags();
        try (InterruptionNotice notice = InterruptionNotice.ofWrite(console, output, "my air")) {
            assertThat(notice.report()).isEqualTo("interrupted; nothing was written");
            notice.on(new ProtocolEvent.Aborted(OTHER, "its process is gone"));
            assertThat(notice.report()).isEqualTo("interrupted; nothing was written");
            notice.on(new ProtocolEvent.Armed(OPERATION));
            notice.on(new ProtocolEvent.Decided(OPERATION));
            assertThat(notice.report())
                    .isEqualTo("interrupted; whether it was committed tells: ./sennit outcome 'my air' " + OPERATION);
            notice.on(new ProtocolEvent.Committed(OPERATION, 7));
            assertThat(notice.report()).isEqualTo("interrupted after the commit was made");
            notice.on(new ProtocolEvent.Armed(OTHER));
            assertThat(notice.report())
                    .isEqualTo("interrupted; whether it was committed tells: ./sennit outcome 'my air' " + OTHER);
            notice.on(new ProtocolEvent.Committed(OTHER, 8));
            assertThat(notice.report()).isEqualTo("interrupted after 2 commits were made");
        }
        try (InterruptionNotice notice = InterruptionNotice.ofRead(console, output)) {
            assertThat(notice.report()).isEqualTo("interrupted");
        }
    }

    @Test
    void forPrograms_itIsAnError() throws Exception {
        OutputFlags output = new OutputFlags();
        output.json = true;
        try (InterruptionNotice notice = InterruptionNotice.ofWrite(silent(), output, "air")) {
            notice.on(new ProtocolEvent.Armed(OPERATION));
            JsonNode error = new ObjectMapper().readTree(notice.report()).path("error");
            assertThat(error.path("code").asText()).isEqualTo("CANCELLED");
            assertThat(error.path("message").asText())
                    .isEqualTo("interrupted; whether it was committed tells: ./sennit outcome air " + OPERATION);
            assertThat(error.path("details").path("operation").asText()).isEqualTo(OPERATION.toString());
        }
    }

    private static Console silent() {
        return Console.of(
                InputStream.nullInputStream(),
                Writer.nullWriter(),
                Writer.nullWriter(),
                Terminals.NONE,
                Map.of("SENNIT_COMMAND", "./sennit"),
                Ticker.system());
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there are no signals to send")
    void interruptedLoad_endsWith130AndSaysWhatToAsk() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        EndlessLoad.class.getName())
                .redirectErrorStream(true)
                .start();
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            assertThat(out.readLine()).isEqualTo("loading");
            assertThat(new ProcessBuilder("kill", "-INT", Long.toString(process.pid()))
                            .start()
                            .waitFor())
                    .isZero();
            assertThat(out.readLine())
                    .isEqualTo("interrupted; whether it was committed tells: sennit outcome air " + OPERATION);
            assertThat(out.readLine()).isNull();
        }
        assertThat(process.waitFor()).isEqualTo(130);
    }

    /** A load that arms and then takes for ever. */
    static final class EndlessLoad {
        private EndlessLoad() {}

        public static void main(String[] args) throws IOException {
            FakeGraph graph = new FakeGraph();
            graph.loader = (load, options) -> {
                ProtocolListener listener =
                        Objects.requireNonNull(graph.openedWith).listener();
                listener.on(new ProtocolEvent.Armed(OPERATION));
                System.out.println("loading");
                try {
                    Thread.sleep(Duration.ofMinutes(10));
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                throw new IllegalStateException("nobody interrupted the load");
            };
            Path file = Path.of(System.getProperty("java.home"), "release");
            Console console = Console.of(
                    InputStream.nullInputStream(),
                    Writer.nullWriter(),
                    new OutputWriter(new FileOutputStream(FileDescriptor.err)),
                    Terminals.NONE,
                    Map.of(),
                    Ticker.system());
            System.exit(new CommandRunner(console, graph)
                    .run(List.of("load", "air", "--nodes", "Airport=" + file, "--format", "csv")));
        }
    }
}
