package dev.sennit.model;

import java.util.OptionalInt;
import java.util.function.IntPredicate;

/** Text that is shown as it is, such as what is said of a commit: who made it, and why. */
public final class PlainText {
    private PlainText() {}

    /**
     * Requires one line of Unicode: no control characters, which would do something to a terminal.
     *
     * @param what names it, for example {@code the author}
     * @throws InvalidArgumentException if it is none
     */
    public static void requireLine(String what, String text) {
        require(what, text, Character::isISOControl);
    }

    /**
     * Requires lines of Unicode: no control characters but line breaks and tabs.
     *
     * @throws InvalidArgumentException if it is otherwise
     */
    public static void requireLines(String what, String text) {
        require(what, text, c -> Character.isISOControl(c) && c != '\n' && c != '\r' && c != '\t');
    }

    private static void require(String what, String text, IntPredicate refused) {
        UnicodeText.halfSurrogate(text).ifPresent(at -> {
            throw InvalidArgumentException.notUnicode(what, at);
        });
        OptionalInt control = text.chars().filter(refused).findFirst();
        if (control.isPresent()) {
            throw new InvalidArgumentException(
                    ErrorText.of(what + " has the control character " + String.format("U+%04X", control.getAsInt()))
                            .cause("it is at index " + text.indexOf(control.getAsInt()))
                            .remedy("take it away"));
        }
    }
}
