package dev.sennit.cli;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Arguments as one would type them into a shell. */
final class ShellText {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./=:,@%+~-]+");

    private ShellText() {}

    static String of(List<String> arguments) {
        return arguments.stream().map(ShellText::of).collect(Collectors.joining(" "));
    }

    private static String of(String argument) {
        return PLAIN.matcher(argument).matches() ? argument : "'" + argument.replace("'", "'\\''") + "'";
    }
}
