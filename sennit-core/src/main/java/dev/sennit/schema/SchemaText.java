package dev.sennit.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.antlr.v4.runtime.CharStreams;
import org.antlr.v4.runtime.Token;

/** How names, strings and documentation are written in the schema language, in both directions. */
final class SchemaText {
    private static final Pattern PLAIN_NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final String DOCUMENTATION_QUOTES = "\"\"\"";

    private SchemaText() {}

    /** The name as it must be written: as it is, or in backticks. */
    static String name(String name) {
        return isPlain(name) ? name : "`" + name.replace("`", "``") + "`";
    }

    /** Names separated by commas. */
    static String names(List<String> names) {
        return names.stream().map(SchemaText::name).collect(Collectors.joining(", "));
    }

    /** The name a token of the text stands for. */
    static String unquoteName(String written) {
        if (!written.startsWith("`")) {
            return written;
        }
        int end = written.length() > 1 && written.endsWith("`") ? written.length() - 1 : written.length();
        return written.substring(1, end).replace("``", "`");
    }

    /** The string in single quotes. */
    static String quote(String value) {
        StringBuilder text = new StringBuilder(value.length() + 2).append('\'');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            switch (c) {
                case '\\' -> text.append("\\\\");
                case '\'' -> text.append("\\'");
                case '\n' -> text.append("\\n");
                case '\r' -> text.append("\\r");
                case '\t' -> text.append("\\t");
                default -> {
                    if (Character.isISOControl(c) || Character.getType(c) == Character.LINE_SEPARATOR) {
                        text.append(String.format(Locale.ROOT, "\\u%04X", (int) c));
                    } else {
                        text.append(c);
                    }
                }
            }
        }
        return text.append('\'').toString();
    }

    /**
     * The string that stands in single quotes. A backslash before anything but {@code \ ' n r t uXXXX} stands for
     * itself, so that {@code PATTERN '\d+'} means what it says.
     */
    static String unquote(String written) {
        int end = written.length() > 1 && written.endsWith("'") ? written.length() - 1 : written.length();
        StringBuilder value = new StringBuilder(written.length());
        int i = 1;
        while (i < end) {
            char c = written.charAt(i++);
            if (c != '\\' || i == end) {
                value.append(c);
                continue;
            }
            char escaped = written.charAt(i++);
            switch (escaped) {
                case '\\', '\'' -> value.append(escaped);
                case 'n' -> value.append('\n');
                case 'r' -> value.append('\r');
                case 't' -> value.append('\t');
                case 'u' -> {
                    if (isHex(written, i, end)) {
                        value.append((char) Integer.parseInt(written, i, i + 4, 16));
                        i += 4;
                    } else {
                        value.append("\\u");
                    }
                }
                default -> value.append('\\').append(escaped);
            }
        }
        return value.toString();
    }

    /**
     * The documentation inside triple quotes: without the blank lines around it, without the indentation its lines
     * share (the first line, which stands right after the quotes, has none), without spaces at the end of lines.
     */
    static String readDocumentation(String written) {
        String body =
                written.substring(3, written.length() - 3).replace("\\" + DOCUMENTATION_QUOTES, DOCUMENTATION_QUOTES);
        List<String> lines =
                new ArrayList<>(body.lines().map(String::stripTrailing).toList());
        int indentation = lines.stream()
                .skip(1)
                .filter(line -> !line.isEmpty())
                .mapToInt(SchemaText::indentation)
                .min()
                .orElse(0);
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            lines.set(i, i == 0 ? line.stripLeading() : line.substring(Math.min(indentation, line.length())));
        }
        int first = 0;
        int last = lines.size();
        while (first < last && lines.get(first).isEmpty()) {
            first++;
        }
        while (last > first && lines.get(last - 1).isEmpty()) {
            last--;
        }
        return String.join("\n", lines.subList(first, last));
    }

    /** The documentation in triple quotes, every line indented. */
    static String writeDocumentation(String documentation, String indentation) {
        String escaped = documentation.replace(DOCUMENTATION_QUOTES, "\\" + DOCUMENTATION_QUOTES);
        boolean onOneLine = !escaped.contains("\n") && !escaped.endsWith("\"") && !escaped.endsWith("\\");
        if (onOneLine) {
            return indentation + DOCUMENTATION_QUOTES + escaped + DOCUMENTATION_QUOTES;
        }
        String lines = escaped.lines()
                .map(line -> line.isEmpty() ? "" : indentation + line)
                .collect(Collectors.joining("\n"));
        String quotes = indentation + DOCUMENTATION_QUOTES;
        return quotes + "\n" + lines + "\n" + quotes;
    }

    private static boolean isPlain(String name) {
        if (PLAIN_NAME.matcher(name).matches()) {
            return true;
        }
        if (name.isEmpty() || name.codePoints().allMatch(c -> c < 128)) {
            return false;
        }
        // What counts as a letter depends on the Unicode version of the lexer, so the lexer decides.
        SennitSchemaLexer lexer = new SennitSchemaLexer(CharStreams.fromString(name));
        lexer.removeErrorListeners();
        return lexer.nextToken().getType() == SennitSchemaLexer.IDENTIFIER
                && lexer.nextToken().getType() == Token.EOF;
    }

    private static int indentation(String line) {
        return line.length() - line.stripLeading().length();
    }

    private static boolean isHex(String text, int from, int end) {
        return from + 4 <= end && text.substring(from, from + 4).chars().allMatch(c -> Character.digit(c, 16) >= 0);
    }
}
