package dev.sennit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ShellTextTest {
    @Test
    void argumentsAreQuotedWhereAShellNeedsIt() {
        assertThat(ShellText.of(List.of("query", "air", "RETURN 1", "", "$x", "it's", "it's $5", "main~1", "a=@b")))
                .isEqualTo("query air 'RETURN 1' '' '$x' \"it's\" 'it'\\''s $5' main~1 a=@b");
    }

    @Test
    void longLinesAreContinuedBeforeOptions() {
        assertThat(ShellText.wrapped("sennit", List.of("load", "air", "--nodes", "Airport=x.csv", "--dry-run"), 24))
                .isEqualTo("sennit load air \\\n    --nodes Airport=x.csv \\\n    --dry-run");
        assertThat(ShellText.wrapped("sennit", List.of("load", "air", "--dry-run"), 80))
                .isEqualTo("sennit load air --dry-run");
    }
}
