package dev.sennit.query.syntax;

import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.model.LimitException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.antlr.v4.runtime.CharStreams;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.Token;

/** Takes scripts apart at the semicolons between statements. */
public final class ScriptSplitter {
    private static final Pattern VISIBLE = Pattern.compile("\\S");

    private ScriptSplitter() {}

    /**
     * The statements, each preceded by as many blanks and line breaks as there is text before it.
     *
     * @throws LimitException RESOURCE_LIMIT if the text is longer than the limits allow
     */
    public static List<String> split(String text, SyntaxLimits limits) {
        if (text.length() > limits.maxCharacters()) {
            throw new LimitException(
                    ErrorCode.RESOURCE_LIMIT,
                    ErrorText.of("the script is " + text.length() + " characters long")
                            .cause("at most " + limits.maxCharacters() + " are accepted")
                            .remedy("split it, or pass data as parameters")
                            .detail("limit", limits.maxCharacters()));
        }
        CypherLexer lexer = new CypherLexer(CharStreams.fromString(text));
        lexer.removeErrorListeners();
        CommonTokenStream tokens = new CommonTokenStream(lexer);
        tokens.fill();
        List<String> statements = new ArrayList<>();
        int start = 0;
        boolean empty = true;
        for (Token token : tokens.getTokens()) {
            boolean end = token.getType() == Token.EOF;
            if (end || token.getText().equals(";")) {
                int stop = end ? text.length() : text.offsetByCodePoints(0, token.getStartIndex());
                if (!empty) {
                    statements.add(
                            VISIBLE.matcher(text.substring(0, start)).replaceAll(" ") + text.substring(start, stop));
                }
                start = Math.min(stop + 1, text.length());
                empty = true;
            } else {
                empty = false;
            }
        }
        return statements;
    }
}
