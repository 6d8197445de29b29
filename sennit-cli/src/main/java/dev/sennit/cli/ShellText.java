package dev.sennit.cli;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Arguments as one would type them into a shell. */
final class ShellText {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./=:,@%+~-]+");

    private ShellText() {}

    /** The arguments after a prefix, continued on further lines before options where a line would get long. */
    static String wrapped(String prefix, List<String> arguments, int width) {
        StringBuilder text = new StringBuilder(prefix);
        int length = prefix.length();
        for (int i = 0; i < arguments.size(); i++) {
            String shown = of(arguments.get(i));
            boolean isOption = shown.startsWith("-");
            int needed = shown.length()
                    + (isOption && i + 1 < arguments.size()
                            ? of(arguments.get(i + 1)).length() + 1
                            : 0);
            if (isOption && length + 1 + needed > width) {
                text.append(" \\\n   ");
                length = 3;
            }
            text.append(' ').append(shown);
            length += 1 + shown.length();
        }
        return text.toString();
    }

    static String of(List<String> arguments) {
        return arguments.stream().map(ShellText::of).collect(Collectors.joining(" "));
    }

    /** In single quotes, or in double quotes where single ones are part of it and nothing else is special there. */
    private static String of(String argument) {
        if (PLAIN.matcher(argument).matches()) {
            return argument;
        }
        boolean inDouble = argument.contains("'") && argument.chars().noneMatch(c -> "\"$`\\!".indexOf(c) >= 0);
        return inDouble ? '"' + argument + '"' : "'" + argument.replace("'", "'\\''") + "'";
    }
}
