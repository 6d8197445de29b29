package dev.sennit.query.syntax;

import dev.sennit.query.ast.TypeExpression;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Builds the types that values are tested for. Their nesting is bounded by the brackets, which the tokens' check counts. */
final class TypeBuilder {
    private final SourceText source;

    TypeBuilder(SourceText source) {
        this.source = source;
    }

    TypeExpression build(CypherParser.TypeExpressionContext rule) {
        return new TypeExpression(rule.typeName().stream().map(this::name).toList(), source.position(rule));
    }

    private TypeExpression.Alternative name(CypherParser.TypeNameContext rule) {
        return new TypeExpression.Alternative(
                rule.typeWord().stream()
                        .map(word -> word.getText().toUpperCase(Locale.ROOT))
                        .collect(Collectors.joining(" ")),
                Optional.ofNullable(rule.typeExpression()).map(this::build),
                rule.NOT() != null,
                source.position(rule));
    }
}
