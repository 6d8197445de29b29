package dev.sennit.schema;

import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.model.Suggestion;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.antlr.v4.runtime.BufferedTokenStream;
import org.antlr.v4.runtime.CommonToken;
import org.antlr.v4.runtime.Parser;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.RecognitionException;
import org.antlr.v4.runtime.RuleContext;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.TokenStream;
import org.jspecify.annotations.Nullable;

/** Says in a user's words what was found in a schema text and what belongs there. */
final class SyntaxProblems {
    private static final List<String> OPTIONS =
            List.of("KEY", "UNIQUE", "NOT NULL", "PATTERN", "RANGE", "DEFAULT", "RENAMED FROM");

    private static final Map<String, String> OPTIONS_ELSEWHERE = Map.ofEntries(
            Map.entry("CHECK", "write PATTERN '...' or RANGE a..b"),
            Map.entry("COMMENT", "write \"\"\"documentation\"\"\" before the property"),
            Map.entry("ID", "write KEY"),
            Map.entry("IDENTITY", "write KEY"),
            Map.entry("MANDATORY", "write NOT NULL"),
            Map.entry("MATCHES", "write PATTERN '...'"),
            Map.entry("NONNULL", "write NOT NULL"),
            Map.entry("NOTNULL", "write NOT NULL"),
            Map.entry("NULL", "leave it out: a property may be null unless NOT NULL is written"),
            Map.entry("NULLABLE", "leave it out: a property may be null unless NOT NULL is written"),
            Map.entry("OPTIONAL", "leave it out: a property may be null unless NOT NULL is written"),
            Map.entry("PRIMARY", "write KEY"),
            Map.entry("REGEX", "write PATTERN '...'"),
            Map.entry("REQUIRED", "write NOT NULL"));

    private static final Map<String, String> DECLARATIONS_ELSEWHERE = Map.ofEntries(
            Map.entry("CLASS", "NODE"),
            Map.entry("CREATE", "NODE or EDGE"),
            Map.entry("ENTITY", "NODE"),
            Map.entry("LINK", "EDGE"),
            Map.entry("REL", "EDGE"),
            Map.entry("RELATION", "EDGE"),
            Map.entry("RELATIONSHIP", "EDGE"),
            Map.entry("TABLE", "NODE"),
            Map.entry("TYPE", "NODE"),
            Map.entry("VERTEX", "NODE"));

    private final SchemaProblems problems;

    SyntaxProblems(SchemaProblems problems) {
        this.problems = problems;
    }

    /** The grammar cannot go on inside a declaration. */
    void unexpected(Parser parser, RecognitionException error) {
        Token found = error.getOffendingToken();
        Token arrow = arrowReadAsComment(parser, found);
        if (arrow != null) {
            report(arrow, ErrorText.of("'--' begins a comment").remedy("write -[0..*]->"));
        } else {
            Token seen = seen(parser.getTokenStream(), found);
            report(seen, expectation(parser.getContext(), seen));
        }
    }

    /** What a reader sees where the text breaks off: not the next declaration or the end, but the end of a line. */
    private static Token seen(TokenStream tokens, Token found) {
        int k = 1;
        while (tokens.LT(k).getTokenIndex() < found.getTokenIndex()) {
            k++;
        }
        Token before = tokens.LT(k == 1 ? -1 : k - 1);
        boolean breaksOff = found.getType() == Token.EOF || Lookahead.mayBeDeclaration(tokens, k);
        if (before == null
                || !breaksOff
                || !Lookahead.beginsLine(tokens, k)
                || before.getText().contains("\n")) {
            return found;
        }
        CommonToken end =
                new CommonToken(found.getType() == Token.EOF ? Token.EOF : Token.INVALID_TYPE, "the end of the line");
        end.setLine(before.getLine());
        end.setCharPositionInLine(before.getCharPositionInLine() + before.getStopIndex() - before.getStartIndex() + 1);
        return end;
    }

    /** Something that is no declaration stands between declarations. */
    void noDeclaration(Parser parser) {
        Token found = parser.getTokenStream().LT(1);
        if (found.getType() == SennitSchemaParser.RBRACE) {
            report(found, ErrorText.of("this '}' closes nothing"));
            return;
        }
        ErrorText text = expected("NODE or EDGE", found);
        String word = found.getText().toUpperCase(Locale.ROOT);
        String meant = DECLARATIONS_ELSEWHERE.get(word);
        if (meant != null) {
            text = text.remedy("write " + meant);
        } else if (found.getType() == SennitSchemaParser.LPAREN) {
            text = text.remedy("properties stand in braces: { name STRING }");
        } else {
            text = withRemedy(text, Suggestion.didYouMean(word, List.of("NODE", "EDGE")));
        }
        report(found, text);
    }

    /** Something that is no item stands in a body. */
    void noItem(Parser parser) {
        Token found = parser.getTokenStream().LT(1);
        ErrorText text = expected("a property or a constraint", found);
        report(found, found.getType() == SennitSchemaParser.COMMA ? text.remedy("leave one comma out") : text);
    }

    /** The text ends or the next declaration begins, and the body is still open. */
    void unclosedBody(Parser parser) {
        Token brace = parser.getContext().getStart();
        Token found = parser.getTokenStream().LT(1);
        String owner = " of " + declarationHead(parser.getContext().getParent());
        String cause = found.getType() == Token.EOF
                ? "the file ends before its '}'"
                : "line " + found.getLine() + " begins the next declaration";
        report(
                brace,
                ErrorText.of("the '{'" + owner + " is never closed")
                        .cause(cause)
                        .remedy("add '}'"));
    }

    /**
     * Neither a comma nor the closing brace follows an item.
     *
     * @return whether only the comma is missing, so that the next item begins here
     */
    boolean unfinishedItem(Parser parser) {
        TokenStream tokens = parser.getTokenStream();
        Token found = tokens.LT(1);
        if (beginsItem(tokens)) {
            report(found, ErrorText.of("a comma is missing before " + shown(found)));
            return true;
        }
        SennitSchemaParser.PropertyContext property =
                parser.getContext().getParent() instanceof SennitSchemaParser.ItemContext item
                        ? item.member().property()
                        : null;
        if (property == null) {
            report(found, expected("',' or '}' after the constraint", found));
            return false;
        }
        if (Lookahead.beginsOption(found.getType())) {
            report(tokens.LT(2), option(found, tokens.LT(2)));
            return false;
        }
        String name = "'" + SchemaText.unquoteName(property.name().getText()) + "'";
        if (!Lookahead.isName(found.getType())) {
            ErrorText text = expected("an option of property " + name + ", ',' or '}'", found);
            report(found, found.getText().equals("=") ? text.remedy("a default is written DEFAULT 0") : text);
            return false;
        }
        String word = found.getText().toUpperCase(Locale.ROOT);
        ErrorText text = ErrorText.of("property " + name + " has an unknown option " + shown(found));
        String meant = OPTIONS_ELSEWHERE.get(word);
        Optional<String> remedy = meant != null
                ? Optional.of(meant)
                : Suggestion.didYouMean(word, OPTIONS)
                        .or(() -> Optional.of("options are " + String.join(", ", OPTIONS)));
        report(found, withRemedy(text, remedy));
        return false;
    }

    private static boolean beginsItem(TokenStream tokens) {
        int type = tokens.LA(1);
        int next = tokens.LA(2);
        if (type == SennitSchemaParser.DOCUMENTATION) {
            return true;
        }
        boolean constraint = switch (type) {
            case SennitSchemaParser.KEY, SennitSchemaParser.UNIQUE, SennitSchemaParser.FULLTEXT ->
                next == SennitSchemaParser.LPAREN;
            case SennitSchemaParser.VECTOR -> next == SennitSchemaParser.INDEX;
            case SennitSchemaParser.IN -> next == SennitSchemaParser.INTEGER;
            default -> false;
        };
        boolean property = Lookahead.isName(type)
                && Lookahead.isName(next)
                && (Lookahead.beginsLine(tokens, 1)
                        || TypeNames.isTypeWord(tokens.LT(2).getText()));
        return constraint || property;
    }

    private static ErrorText expectation(ParserRuleContext context, Token found) {
        return switch (context) {
            case SennitSchemaParser.NameContext name -> expectation(name.getParent(), found);
            case SennitSchemaParser.KeywordContext keyword -> expectation(keyword.getParent(), found);
            case SennitSchemaParser.DeclarationContext ignored ->
                expected("NODE or EDGE after the documentation", found);
            case SennitSchemaParser.NodeTypeContext ignored -> expected("the name of the node type after NODE", found);
            case SennitSchemaParser.LabelsContext ignored -> expected("a label", found);
            case SennitSchemaParser.EdgeTypeContext edge -> edge(edge, found);
            case SennitSchemaParser.EndpointContext endpoint ->
                endpoint.LPAREN() == null
                        ? expectation(endpoint.getParent(), found)
                        : expected(endpoint.name() == null ? "the name of a node type" : "')'", found);
            case SennitSchemaParser.CardinalityContext ignored ->
                expected("a number of edges such as 0..* or 1..1", found);
            case SennitSchemaParser.RenamedFromContext renamed ->
                expected(renamed.FROM() == null ? "FROM after RENAMED" : "the old name after RENAMED FROM", found);
            case SennitSchemaParser.ItemContext ignored ->
                expected("a property or a constraint after the documentation", found);
            case SennitSchemaParser.MemberContext member -> member(member, found);
            case SennitSchemaParser.PropertyContext property -> typeOf(property.name(), found);
            case SennitSchemaParser.TypeContext type -> type(type, found);
            case SennitSchemaParser.TypeNameContext type -> expectation(type.getParent(), found);
            case SennitSchemaParser.ArgumentsContext ignored -> expected("',' or ')'", found);
            case SennitSchemaParser.ArgumentContext ignored -> expected("a value", found);
            case SennitSchemaParser.ParameterContext parameter ->
                expected(parameter.type() == null && parameter.number() == null ? "a type or a number" : "'>'", found);
            case SennitSchemaParser.OptionContext option -> option(option.getStart(), found);
            case SennitSchemaParser.RangeContext range ->
                range.minimum == null ? option(range.getParent().getStart(), found) : expected("'..'", found);
            case SennitSchemaParser.BoundContext ignored -> expected("a number", found);
            case SennitSchemaParser.LiteralContext ignored -> value(found);
            case SennitSchemaParser.ListContext ignored -> expected("',' or ']'", found);
            case SennitSchemaParser.NumberContext ignored -> expected("a number", found);
            case SennitSchemaParser.NameListContext names -> nameList(names, found);
            case SennitSchemaParser.VectorIndexContext ignored ->
                expected("the vector property in parentheses", found).remedy("write VECTOR INDEX (v) METRIC cosine");
            default -> ErrorText.of("unexpected " + shown(found));
        };
    }

    private static ErrorText edge(SennitSchemaParser.EdgeTypeContext edge, Token found) {
        if (isMissing(edge.name())) {
            return expected("the label of the edge type after EDGE", found);
        }
        String label = SchemaText.name(SchemaText.unquoteName(edge.name().getText()));
        long endpoints =
                edge.endpoint().stream().filter(e -> !isMissing(e.name())).count();
        String source = endpoints == 0 ? "Source" : edge.endpoint(0).name().getText();
        String expected;
        if (endpoints == 0) {
            expected = "the source node type in parentheses";
        } else if (edge.cardinality() == null) {
            expected = "'-[', the number of edges per source, and ']->'";
        } else if (edge.ARROW() == null) {
            expected = "']->'";
        } else {
            expected = "the destination node type in parentheses";
        }
        return expected(expected, found).remedy("write EDGE " + label + " (" + source + ")-[0..*]->(" + "Destination)");
    }

    private static boolean isMissing(SennitSchemaParser.@Nullable NameContext name) {
        return name == null || name.getChildCount() == 0;
    }

    /** The comment that {@code (A)-->(B)} contains, if that is why an edge type ended early. */
    @Nullable
    private static Token arrowReadAsComment(Parser parser, Token found) {
        if (!(parser.getContext() instanceof SennitSchemaParser.EdgeTypeContext)
                || !(parser.getTokenStream() instanceof BufferedTokenStream tokens)) {
            return null;
        }
        List<Token> hidden = tokens.getHiddenTokensToLeft(found.getTokenIndex());
        boolean isArrow = hidden != null && hidden.getFirst().getText().startsWith("-->");
        return isArrow ? hidden.getFirst() : null;
    }

    private static ErrorText member(SennitSchemaParser.MemberContext member, Token found) {
        Token start = member.getStart();
        if (start.equals(found)) {
            return expected("a property or a constraint after the documentation", found);
        }
        String name = SchemaText.unquoteName(start.getText());
        return typeAfter(name, found);
    }

    private static ErrorText typeOf(SennitSchemaParser.NameContext name, Token found) {
        return typeAfter(SchemaText.unquoteName(name.getText()), found);
    }

    private static ErrorText typeAfter(String name, Token found) {
        ErrorText text = expected("a type after '" + name + "'", found);
        return switch (found.getType()) {
            case SennitSchemaParser.COLON ->
                text.remedy("write " + SchemaText.name(name) + " STRING, without the colon");
            case SennitSchemaParser.MINUS -> text.remedy("a name with '-' in it stands in backticks");
            default -> found.getText().equals(".") ? text.remedy("a name with '.' in it stands in backticks") : text;
        };
    }

    private static ErrorText type(SennitSchemaParser.TypeContext type, Token found) {
        if (type.getChildCount() == 0 || type.getStart().equals(found)) {
            return type.getParent() instanceof SennitSchemaParser.PropertyContext property
                    ? typeOf(property.name(), found)
                    : expected("a type", found);
        }
        if (type.LOCAL() != null || type.ZONED() != null) {
            return expected(
                    "TIME or DATETIME after " + type.getStart().getText().toUpperCase(Locale.ROOT), found);
        }
        return expected("']'", found);
    }

    private static ErrorText nameList(SennitSchemaParser.NameListContext names, Token found) {
        if (names.LPAREN() == null) {
            return expected("property names in parentheses", found);
        }
        boolean afterName = names.name().size() > names.COMMA().size();
        return expected(afterName ? "',' or ')'" : "the name of a property", found);
    }

    /** What belongs behind the first keyword of an option. */
    private static ErrorText option(Token keyword, Token found) {
        return switch (keyword.getType()) {
            case SennitSchemaParser.NOT -> expected("NULL after NOT", found);
            case SennitSchemaParser.PATTERN ->
                expected("a pattern in single quotes after PATTERN", found).remedy("write PATTERN '[A-Z]{3}'");
            case SennitSchemaParser.RANGE ->
                expected("a range after RANGE", found).remedy("write RANGE 0..100, RANGE 0.. or RANGE ..100");
            case SennitSchemaParser.DEFAULT -> value(found);
            case SennitSchemaParser.RENAMED -> expected("FROM and the old name after RENAMED", found);
            default -> ErrorText.of("unexpected " + shown(found));
        };
    }

    private static ErrorText value(Token found) {
        return expected("a value: a number, a string in single quotes, TRUE, FALSE or a list in brackets", found);
    }

    private static ErrorText expected(String what, Token found) {
        return ErrorText.of("expected " + what + ", found " + shown(found));
    }

    private static String shown(Token token) {
        return switch (token.getType()) {
            case Token.EOF -> "the end of the file";
            case Token.INVALID_TYPE -> token.getText();
            case SennitSchemaParser.DOCUMENTATION -> "documentation";
            case SennitSchemaParser.TEXT -> "the string " + token.getText();
            case SennitSchemaParser.QUOTED_NAME -> token.getText();
            default -> "'" + token.getText() + "'";
        };
    }

    private static String declarationHead(ParserRuleContext declaration) {
        return switch (declaration) {
            case SennitSchemaParser.NodeTypeContext node -> "NODE " + nameOf(node.name());
            case SennitSchemaParser.EdgeTypeContext edge -> "EDGE " + nameOf(edge.name());
            default -> "the declaration";
        };
    }

    private static String nameOf(RuleContext name) {
        return name == null ? "" : name.getText();
    }

    private static ErrorText withRemedy(ErrorText text, Optional<String> remedy) {
        return remedy.map(text::remedy).orElse(text);
    }

    private void report(Token token, ErrorText text) {
        problems.add(ErrorCode.SYNTAX_ERROR, token, text);
    }
}
