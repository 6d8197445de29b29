package dev.sennit.schema;

import dev.sennit.schema.SennitSchemaParser.DeclarationContext;
import dev.sennit.schema.SennitSchemaParser.ItemContext;
import dev.sennit.schema.SennitSchemaParser.MemberContext;
import dev.sennit.schema.SennitSchemaParser.NameContext;
import dev.sennit.schema.SennitSchemaParser.NameListContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;
import org.jspecify.annotations.Nullable;

/**
 * Finds out what each comment of a schema text without errors belongs to: to what it stands behind on the same line,
 * else to what follows it. Used once.
 */
final class CommentReader {
    private final CommonTokenStream tokens;

    /** The place of each declaration and item, in the order of the text. */
    private final List<Span> spans = new ArrayList<>();

    private final Map<SchemaPlace, List<String>> before = new LinkedHashMap<>();
    private final Map<SchemaPlace, String> behind = new LinkedHashMap<>();

    /**
     * A stretch of the text. A comment before or inside it belongs before {@code place}; one that follows on the line
     * of its last token belongs behind {@code behind}.
     */
    private record Span(int first, int last, SchemaPlace place, SchemaPlace behind) {}

    private CommentReader(CommonTokenStream tokens) {
        this.tokens = tokens;
    }

    /**
     * The comments by what they belong to.
     *
     * @param types what each declaration declares
     */
    static Map<SchemaPlace, SchemaComment> read(CommonTokenStream tokens, Map<DeclarationContext, ElementType> types) {
        if (tokens.getTokens().stream().noneMatch(CommentReader::isComment)) {
            return Map.of();
        }
        CommentReader reader = new CommentReader(tokens);
        types.forEach(reader::addSpans);
        int end = tokens.size() - 1;
        reader.spans.add(new Span(end, end, SchemaPlace.END, SchemaPlace.END));
        reader.assign();
        return reader.comments();
    }

    private void addSpans(DeclarationContext declaration, ElementType type) {
        SchemaPlace place = SchemaPlace.of(type);
        ParserRuleContext body = declaration.nodeType() != null
                ? declaration.nodeType().body()
                : declaration.edgeType().body();
        int first = declaration.getStart().getTokenIndex();
        if (body == null) {
            spans.add(new Span(first, declaration.getStop().getTokenIndex(), place, place));
            return;
        }
        spans.add(new Span(first, body.getStart().getTokenIndex(), place, place));
        body.getRuleContexts(ItemContext.class).forEach(item -> {
            SchemaPlace ofItem = new SchemaPlace(type.name(), itemName(type, item.member()));
            int last = item.member().getStop().getTokenIndex();
            spans.add(new Span(item.getStart().getTokenIndex(), last, ofItem, ofItem));
        });
        int close = body.getStop().getTokenIndex();
        spans.add(new Span(close, close, new SchemaPlace(type.name(), SchemaPlace.CLOSING), place));
    }

    /** What {@link SchemaPrinter} calls the item. */
    private static String itemName(ElementType type, MemberContext member) {
        if (member.property() != null) {
            return name(member.property().name());
        }
        if (member.incoming() != null) {
            return "IN " + member.incoming().cardinality().getText();
        }
        NameListContext list = member.getChild(ParserRuleContext.class, 0).getRuleContext(NameListContext.class, 0);
        String names = list.name().stream().map(CommentReader::name).collect(Collectors.joining(", "));
        String start = member.getStart().getText().toUpperCase(Locale.ROOT);
        String constraint = member.vectorIndex() != null
                ? "VECTOR INDEX (" + names + ") METRIC "
                        + member.vectorIndex().name().getText().toLowerCase(Locale.ROOT)
                : start + " (" + names + ")";
        // A constraint of one property may be printed behind the property.
        return SchemaPrinter.constraints(type).contains(constraint) ? constraint : names;
    }

    private static String name(NameContext name) {
        return SchemaText.name(SchemaText.unquoteName(name.getText()));
    }

    private void assign() {
        int next = 0;
        for (Token token : tokens.getTokens()) {
            while (spans.get(next).last < token.getTokenIndex()) {
                next++;
            }
            if (!isComment(token)) {
                continue;
            }
            String text = token.getText().substring(2).strip();
            Span previous = next == 0 ? null : spans.get(next - 1);
            if (previous != null && spans.get(next).first > token.getTokenIndex() && isBehind(previous, token)) {
                behind.merge(previous.behind, text, (a, b) -> a + " -- " + b);
            } else {
                before.computeIfAbsent(spans.get(next).place, p -> new ArrayList<>())
                        .add(text);
            }
        }
    }

    private boolean isBehind(Span span, Token comment) {
        return tokens.get(span.last).getLine() == comment.getLine();
    }

    private Map<SchemaPlace, SchemaComment> comments() {
        Map<SchemaPlace, SchemaComment> comments = new LinkedHashMap<>();
        before.forEach((place, lines) -> comments.put(place, new SchemaComment(lines, behind.getOrDefault(place, ""))));
        behind.forEach((place, text) -> comments.putIfAbsent(place, SchemaComment.after(text)));
        return comments;
    }

    private static boolean isComment(@Nullable Token token) {
        return token != null && token.getType() == SennitSchemaParser.COMMENT;
    }
}
