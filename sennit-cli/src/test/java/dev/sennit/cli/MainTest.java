package dev.sennit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class MainTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void version_namesTheReleaseAndTheJavaRuntime() {
        assertThat(run("--version")).isZero();
        assertThat(out.toString()).matches("sennit \\d+\\.\\d+\\.\\d+(-SNAPSHOT)? \\(Java 2\\d.*\\)\\R");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void help_goesToStandardOutput() {
        assertThat(run("--help")).isZero();
        assertThat(out.toString()).startsWith("Usage: sennit").contains("--version");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void noCommand_isAUsageErrorThatShowsTheUsage() {
        assertThat(run()).isEqualTo(2);
        assertThat(err.toString()).startsWith("Missing command.").contains("Usage: sennit");
        assertThat(out.toString()).isEmpty();
    }

    private int run(String... args) {
        return Main.run(new PrintWriter(out, true), new PrintWriter(err, true), args);
    }
}
