package dev.sennit.schema.migration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.model.IdSource;
import dev.sennit.schema.AcceptedSchema;
import dev.sennit.schema.RandomSchemas;
import dev.sennit.schema.SchemaDocument;
import dev.sennit.schema.SchemaParser;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SchemaDifferenceTest {
    private final IdSource ids =
            new IdSource(Clock.fixed(Instant.parse("2026-11-30T12:00:00Z"), ZoneOffset.UTC), new Random(1));

    @Test
    void whatOnePlanDid_isTheDifference() {
        for (int seed = 0; seed < 200; seed++) {
            AcceptedSchema before = AcceptedSchema.firstOf(random(seed).schema(), ids);
            MigrationPlan plan = new MigrationPlanner(ids).plan(before, random(seed + 1_000), table -> 0);
            assertThat(texts(before, plan.after()))
                    .as("seed %d", seed)
                    .isEqualTo(plan.steps().stream()
                            .map(planned -> planned.step().text())
                            .toList());
            assertThat(texts(before, before)).as("seed %d", seed).isEmpty();
        }
    }

    private static SchemaDocument random(int seed) {
        return SchemaDocument.of(new RandomSchemas(new Random(seed)).document().schema());
    }

    @Test
    void namesSayNothing_whereTwoWereSwapped_orOneCameBackAsAnother() {
        AcceptedSchema first = AcceptedSchema.firstOf(
                SchemaParser.parse("NODE P { k STRING KEY, a INT32, b INT32, UNIQUE (a) } NODE Q { k STRING KEY }"),
                ids);
        AcceptedSchema swapped = changed(
                changed(
                        first,
                        "NODE P { k STRING KEY, c INT32 RENAMED FROM a, b INT32, UNIQUE (c) } NODE Q { k STRING KEY }"),
                "NODE P { k STRING KEY, c INT32, a INT32 RENAMED FROM b, UNIQUE (c) } NODE Q { k STRING KEY }");
        AcceptedSchema done = changed(
                swapped,
                "NODE P { k STRING KEY, b INT32 RENAMED FROM c, a INT32, UNIQUE (b) } NODE R RENAMED FROM Q { k STRING KEY }");
        assertThat(texts(first, done)).containsExactly("rename P.a to b", "rename P.b to a", "rename NODE Q to R");

        AcceptedSchema without = changed(first, "NODE P { k STRING KEY, b INT32 }");
        AcceptedSchema again =
                changed(without, "NODE P { k STRING KEY, a STRING, b INT32, UNIQUE (a) } NODE Q { k STRING KEY }");
        assertThat(texts(first, again))
                .containsExactlyInAnyOrder(
                        "add P.a STRING",
                        "drop P.a",
                        "add UNIQUE (a) to P",
                        "drop UNIQUE (`a (before)`) of P",
                        "add NODE Q",
                        "drop NODE Q");
    }

    private AcceptedSchema changed(AcceptedSchema before, String schema) {
        return new MigrationPlanner(ids)
                .plan(before, SchemaParser.parseDocument(schema), table -> 0)
                .after();
    }

    private static List<String> texts(AcceptedSchema before, AcceptedSchema after) {
        return SchemaDifference.of(before, after).stream()
                .map(MigrationStep::text)
                .toList();
    }
}
