package dev.sennit.query.syntax;

import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.model.InvalidTextException;
import dev.sennit.model.LimitException;
import dev.sennit.model.SourcePosition;
import dev.sennit.query.ast.Clause;
import dev.sennit.query.ast.Expression;
import dev.sennit.query.ast.Statement;
import org.antlr.v4.runtime.BailErrorStrategy;
import org.antlr.v4.runtime.CharStreams;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.atn.PredictionMode;
import org.antlr.v4.runtime.misc.ParseCancellationException;

/** Parses queries. Thread-safe. */
public final class QueryParser {
    private final SyntaxLimits limits;

    public QueryParser(SyntaxLimits limits) {
        this.limits = limits;
    }

    /**
     * Parses a whole text.
     *
     * @throws dev.sennit.model.InvalidTextException SYNTAX_ERROR with its position if the text is not in the language
     * @throws LimitException RESOURCE_LIMIT if it is longer, or nests deeper, than the limits allow
     */
    public Statement parse(String text) {
        return parse(text, () -> {});
    }

    /**
     * {@link #parse(String)}.
     *
     * @param stop called again and again; throws if the text is to be given up
     */
    public Statement parse(String text, Runnable stop) {
        if (text.length() > limits.maxCharacters()) {
            throw new LimitException(
                    ErrorCode.RESOURCE_LIMIT,
                    ErrorText.of("the query is " + text.length() + " characters long")
                            .cause("at most " + limits.maxCharacters() + " are accepted")
                            .remedy("pass data as parameters or load it")
                            .detail("limit", limits.maxCharacters()));
        }
        SourceText source = new SourceText(text, stop);
        CypherLexer lexer = new CypherLexer(CharStreams.fromString(text));
        lexer.removeErrorListeners();
        CommonTokenStream tokens = new StoppableTokens(lexer, stop);
        tokens.fill();
        new TokenCheck(source, limits.maxDepth()).check(tokens.getTokens());
        stop.run();
        if (tokens.getTokens().stream()
                .allMatch(token ->
                        token.getType() == CypherLexer.EOF || token.getText().equals(";"))) {
            ErrorText empty = ErrorText.of("the query is empty").remedy("begin with MATCH, RETURN or another clause");
            throw source.syntaxError(
                    text.isBlank() ? empty : empty.cause("it has only comments and semicolons"), source.position(0));
        }
        return new StatementBuilder(source, limits.maxDepth()).build(parse(tokens, source));
    }

    /**
     * Parses a text that is one expression.
     *
     * @throws InvalidTextException as {@link #parse(String)} does; its place is within the text
     */
    public Expression expression(String text) {
        Statement statement = parseAfter("RETURN ", text);
        if (statement.query().unions().isEmpty()
                && statement.query().first().clauses().getFirst() instanceof Clause.Return returned
                && returned.projection().items().size() == 1
                && returned.projection().items().getFirst().alias().isEmpty()
                && returned.projection().order().isEmpty()
                && returned.projection().limit().isEmpty()
                && returned.projection().skip().isEmpty()) {
            return returned.projection().items().getFirst().expression();
        }
        SourceText source = new SourceText(text);
        throw source.syntaxError(ErrorText.of("'" + text + "' is no expression"), source.position(0));
    }

    /** Parses a text with what it needs before it; errors are told as if only the text was there. */
    private Statement parseAfter(String before, String text) {
        try {
            return parse(before + text);
        } catch (InvalidTextException e) {
            SourcePosition place = e.position().orElseThrow();
            throw new InvalidTextException(
                    e.code(), e.text(), place.line() > 1 ? place : shifted(place, before.length()), text);
        }
    }

    private static SourcePosition shifted(SourcePosition place, int columns) {
        return new SourcePosition(place.line(), Math.max(1, place.column() - columns), place.length());
    }

    /** Tries the fast prediction first; only if it fails, the complete one decides whether there is an error. */
    private static CypherParser.StatementContext parse(CommonTokenStream tokens, SourceText source) {
        CypherParser parser = new CypherParser(tokens);
        parser.removeErrorListeners();
        parser.getInterpreter().setPredictionMode(PredictionMode.SLL);
        parser.setErrorHandler(new BailErrorStrategy());
        try {
            return parser.statement();
        } catch (ParseCancellationException fastFailed) {
            tokens.seek(0);
            parser.reset();
            parser.getInterpreter().setPredictionMode(PredictionMode.LL);
            ChoiceRecorder choices = new ChoiceRecorder();
            parser.setErrorHandler(choices);
            parser.addErrorListener(new SyntaxErrorListener(source, choices));
            return parser.statement();
        }
    }
}
