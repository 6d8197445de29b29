package dev.sennit.schema;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.model.InvalidTextException;
import dev.sennit.model.SourcePosition;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * The errors of the schema language. {@code wrong-schemas.txt} is the table: a title, a schema text, and all that is
 * reported about it, exactly.
 */
class WrongSchemasTest {
    private record Case(String title, String schema, String report) {}

    @TestFactory
    Stream<DynamicTest> eachWrongSchema_isReportedAsDocumented() throws IOException {
        return cases().stream()
                .map(c -> DynamicTest.dynamicTest(
                        c.title, () -> assertThat(report(c.schema)).isEqualTo(c.report)));
    }

    @Test
    void tableHasNoCaseTwice() throws IOException {
        assertThat(cases()).hasSizeGreaterThan(40).extracting(Case::title).doesNotHaveDuplicates();
        assertThat(cases()).extracting(Case::schema).doesNotHaveDuplicates();
    }

    private static String report(String schema) {
        InvalidTextException error =
                Assertions.catchThrowableOfType(InvalidTextException.class, () -> SchemaParser.parse(schema));
        assertThat(error).as("this schema must be refused").isNotNull();
        return error.problems().stream().map(WrongSchemasTest::describe).collect(Collectors.joining("\n"));
    }

    private static String describe(InvalidTextException problem) {
        SourcePosition position = problem.position().orElseThrow();
        return problem.excerpt().orElseThrow() + "\n" + position.line() + ":" + position.column() + " " + problem.code()
                + " " + problem.getMessage();
    }

    private static List<Case> cases() throws IOException {
        try (InputStream in = WrongSchemasTest.class.getResourceAsStream("wrong-schemas.txt")) {
            String table = new String(Objects.requireNonNull(in).readAllBytes(), UTF_8);
            return Arrays.stream(table.split("(?m)^=== "))
                    .skip(1)
                    .map(WrongSchemasTest::read)
                    .toList();
        }
    }

    private static Case read(String entry) {
        String[] parts = entry.split("\n---\n", -1);
        int endOfTitle = parts[0].indexOf('\n');
        return new Case(
                parts[0].substring(0, endOfTitle), parts[0].substring(endOfTitle + 1), parts[1].stripTrailing());
    }
}
