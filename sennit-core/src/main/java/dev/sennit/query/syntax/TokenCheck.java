package dev.sennit.query.syntax;

import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.model.LimitException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import org.antlr.v4.runtime.Token;

/**
 * Looks over the tokens before the parser does: characters no token begins with, and nesting that would make the
 * parser recurse too deeply. A bracket nests, so does CASE, and so does a NOT or a sign until its operand has ended.
 */
final class TokenCheck {
    private final SourceText source;
    private final int maxDepth;

    /** Prefix operators not yet ended, one count per open bracket, and whether the bracket is a CASE. */
    private final Deque<Level> levels = new ArrayDeque<>();

    private int depth;
    private boolean inType;

    private static final class Level {
        private final boolean isCase;
        private int prefixes;
        private int signs;

        Level(boolean isCase) {
            this.isCase = isCase;
        }
    }

    TokenCheck(SourceText source, int maxDepth) {
        this.source = source;
        this.maxDepth = maxDepth;
    }

    void check(List<Token> tokens) {
        levels.push(new Level(false));
        String before = "";
        boolean afterOperand = false;
        for (Token token : tokens) {
            String text = token.getText().toUpperCase(Locale.ROOT);
            inType = staysInType(token, text);
            if (!before.equals(".") && !before.equals("$")) {
                count(token, text, before, afterOperand);
            }
            refuseStray(token);
            afterOperand = endsOperand(token, text);
            before = text;
        }
    }

    private void count(Token token, String text, String before, boolean afterOperand) {
        switch (text) {
            case "(", "[", "{" -> open(token, false);
            case "CASE" -> open(token, true);
            case ")", "]", "}" -> close();
            case "END" -> {
                if (afterOperand && levels.element().isCase) {
                    close();
                }
            }
            case "NOT", "!" -> {
                if (!before.equals("IS") && !inType) {
                    prefix(token);
                }
            }
            case "+", "-" -> {
                if (afterOperand) {
                    endSigns();
                } else {
                    levels.element().signs++;
                    prefix(token);
                }
            }
            case "*", "/", "%", "||" -> endSigns();
            case "<" -> {
                if (inType) {
                    prefix(token);
                }
            }
            case ">" -> {
                if (inType && levels.element().prefixes > 0) {
                    levels.element().prefixes--;
                    depth--;
                }
            }
            case ",",
                    "|",
                    "&",
                    "AND",
                    "OR",
                    "XOR",
                    "MATCH",
                    "WHERE",
                    "WITH",
                    "RETURN",
                    "UNWIND",
                    "CREATE",
                    "MERGE",
                    "SET",
                    "REMOVE",
                    "DELETE",
                    "FOREACH",
                    "CALL",
                    "UNION",
                    "WHEN",
                    "THEN",
                    "ELSE" -> {
                if (!before.equals(":") && !inType) {
                    endOperand();
                }
            }
            default -> {}
        }
    }

    /** Whether the token belongs to a type that a value is tested for, in which {@code <} nests. */
    private boolean staysInType(Token token, String text) {
        return switch (text) {
            case "::", "TYPED" -> true;
            case "<", ">", "|", "NOT" -> inType;
            default ->
                inType
                        && (token.getType() == CypherLexer.IDENTIFIER
                                || token.getType() == CypherLexer.ANY
                                || token.getType() == CypherLexer.NULL_);
        };
    }

    private static boolean endsOperand(Token token, String text) {
        return switch (token.getType()) {
            case CypherLexer.IDENTIFIER,
                    CypherLexer.QUOTED_IDENTIFIER,
                    CypherLexer.INTEGER,
                    CypherLexer.FLOAT,
                    CypherLexer.STRING,
                    CypherLexer.TRUE,
                    CypherLexer.FALSE,
                    CypherLexer.NULL_,
                    CypherLexer.END -> true;
            default -> text.equals(")") || text.equals("]") || text.equals("}");
        };
    }

    private void open(Token token, boolean isCase) {
        levels.push(new Level(isCase));
        deepen(token);
    }

    private void close() {
        if (levels.size() > 1) {
            depth -= 1 + levels.pop().prefixes;
        }
    }

    private void prefix(Token token) {
        levels.element().prefixes++;
        deepen(token);
    }

    private void endOperand() {
        Level level = levels.element();
        depth -= level.prefixes;
        level.prefixes = 0;
        level.signs = 0;
    }

    /** Signs bind more tightly than the operators of sums and products, which NOT does not. */
    private void endSigns() {
        Level level = levels.element();
        depth -= level.signs;
        level.prefixes -= level.signs;
        level.signs = 0;
    }

    private void deepen(Token token) {
        if (++depth > maxDepth) {
            throw tooDeep(source, token, maxDepth);
        }
    }

    static LimitException tooDeep(SourceText source, Token token, int maxDepth) {
        return new LimitException(
                ErrorCode.RESOURCE_LIMIT,
                ErrorText.of("the query nests deeper than " + maxDepth + " levels at " + source.position(token))
                        .remedy("split the expression, for example with WITH")
                        .detail("limit", maxDepth)
                        .detail("line", source.position(token).line())
                        .detail("column", source.position(token).column()));
    }

    private void refuseStray(Token token) {
        if (token.getType() == CypherLexer.IDENTIFIER) {
            refuseStrayIn(token);
        }
        if (token.getType() == CypherLexer.UNCLOSED_COMMENT) {
            throw source.syntaxError(
                    ErrorText.of("a comment is not closed").remedy("end it with '*/'"), source.position(token));
        }
        if (token.getType() == CypherLexer.STRAY) {
            ErrorText problem = switch (token.getText()) {
                case "'", "\"" -> ErrorText.of("a string is not closed").remedy("end it with " + token.getText());
                case "`" -> ErrorText.of("a quoted name is not closed").remedy("end it with `");
                default -> ErrorText.of("the character '" + token.getText() + "' has no meaning here");
            };
            throw source.syntaxError(problem, source.position(token));
        }
    }

    private void refuseStrayIn(Token identifier) {
        int[] codePoints = identifier.getText().codePoints().toArray();
        for (int i = 0; i < codePoints.length; i++) {
            int c = codePoints[i];
            boolean fits =
                    c == '_' || (i == 0 ? Character.isUnicodeIdentifierStart(c) : Character.isUnicodeIdentifierPart(c));
            if (!fits) {
                throw source.syntaxError(
                        ErrorText.of("the character '" + Character.toString(c) + "' has no meaning here"),
                        source.position(identifier.getStartIndex() + i));
            }
        }
    }
}
