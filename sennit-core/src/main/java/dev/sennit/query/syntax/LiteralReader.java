package dev.sennit.query.syntax;

import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.model.InvalidTextException;
import dev.sennit.query.ast.Name;
import java.util.Locale;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;

/** Reads numbers, strings and names from their tokens. */
final class LiteralReader {
    private final SourceText source;

    LiteralReader(SourceText source) {
        this.source = source;
    }

    long integer(Token token, boolean negative) {
        String text = token.getText().toUpperCase(Locale.ROOT);
        String sign = negative ? "-" : "";
        try {
            if (text.startsWith("0X")) {
                return Long.parseLong(sign + text.substring(2), 16);
            }
            if (text.startsWith("0O")) {
                return Long.parseLong(sign + text.substring(2), 8);
            }
            if (text.length() > 1 && text.startsWith("0")) {
                throw source.syntaxError(
                        ErrorText.of("the number " + text + " begins with 0")
                                .cause("that meant octal in older versions of the language")
                                .remedy("write 0o" + text.substring(1) + " for octal, or drop the 0"),
                        source.position(token));
            }
            return Long.parseLong(sign + text);
        } catch (NumberFormatException tooLarge) {
            throw new InvalidTextException(
                    ErrorCode.VALUE_OUT_OF_RANGE,
                    ErrorText.of("the integer " + sign + token.getText() + " is out of range")
                            .cause("integers are " + Long.MIN_VALUE + " to " + Long.MAX_VALUE),
                    source.position(token),
                    source.text());
        }
    }

    double floating(Token token) {
        double value = Double.parseDouble(token.getText());
        if (Double.isInfinite(value)) {
            throw new InvalidTextException(
                    ErrorCode.VALUE_OUT_OF_RANGE,
                    ErrorText.of("the number " + token.getText() + " is out of range")
                            .cause("floating-point numbers reach about 1.8e308"),
                    source.position(token),
                    source.text());
        }
        return value;
    }

    String string(Token token) {
        String quoted = token.getText();
        String body = quoted.substring(1, quoted.length() - 1);
        if (body.indexOf('\\') < 0) {
            return body;
        }
        StringBuilder text = new StringBuilder(body.length());
        int i = 0;
        while (i < body.length()) {
            char c = body.charAt(i++);
            if (c != '\\') {
                text.append(c);
                continue;
            }
            char escaped = body.charAt(i++);
            switch (escaped) {
                case '\\', '\'', '"', '`' -> text.append(escaped);
                case 'b' -> text.append('\b');
                case 'f' -> text.append('\f');
                case 'n' -> text.append('\n');
                case 'r' -> text.append('\r');
                case 't' -> text.append('\t');
                case 'u' -> {
                    text.append((char) unicode(token, body, i, 4));
                    i += 4;
                }
                case 'U' -> {
                    int codePoint = unicode(token, body, i, 8);
                    if (!Character.isValidCodePoint(codePoint)) {
                        throw badEscape(token, "\\U" + body.substring(i, i + 8));
                    }
                    text.appendCodePoint(codePoint);
                    i += 8;
                }
                default -> throw badEscape(token, "\\" + body.substring(i - 1, body.offsetByCodePoints(i - 1, 1)));
            }
        }
        for (int at = 0; at < text.length(); at++) {
            char c = text.charAt(at);
            if (Character.isHighSurrogate(c)
                    && at + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(at + 1))) {
                at++;
            } else if (Character.isSurrogate(c)) {
                throw badEscape(token, String.format(Locale.ROOT, "\\u%04x", (int) c));
            }
        }
        return text.toString();
    }

    private int unicode(Token token, String body, int from, int digits) {
        try {
            return Integer.parseUnsignedInt(body, from, from + digits, 16);
        } catch (NumberFormatException | IndexOutOfBoundsException notHex) {
            throw badEscape(token, body.substring(from - 2, Math.min(body.length(), from + digits)));
        }
    }

    private InvalidTextException badEscape(Token token, String escape) {
        return source.syntaxError(
                ErrorText.of("the string has an unknown escape " + escape)
                        .cause(
                                "escapes are \\\\ \\' \\\" \\b \\f \\n \\r \\t \\uXXXX and \\UXXXXXXXX of whole characters")
                        .remedy("write \\\\ for a backslash"),
                source.position(token));
    }

    /** A name as the user meant it: without backticks. */
    Name name(ParserRuleContext rule) {
        return new Name(unquoted(rule.getStart()), source.position(rule));
    }

    String unquoted(Token token) {
        String text = token.getText();
        return token.getType() == CypherLexer.QUOTED_IDENTIFIER
                ? text.substring(1, text.length() - 1).replace("``", "`")
                : text;
    }
}
