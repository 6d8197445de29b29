package dev.sennit.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sennit.model.InvalidArgumentException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RevisionTest {
    @Test
    void aNameATimeAndStepsFollowEachOther() {
        Revision revision = Revision.parse(" review/2026@{2026-11-29T12:00Z}~2^2^ ", "main");
        assertThat(revision.name()).isEqualTo("review/2026");
        assertThat(revision.time()).isEqualTo(Optional.of(Instant.parse("2026-11-29T12:00:00Z")));
        assertThat(revision.steps())
                .isEqualTo(List.of(
                        new Revision.Step.Ancestor(2), new Revision.Step.Parent(2), new Revision.Step.Parent(1)));
    }

    @Test
    void withoutANameTheBranchIsMeant() {
        assertThat(Revision.parse("~1", "dev")).isEqualTo(Revision.parse("dev~", "main"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "main@{yesterday}", "main~99999999999", "main^{tree}", "a b~x"})
    void whatIsNoRevisionIsNamed(String text) {
        InvalidArgumentException e =
                catchThrowableOfType(InvalidArgumentException.class, () -> Revision.parse(text, "main"));
        assertThat(e).hasMessageContaining("'" + text + "' is not a revision");
    }

    @ParameterizedTest
    @CsvSource({"main~1..main", "a...b", "..main"})
    void aRangeIsToldToBeTwo(String text) {
        InvalidArgumentException e =
                catchThrowableOfType(InvalidArgumentException.class, () -> Revision.parse(text, "main"));
        assertThat(e).hasMessageContaining("'" + text + "' is not one revision").hasMessageContaining("sennit diff");
    }
}
