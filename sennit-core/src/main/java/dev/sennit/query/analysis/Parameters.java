package dev.sennit.query.analysis;

import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.model.SourcePosition;
import dev.sennit.model.Suggestion;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The values of parameters, if they are known already. */
final class Parameters {
    private final Optional<Map<String, @Nullable Object>> values;

    private Parameters(Optional<Map<String, @Nullable Object>> values) {
        this.values = values;
    }

    /** No values yet: the query is only checked. */
    static Parameters open() {
        return new Parameters(Optional.empty());
    }

    static Parameters of(Map<String, ?> given) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        given.forEach((name, value) -> values.put(name, ParameterValues.normalize(name, value)));
        return new Parameters(Optional.of(values));
    }

    BoundExpression bind(String name, SourcePosition position, QueryErrors errors) {
        Place place = new Place(position);
        if (values.isEmpty()) {
            return new BoundExpression.OpenParameter(name, ValueType.ANY, place);
        }
        Map<String, @Nullable Object> known = values.get();
        if (!known.containsKey(name)) {
            ErrorText text =
                    ErrorText.of("parameter $" + name + " has no value").detail("parameter", name);
            throw errors.error(
                    ErrorCode.MISSING_PARAMETER,
                    Suggestion.didYouMean(name, known.keySet())
                            .map(text::remedy)
                            .orElse(text.remedy("pass a value for it")),
                    position);
        }
        Object value = known.get(name);
        return new BoundExpression.Constant(value, ParameterValues.typeOf(value), place);
    }
}
