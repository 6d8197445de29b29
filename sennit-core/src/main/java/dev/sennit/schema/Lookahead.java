package dev.sennit.schema;

import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.TokenStream;

/** What the next tokens look like, asked after an error, when the grammar no longer knows where it is. */
final class Lookahead {
    private Lookahead() {}

    /** Whether the token can be a name, keywords included. */
    static boolean isName(int type) {
        return type == SennitSchemaParser.IDENTIFIER || type == SennitSchemaParser.QUOTED_NAME || isKeyword(type);
    }

    static boolean isKeyword(int type) {
        return type >= SennitSchemaParser.DEFAULT && type <= SennitSchemaParser.ZONED;
    }

    /** Whether the token begins an option that has more words. */
    static boolean beginsOption(int type) {
        return switch (type) {
            case SennitSchemaParser.NOT,
                    SennitSchemaParser.PATTERN,
                    SennitSchemaParser.RANGE,
                    SennitSchemaParser.DEFAULT,
                    SennitSchemaParser.RENAMED -> true;
            default -> false;
        };
    }

    /** Whether a declaration begins at the k-th token even if a brace is still open: no item looks like this. */
    static boolean isDeclaration(TokenStream tokens, int k) {
        int at = afterDocumentation(tokens, k);
        if (!isName(tokens.LA(at + 1))) {
            return false;
        }
        return switch (tokens.LA(at)) {
            case SennitSchemaParser.NODE ->
                tokens.LA(at + 2) == SennitSchemaParser.LBRACE || tokens.LA(at + 2) == SennitSchemaParser.COLON;
            case SennitSchemaParser.EDGE ->
                tokens.LA(at + 2) == SennitSchemaParser.LPAREN
                        && isName(tokens.LA(at + 3))
                        && tokens.LA(at + 4) == SennitSchemaParser.RPAREN
                        && (tokens.LA(at + 5) == SennitSchemaParser.MINUS
                                || tokens.LA(at + 5) == SennitSchemaParser.ARROW);
            default -> false;
        };
    }

    /** Whether a declaration begins at the k-th token, given that no brace is open. */
    static boolean mayBeDeclaration(TokenStream tokens, int k) {
        if (isDeclaration(tokens, k)) {
            return true;
        }
        int at = afterDocumentation(tokens, k);
        Token token = tokens.LT(at);
        boolean keyword = token.getType() == SennitSchemaParser.NODE || token.getType() == SennitSchemaParser.EDGE;
        return keyword && isName(tokens.LA(at + 1)) && beginsLine(tokens, k);
    }

    /** Whether the k-th token is the first on its line. */
    static boolean beginsLine(TokenStream tokens, int k) {
        Token before = tokens.LT(k - 1 == 0 ? -1 : k - 1);
        return before == null || endLine(before) < tokens.LT(k).getLine();
    }

    /** The change in depth a token makes; braces count as brackets here. */
    static int nesting(int type) {
        return switch (type) {
            case SennitSchemaParser.LPAREN,
                    SennitSchemaParser.LBRACKET,
                    SennitSchemaParser.LESS,
                    SennitSchemaParser.LBRACE -> 1;
            case SennitSchemaParser.RPAREN,
                    SennitSchemaParser.RBRACKET,
                    SennitSchemaParser.GREATER,
                    SennitSchemaParser.RBRACE -> -1;
            default -> 0;
        };
    }

    /** The brackets opened since {@code start} and not yet closed before the next token. */
    static int openBrackets(TokenStream tokens, Token start) {
        int depth = 0;
        for (int i = start.getTokenIndex(); i < tokens.index(); i++) {
            if (tokens.get(i).getChannel() == Token.DEFAULT_CHANNEL) {
                depth = Math.max(0, depth + nesting(tokens.get(i).getType()));
            }
        }
        return depth;
    }

    /** Whether the next token, a closing brace, closes the body rather than braces inside a broken item. */
    static boolean closesBody(TokenStream tokens, int depth) {
        if (depth == 0) {
            return true;
        }
        // Brackets may be left open by mistake; the brace of a body is followed by a declaration or nothing.
        return tokens.LA(2) == SennitSchemaParser.EOF || mayBeDeclaration(tokens, 2);
    }

    private static int afterDocumentation(TokenStream tokens, int k) {
        return tokens.LA(k) == SennitSchemaParser.DOCUMENTATION ? k + 1 : k;
    }

    private static int endLine(Token token) {
        return token.getLine()
                + (int) token.getText().chars().filter(c -> c == '\n').count();
    }
}
