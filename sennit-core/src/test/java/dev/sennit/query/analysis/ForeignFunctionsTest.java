package dev.sennit.query.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sennit.model.ErrorCode;
import dev.sennit.model.InvalidTextException;
import dev.sennit.query.QueryEngine;
import dev.sennit.schema.GraphSchema;
import dev.sennit.schema.SchemaParser;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ForeignFunctionsTest {
    private static final GraphSchema SCHEMA = SchemaParser.parse("NODE A { id INT64 KEY }");
    private static final Pattern CALL = Pattern.compile("([a-zA-Z.]+)\\(");

    private static InvalidTextException refused(String query) {
        return catchThrowableOfType(InvalidTextException.class, () -> new QueryEngine().prepare(query, SCHEMA));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '§',
            value = {
                "RETURN len('a') § there is no function 'len'; use size(x)",
                "RETURN SUBSTR('abc', 1) § there is no function 'SUBSTR'; use substring(x, start, length)",
                "RETURN IfNull(1, 2) § there is no function 'IfNull'; use coalesce(x, y)",
                "RETURN concat('a', 'b') § there is no function 'concat'; use x || y",
                "RETURN now() § there is no function 'now'; use datetime()",
                "RETURN mod(5, 2) § there is no function 'mod'; use x % y",
                "MATCH (a) RETURN array_agg(a.id) § there is no function 'array_agg'; use collect(x)",
                "RETURN toUper('a') § there is no function 'toUper'; did you mean 'toUpper'?",
                "RETURN frobnicate(1) § there is no function 'frobnicate'"
            })
    void whatOtherLanguagesCallIt_isTranslated(String query, String message) {
        InvalidTextException error = refused(query);
        assertThat(error.code()).isEqualTo(ErrorCode.UNKNOWN_NAME);
        assertThat(error).hasMessageStartingWith(message);
    }

    @Test
    void eachNameIsOneThatIsMissing_andEachReplacementIsThere() {
        List<String> functions = Stream.concat(
                        Stream.of(ScalarFunction.values()).map(ScalarFunction::text),
                        Stream.of(AggregateFunction.values()).map(AggregateFunction::text))
                .toList();
        ForeignFunctions.REPLACEMENTS.forEach((name, replacement) -> {
            assertThat(functions).as(name).noneMatch(name::equalsIgnoreCase);
            assertThat(ScalarFunction.OTHER_NAMES).as(name).doesNotContainKey(name);
            assertThat(AggregateFunction.OTHER_NAMES).as(name).doesNotContainKey(name);
            assertThat(refused("RETURN `" + name + "`(1)").getMessage())
                    .as(name)
                    .contains("; use " + replacement);
            CALL.matcher(replacement)
                    .results()
                    .map(call -> call.group(1))
                    .filter(function -> !function.equals("reduce"))
                    .forEach(function -> assertThat(functions).as(name).contains(function));
        });
    }
}
