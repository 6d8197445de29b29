package dev.sennit.query.syntax;

import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.model.InvalidTextException;
import dev.sennit.model.SourcePosition;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;

/**
 * The text of a query, and where in it a token or a rule is. Offsets are in code points, as the lexer counts. Whoever makes
 * something of the text asks where it stands, and with that, whether to go on.
 */
final class SourceText {
    private static final Pattern LINE_BREAK = Pattern.compile("\\R");

    private final String text;
    private final int length;
    private final List<Integer> lineStarts;
    private final Runnable stop;

    SourceText(String text) {
        this(text, () -> {});
    }

    /** @param stop called for each rule's place; throws if the text is to be given up */
    SourceText(String text, Runnable stop) {
        this.text = text;
        this.stop = stop;
        this.length = text.codePointCount(0, text.length());
        this.lineStarts = new ArrayList<>();
        lineStarts.add(0);
        Matcher breaks = LINE_BREAK.matcher(text);
        int counted = 0;
        int codePoints = 0;
        while (breaks.find()) {
            codePoints += text.codePointCount(counted, breaks.end());
            counted = breaks.end();
            lineStarts.add(codePoints);
        }
    }

    String text() {
        return text;
    }

    SourcePosition position(ParserRuleContext rule) {
        stop.run();
        Token last = rule.getStop() == null ? rule.getStart() : rule.getStop();
        return position(rule.getStart().getStartIndex(), last.getStopIndex());
    }

    SourcePosition position(Token token) {
        return token.getType() == Token.EOF
                ? position(length, length)
                : position(token.getStartIndex(), token.getStopIndex());
    }

    /** The place of one code point. */
    SourcePosition position(int offset) {
        return position(offset, offset);
    }

    /** The place from one token to another. */
    SourcePosition position(Token first, Token last) {
        return position(first.getStartIndex(), last.getStopIndex());
    }

    /** What the user wrote where the rule matched. */
    String textOf(ParserRuleContext rule) {
        int from = text.offsetByCodePoints(0, rule.getStart().getStartIndex());
        int count = rule.getStop().getStopIndex() + 1 - rule.getStart().getStartIndex();
        return text.substring(from, text.offsetByCodePoints(from, count));
    }

    InvalidTextException syntaxError(ErrorText problem, SourcePosition position) {
        return new InvalidTextException(ErrorCode.SYNTAX_ERROR, problem, position, text);
    }

    private SourcePosition position(int from, int to) {
        int low = 0;
        int high = lineStarts.size() - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (lineStarts.get(middle) <= from) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return new SourcePosition(low + 1, from - lineStarts.get(low) + 1, Math.max(1, to - from + 1));
    }
}
