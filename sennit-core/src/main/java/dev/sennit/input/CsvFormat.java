package dev.sennit.input;

import dev.sennit.model.ErrorText;
import dev.sennit.model.InvalidArgumentException;
import java.util.Optional;

/**
 * How a CSV file writes its cells. A cell without quotes is null when it is empty or equals the null text; a quoted
 * cell is never null, so {@code ""} is the empty string.
 *
 * @param delimiter the character between cells
 * @param quote the character around cells with delimiters, line breaks or quotes in them, doubled inside; absent if
 *     the file quotes nothing
 * @param nullText a text that also means null, for example {@code \N}
 */
public record CsvFormat(char delimiter, Optional<Character> quote, Optional<String> nullText) {
    public static final CsvFormat COMMA = new CsvFormat(',', Optional.of('"'), Optional.empty());
    public static final CsvFormat TAB = new CsvFormat('\t', Optional.of('"'), Optional.empty());

    /** @throws InvalidArgumentException if delimiter or quote is not ASCII, is a line break, or both are the same */
    public CsvFormat {
        requireUsable("delimiter", delimiter);
        quote.ifPresent(q -> requireUsable("quote", q));
        if (quote.isPresent() && quote.get() == delimiter) {
            throw new InvalidArgumentException(ErrorText.of("delimiter and quote are both " + shown(delimiter))
                    .remedy("choose two different characters"));
        }
    }

    private static void requireUsable(String what, char c) {
        if (c == 0 || c > 0x7E || c == '\n' || c == '\r') {
            throw new InvalidArgumentException(
                    ErrorText.of(what + " " + shown(c)).cause("it has to be one ASCII character, not a line break"));
        }
    }

    private static String shown(char c) {
        return c < ' ' || c > 0x7E ? String.format("U+%04X", (int) c) : "'" + c + "'";
    }
}
