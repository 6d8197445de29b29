package dev.sennit.schema;

import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import java.util.ArrayList;
import java.util.List;
import org.antlr.v4.runtime.BaseErrorListener;
import org.antlr.v4.runtime.CharStreams;
import org.antlr.v4.runtime.CommonToken;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.ListTokenSource;
import org.antlr.v4.runtime.RecognitionException;
import org.antlr.v4.runtime.Recognizer;
import org.antlr.v4.runtime.Token;
import org.jspecify.annotations.Nullable;

/**
 * Turns schema text into tokens. What can be told to be wrong without looking at its neighbours (an unclosed string, a
 * foreign comment, a semicolon) is reported here and replaced by what was meant, so that the parser need not stumble
 * over it.
 */
final class SchemaTokens {
    private static final int MAX_NESTING = 100;

    private final SchemaProblems problems;
    private int depth;
    private int brackets;

    /** Whether documentation was opened and never closed, so that the rest of the text means nothing. */
    private boolean isLost;

    private SchemaTokens(SchemaProblems problems) {
        this.problems = problems;
    }

    /** The tokens of {@code text}, in which every line ends with a line feed alone. */
    static CommonTokenStream read(String text, SchemaProblems problems) {
        SennitSchemaLexer lexer = new SennitSchemaLexer(CharStreams.fromString(text));
        lexer.removeErrorListeners();
        lexer.addErrorListener(new NothingUnread());
        SchemaTokens mender = new SchemaTokens(problems);
        List<Token> tokens = new ArrayList<>();
        Token token = lexer.nextToken();
        for (; token.getType() != Token.EOF; token = lexer.nextToken()) {
            if (token.getType() == SennitSchemaLexer.UNCLOSED_TEXT
                    || token.getType() == SennitSchemaLexer.UNCLOSED_NAME) {
                cut((CommonToken) token, lexer);
            }
            mender.limitNesting((CommonToken) token);
            Token mended = mender.mend((CommonToken) token);
            if (mended != null) {
                tokens.add(mended);
            }
        }
        mender.closeBodies(token, tokens);
        tokens.add(token);
        return new CommonTokenStream(new ListTokenSource(tokens));
    }

    /** The parser calls itself for each bracket, so their number must have a bound. */
    private void limitNesting(CommonToken token) {
        brackets = Math.max(0, brackets + Lookahead.nesting(token.getType()));
        if (brackets > MAX_NESTING) {
            report(token, ErrorText.of("brackets nest deeper than " + MAX_NESTING));
            problems.throwIfAny();
        }
    }

    /** What was never closed has swallowed the rest of its line; its first word was meant, probably. */
    private static void cut(CommonToken token, SennitSchemaLexer lexer) {
        String text = token.getText();
        int length = 1;
        int depth = 0;
        for (; length < text.length(); length++) {
            char c = text.charAt(length);
            if (depth == 0 && ",>)]} \t".indexOf(c) >= 0) {
                break;
            }
            depth += "([{".indexOf(c) >= 0 ? 1 : ")]}".indexOf(c) >= 0 ? -1 : 0;
        }
        int characters = text.codePointCount(0, length);
        token.setStopIndex(token.getStartIndex() + characters - 1);
        token.setText(text.substring(0, length));
        lexer.getInputStream().seek(token.getStartIndex() + characters);
        lexer._hitEOF = false;
        lexer.setLine(token.getLine());
        lexer.setCharPositionInLine(token.getCharPositionInLine() + characters);
    }

    /** After documentation that is never closed, that the body is not closed either would be no news. */
    private void closeBodies(Token end, List<Token> tokens) {
        for (; isLost && depth > 0; depth--) {
            CommonToken brace = new CommonToken(end);
            brace.setType(SennitSchemaLexer.RBRACE);
            brace.setText("}");
            tokens.add(brace);
        }
    }

    @Nullable
    private Token mend(CommonToken token) {
        if (isLost) {
            return null;
        }
        switch (token.getType()) {
            case SennitSchemaLexer.LBRACE -> depth++;
            case SennitSchemaLexer.RBRACE -> depth--;
            case SennitSchemaLexer.DOUBLE_QUOTED -> {
                report(token, ErrorText.of("strings stand in single quotes").remedy("write " + singleQuoted(token)));
                token.setType(SennitSchemaLexer.TEXT);
            }
            case SennitSchemaLexer.UNCLOSED_TEXT -> {
                report(token, ErrorText.of("this string is never closed").remedy("end it with ' on the same line"));
                token.setType(SennitSchemaLexer.TEXT);
            }
            case SennitSchemaLexer.UNCLOSED_NAME -> {
                report(
                        token,
                        ErrorText.of("this quoted name is never closed").remedy("end it with ` on the same line"));
                token.setType(SennitSchemaLexer.QUOTED_NAME);
            }
            case SennitSchemaLexer.UNCLOSED_DOCUMENTATION -> {
                report(token, ErrorText.of("this documentation is never closed").remedy("end it with \"\"\""));
                isLost = true;
                return null;
            }
            case SennitSchemaLexer.FOREIGN_COMMENT -> {
                report(token, ErrorText.of("this is no comment here").remedy("comments begin with --"));
                return null;
            }
            case SennitSchemaLexer.SEMICOLON -> {
                return semicolon(token);
            }
            default -> {}
        }
        return token;
    }

    @Nullable
    private Token semicolon(CommonToken token) {
        if (depth > 0) {
            report(token, ErrorText.of("';' does not separate properties").remedy("write ','"));
            token.setType(SennitSchemaLexer.COMMA);
            return token;
        }
        report(token, ErrorText.of("';' has no place between declarations").remedy("leave it out"));
        return null;
    }

    private void report(CommonToken token, ErrorText text) {
        problems.add(ErrorCode.SYNTAX_ERROR, token, text);
    }

    private static String singleQuoted(Token token) {
        String quoted = token.getText();
        return SchemaText.quote(quoted.substring(1, quoted.length() - 1));
    }

    /** The lexer has a token for every character, so it never reports anything. */
    private static final class NothingUnread extends BaseErrorListener {
        @Override
        public void syntaxError(
                Recognizer<?, ?> recognizer,
                @Nullable Object offendingSymbol,
                int line,
                int column,
                String message,
                @Nullable RecognitionException exception) {
            throw new IllegalStateException(message, exception);
        }
    }
}
