package dev.sennit.schema;

import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.model.InvalidTextException;
import dev.sennit.model.SourcePosition;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;

/** Collects what is wrong with one schema text, so that all of it can be told at once. */
final class SchemaProblems {
    private static final Comparator<InvalidTextException> BY_PLACE = Comparator.comparing(
            problem -> problem.position().orElseThrow(),
            Comparator.comparingInt(SourcePosition::line).thenComparingInt(SourcePosition::column));

    private final String source;
    private final List<InvalidTextException> problems = new ArrayList<>();
    private final Set<List<Integer>> places = new HashSet<>();

    SchemaProblems(String source) {
        this.source = source;
    }

    /** Adds a problem, unless one was found at that place before: what follows at the same place is its consequence. */
    void add(ErrorCode code, SourcePosition position, ErrorText text) {
        if (places.add(List.of(position.line(), position.column()))) {
            problems.add(new InvalidTextException(code, text, position, source));
        }
    }

    void add(ErrorCode code, Token token, ErrorText text) {
        add(code, place(token), text);
    }

    void add(ErrorCode code, ParserRuleContext context, ErrorText text) {
        add(code, place(context), text);
    }

    /** Throws if there are problems: one exception that carries all of them, in the order of their places. */
    void throwIfAny() {
        if (!problems.isEmpty()) {
            problems.sort(BY_PLACE);
            throw InvalidTextException.of(problems);
        }
    }

    static SourcePosition place(Token token) {
        int length = token.getType() == Token.EOF ? 1 : token.getStopIndex() - token.getStartIndex() + 1;
        return new SourcePosition(token.getLine(), token.getCharPositionInLine() + 1, Math.max(1, length));
    }

    private static SourcePosition place(ParserRuleContext context) {
        Token start = context.getStart();
        Token stop = context.getStop();
        if (stop == null || stop.getLine() != start.getLine() || stop.getStopIndex() < start.getStartIndex()) {
            return place(start);
        }
        int length = stop.getStopIndex() - start.getStartIndex() + 1;
        return new SourcePosition(start.getLine(), start.getCharPositionInLine() + 1, length);
    }
}
