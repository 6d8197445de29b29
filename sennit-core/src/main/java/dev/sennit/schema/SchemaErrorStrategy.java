package dev.sennit.schema;

import org.antlr.v4.runtime.DefaultErrorStrategy;
import org.antlr.v4.runtime.InputMismatchException;
import org.antlr.v4.runtime.Parser;
import org.antlr.v4.runtime.RecognitionException;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.TokenStream;

/**
 * How parsing goes on after an error: a broken item is left at its comma or the closing brace, a broken declaration at
 * the next one, and anything inside either is given up, so that one slip is one problem. Inside angle brackets and
 * parentheses a comma ends nothing.
 */
final class SchemaErrorStrategy extends DefaultErrorStrategy {
    private final SyntaxProblems problems;

    SchemaErrorStrategy(SyntaxProblems problems) {
        this.problems = problems;
    }

    @Override
    public void reportError(Parser parser, RecognitionException error) {
        if (!inErrorRecoveryMode(parser)) {
            beginErrorCondition(parser);
            problems.unexpected(parser, error);
        }
    }

    @Override
    public Token recoverInline(Parser parser) {
        throw new InputMismatchException(parser);
    }

    @Override
    public void recover(Parser parser, RecognitionException error) {
        switch (parser.getContext().getRuleIndex()) {
            case SennitSchemaParser.RULE_item -> {
                skipItem(parser, parser.getContext().getStart());
                skipComma(parser);
            }
            case SennitSchemaParser.RULE_declaration -> skipDeclaration(parser);
            default -> throw error;
        }
    }

    /** Called before each repetition and each optional part; acts where the grammar leaves the rest to it. */
    @Override
    public void sync(Parser parser) {
        switch (parser.getContext().getRuleIndex()) {
            case SennitSchemaParser.RULE_schema -> syncSchema(parser);
            case SennitSchemaParser.RULE_body -> syncBody(parser);
            case SennitSchemaParser.RULE_itemEnd -> syncItemEnd(parser);
            default -> {}
        }
    }

    private void syncSchema(Parser parser) {
        while (!canBeginDeclaration(parser.getTokenStream().LA(1))) {
            problems.noDeclaration(parser);
            beginErrorCondition(parser);
            skipDeclaration(parser);
        }
    }

    private static boolean canBeginDeclaration(int type) {
        return switch (type) {
            case SennitSchemaParser.NODE,
                    SennitSchemaParser.EDGE,
                    SennitSchemaParser.DOCUMENTATION,
                    SennitSchemaParser.EOF -> true;
            default -> false;
        };
    }

    private void syncBody(Parser parser) {
        TokenStream tokens = parser.getTokenStream();
        while (true) {
            int type = tokens.LA(1);
            if (type == SennitSchemaParser.RBRACE) {
                return;
            }
            if (type == SennitSchemaParser.EOF || Lookahead.isDeclaration(tokens, 1)) {
                problems.unclosedBody(parser);
                beginErrorCondition(parser);
                throw new InputMismatchException(parser);
            }
            if (type == SennitSchemaParser.DOCUMENTATION || Lookahead.isName(type)) {
                return;
            }
            problems.noItem(parser);
            beginErrorCondition(parser);
            skipItem(parser, tokens.LT(1));
            skipComma(parser);
        }
    }

    private void syncItemEnd(Parser parser) {
        TokenStream tokens = parser.getTokenStream();
        int type = tokens.LA(1);
        if (type == SennitSchemaParser.COMMA
                || type == SennitSchemaParser.RBRACE
                || type == SennitSchemaParser.EOF
                || Lookahead.isDeclaration(tokens, 1)) {
            return;
        }
        boolean commaMissing = problems.unfinishedItem(parser);
        if (!commaMissing) {
            beginErrorCondition(parser);
            skipItem(parser, tokens.LT(1));
        }
    }

    private static void skipItem(Parser parser, Token start) {
        TokenStream tokens = parser.getTokenStream();
        int depth = Lookahead.openBrackets(tokens, start);
        while (!endsItem(tokens, depth)) {
            depth = Math.max(0, depth + Lookahead.nesting(tokens.LA(1)));
            parser.consume();
        }
    }

    private static void skipComma(Parser parser) {
        if (parser.getTokenStream().LA(1) == SennitSchemaParser.COMMA) {
            parser.consume();
        }
    }

    private static boolean endsItem(TokenStream tokens, int depth) {
        int type = tokens.LA(1);
        return type == SennitSchemaParser.EOF
                || type == SennitSchemaParser.COMMA && depth == 0
                || type == SennitSchemaParser.RBRACE && Lookahead.closesBody(tokens, depth)
                || Lookahead.isDeclaration(tokens, 1);
    }

    /** Leaves at the next declaration, or behind the closing brace, or where an unindented word begins something. */
    private static void skipDeclaration(Parser parser) {
        TokenStream tokens = parser.getTokenStream();
        int braces = 0;
        int start = tokens.index();
        while (tokens.LA(1) != SennitSchemaParser.EOF) {
            boolean begins = braces <= 0 ? Lookahead.mayBeDeclaration(tokens, 1) : Lookahead.isDeclaration(tokens, 1);
            boolean unindented = Lookahead.isName(tokens.LA(1)) && tokens.LT(1).getCharPositionInLine() == 0;
            if (begins || braces <= 0 && unindented && tokens.index() > start) {
                return;
            }
            int token = tokens.LA(1);
            parser.consume();
            if (token == SennitSchemaParser.LBRACE) {
                braces++;
            } else if (token == SennitSchemaParser.RBRACE && --braces <= 0) {
                return;
            }
        }
    }
}
