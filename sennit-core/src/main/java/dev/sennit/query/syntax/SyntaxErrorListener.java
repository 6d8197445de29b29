package dev.sennit.query.syntax;

import dev.sennit.model.ErrorText;
import dev.sennit.model.Suggestion;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.antlr.v4.runtime.BaseErrorListener;
import org.antlr.v4.runtime.NoViableAltException;
import org.antlr.v4.runtime.Parser;
import org.antlr.v4.runtime.RecognitionException;
import org.antlr.v4.runtime.Recognizer;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.TokenStream;
import org.antlr.v4.runtime.misc.IntervalSet;
import org.jspecify.annotations.Nullable;

/** Says in words what the parser stumbled over, and stops at the first error. */
final class SyntaxErrorListener extends BaseErrorListener {
    private static final Set<String> SQL = Set.of("SELECT", "INSERT", "UPDATE");

    private static final int MAX_LISTED = 6;

    private final SourceText source;

    private final ChoiceRecorder choices;

    SyntaxErrorListener(SourceText source, ChoiceRecorder choices) {
        this.source = source;
        this.choices = choices;
    }

    @Override
    public void syntaxError(
            Recognizer<?, ?> recognizer,
            @Nullable Object offendingSymbol,
            int line,
            int charPositionInLine,
            String message,
            @Nullable RecognitionException cause) {
        Parser parser = (Parser) recognizer;
        Token found = cause == null || cause.getOffendingToken() == null
                ? parser.getCurrentToken()
                : cause.getOffendingToken();
        IntervalSet expected = expectedAt(parser, found, cause);
        expected.addAll(choices.at(parser, found));
        ErrorText text = ErrorText.of(
                found.getType() == Token.EOF
                        ? "the query ends too early"
                        : "unexpected '" + shorten(found.getText()) + "'" + after(parser, found));
        List<String> wanted = describe(expected);
        if (!wanted.isEmpty() && wanted.size() <= MAX_LISTED) {
            text = text.cause("expected " + joined(wanted));
        }
        Optional<String> meant = meant(parser, found);
        if (meant.isPresent()) {
            text = text.remedy(meant.get());
        } else if (found.getType() == CypherLexer.IDENTIFIER) {
            Optional<String> remedy = Suggestion.closest(found.getText().toUpperCase(Locale.ROOT), keywords(expected))
                    .map(keyword -> "did you mean " + keyword + "?");
            text = remedy.map(text::remedy).orElse(text);
        }
        throw source.syntaxError(text, source.position(found));
    }

    /** How openCypher says what other languages write like that. */
    private static Optional<String> meant(Parser parser, Token found) {
        TokenStream tokens = parser.getTokenStream();
        int at = found.getTokenIndex();
        String text = found.getText();
        String before = at > 0 ? tokens.get(at - 1).getText() : "";
        String next = found.getType() == Token.EOF ? "" : tokens.get(at + 1).getText();
        return switch (text + next) {
            case "!=" -> Optional.of("write <> for 'not equal'");
            case "&&" -> Optional.of("write AND");
            default ->
                before.equals(";")
                        ? Optional.of("give one statement at a time; Script takes a text of several apart")
                        : text.equals("=") && before.equals("=")
                                ? Optional.of("write = to compare")
                                : at == 0 && SQL.contains(text.toUpperCase(Locale.ROOT))
                                        ? Optional.of(
                                                "queries are openCypher: begin with MATCH, CREATE or another clause")
                                        : Optional.empty();
        };
    }

    private static IntervalSet expectedAt(Parser parser, Token found, @Nullable RecognitionException cause) {
        if (cause instanceof NoViableAltException ambiguous
                && ambiguous.getStartToken().getTokenIndex() != found.getTokenIndex()) {
            return ambiguous.getDeadEndConfigs() == null ? new IntervalSet() : followOf(parser, ambiguous);
        }
        return new IntervalSet(parser.getExpectedTokens());
    }

    /** What could have come next in any of the alternatives that were still possible at the token before. */
    private static IntervalSet followOf(Parser parser, NoViableAltException ambiguous) {
        IntervalSet follow = new IntervalSet();
        ambiguous.getDeadEndConfigs().forEach(config -> {
            IntervalSet next = parser.getATN().nextTokens(config.state);
            follow.addAll(next);
        });
        follow.remove(Token.EPSILON);
        return follow;
    }

    private static String after(Parser parser, Token found) {
        int index = found.getTokenIndex() - 1;
        return index < 0
                ? ""
                : " after '" + shorten(parser.getTokenStream().get(index).getText()) + "'";
    }

    private static List<String> describe(IntervalSet expected) {
        Set<String> words = new TreeSet<>();
        boolean expression = expected.contains(CypherLexer.STRING) && expected.contains(CypherLexer.FLOAT);
        boolean name = expected.contains(CypherLexer.IDENTIFIER);
        List<String> wanted = new ArrayList<>();
        if (expression) {
            wanted.add("an expression");
        } else if (name) {
            wanted.add("a name");
        }
        boolean operator =
                !expression && !name && expected.contains(CypherLexer.XOR) && expected.contains(CypherLexer.STARTS);
        if (operator) {
            wanted.add("an operator");
        }
        for (int type : expected.toList()) {
            if (!(expression || name) || !beginsExpression(type, name)) {
                if (!operator || !isOperator(type)) {
                    words.add(displayName(type));
                }
            }
        }
        wanted.addAll(words);
        return wanted;
    }

    private static boolean isOperator(int type) {
        return switch (type) {
            case CypherLexer.AND,
                    CypherLexer.OR,
                    CypherLexer.XOR,
                    CypherLexer.IN,
                    CypherLexer.IS,
                    CypherLexer.STARTS,
                    CypherLexer.ENDS,
                    CypherLexer.CONTAINS -> true;
            default ->
                switch (displayName(type)) {
                    case "'+'",
                            "'||'",
                            "'::'",
                            "'-'",
                            "'*'",
                            "'/'",
                            "'%'",
                            "'^'",
                            "'='",
                            "'<>'",
                            "'<'",
                            "'<='",
                            "'>'",
                            "'>='",
                            "'=~'",
                            "'.'",
                            "'['",
                            "':'" -> true;
                    default -> false;
                };
        };
    }

    private static boolean beginsExpression(int type, boolean name) {
        return switch (displayName(type)) {
            case "'('", "'['", "'{'", "'$'", "'+'", "'-'" -> !name || type != Token.EOF;
            case "a name", "a number", "a string", "TRUE", "FALSE", "NULL", "CASE", "NOT" -> true;
            default -> name && isKeyword(type);
        };
    }

    private static Set<String> keywords(IntervalSet expected) {
        Set<String> keywords = new TreeSet<>();
        for (int type : expected.toList()) {
            if (isKeyword(type)) {
                keywords.add(displayName(type));
            }
        }
        return keywords;
    }

    private static boolean isKeyword(int type) {
        return type >= CypherLexer.ALL && type <= CypherLexer.YIELD;
    }

    private static String displayName(int type) {
        return switch (type) {
            case Token.EOF -> "the end";
            case CypherLexer.IDENTIFIER, CypherLexer.QUOTED_IDENTIFIER -> "a name";
            case CypherLexer.INTEGER, CypherLexer.FLOAT -> "a number";
            case CypherLexer.STRING -> "a string";
            default ->
                isKeyword(type)
                        ? CypherLexer.VOCABULARY.getLiteralName(type) == null
                                ? CypherLexer.VOCABULARY.getSymbolicName(type).replace("_", "")
                                : unquoted(CypherLexer.VOCABULARY.getLiteralName(type))
                        : CypherLexer.VOCABULARY.getDisplayName(type);
        };
    }

    private static String unquoted(String literal) {
        return literal.substring(1, literal.length() - 1);
    }

    private static String joined(List<String> words) {
        if (words.size() == 1) {
            return words.getFirst();
        }
        return String.join(", ", words.subList(0, words.size() - 1)) + " or " + words.getLast();
    }

    private static String shorten(String text) {
        return text.codePointCount(0, text.length()) <= 40
                ? text
                : text.substring(0, text.offsetByCodePoints(0, 37)) + "...";
    }
}
