package dev.sennit.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuggestionTest {
    private static final List<String> NAMES = List.of("STRING", "INT32", "INT64", "DATE", "Airport", "Country", "id");

    @ParameterizedTest
    @CsvSource({
        "STRIN, STRING", // dropped
        "STRRING, STRING", // doubled
        "STIRNG, STRING", // swapped
        "SPRING, STRING", // replaced
        "airport, Airport", // case alone
        "ariports, Airport", // a swap and an extra character
        "contry, Country",
        "INT46, INT64", // a swap is one edit, so nearer than INT32
        "di, id",
        "ID, id"
    })
    void slipOfTheHand_findsTheNameMeant(String wrong, String meant) {
        assertThat(Suggestion.closest(wrong, NAMES)).contains(meant);
    }

    @ParameterizedTest
    @CsvSource({"VARCHAR", "x", "Place", "Continent", "''"})
    void nothingClose_suggestsNothing(String wrong) {
        assertThat(Suggestion.closest(wrong, NAMES)).isEmpty();
    }

    @Test
    void equallyClose_picksByExactCaseThenAlphabet_whateverTheOrder() {
        assertThat(Suggestion.closest("Nane", List.of("nane", "Name", "Nano"))).contains("nane");
        assertThat(Suggestion.closest("Nane", List.of("Nano", "Name"))).contains("Name");
        assertThat(Suggestion.closest("Nane", Set.of("Name", "Nano"))).contains("Name");
    }

    @Test
    void nameItself_isNotSuggested() {
        assertThat(Suggestion.closest("DATE", List.of("DATE"))).isEmpty();
    }

    @Test
    void charactersOutsideTheBasicPlane_countAsOne() {
        assertThat(Suggestion.closest("caf\u00e9\uD83D\uDE00", List.of("caf\u00e9\uD83D\uDE01")))
                .contains("caf\u00e9\uD83D\uDE01");
    }

    @Test
    void hugeText_isNotCompared() {
        assertThat(Suggestion.closest("x".repeat(100_000), List.of("x".repeat(100_001))))
                .isEmpty();
    }

    @Test
    void remedy_isAQuestion() {
        assertThat(Suggestion.didYouMean("DATA", NAMES)).contains("did you mean 'DATE'?");
    }
}
