package dev.sennit.schema.migration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.model.IdSource;
import dev.sennit.model.PropertyId;
import dev.sennit.model.TableId;
import dev.sennit.schema.AcceptedSchema;
import dev.sennit.schema.AcceptedSchemaJson;
import dev.sennit.schema.ElementType;
import dev.sennit.schema.RandomSchemas;
import dev.sennit.schema.SchemaDocument;
import dev.sennit.schema.SchemaParser;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What merges of schemas know of each other's identities, merge after merge. */
class SharedIdentitiesTest {
    private static final String OLD = "NODE A { k STRING KEY }";
    private static final String NEW = "NODE A { k STRING KEY, x INT32 } NODE B { k STRING KEY, y INT32 }";

    private final IdSource ids =
            new IdSource(Clock.fixed(Instant.parse("2026-11-30T12:00:00Z"), ZoneOffset.UTC), new Random(7));
    private final AcceptedSchema base = AcceptedSchema.firstOf(SchemaParser.parse(OLD), ids);
    private final AcceptedSchema ours = apply(base, NEW);
    private final AcceptedSchema theirs = apply(base, NEW);
    private final AcceptedSchema merged = merge(base, ours, theirs);

    @Test
    void anEqualAddition_keepsOurIdentities_andIsKnownByTheirs() {
        assertThat(merged.isSameAs(ours)).isTrue();
        assertThat(table(merged, "B")).isEqualTo(table(ours, "B")).isNotEqualTo(table(theirs, "B"));
        assertThat(merged.united().of(table(ours, "B"))).containsExactly(table(theirs, "B"));
        assertThat(merged.united().of(property(ours, "A", "x"))).containsExactly(property(theirs, "A", "x"));
        assertThat(merged.united().of(property(ours, "B", "y"))).containsExactly(property(theirs, "B", "y"));
        assertThat(merged.united().tables()).hasSize(1);
        assertThat(merged.united().properties()).hasSize(3);
        assertThat(AcceptedSchemaJson.read(AcceptedSchemaJson.write(merged))).isEqualTo(merged);
    }

    @Test
    void theOtherBranchGoesOnWithItsOwnIdentities_andIsUnderstood() {
        AcceptedSchema renamed = apply(theirs, NEW.replace("y INT32", "z INT32 RENAMED FROM y, w INT8"));
        AcceptedSchema again = merge(theirs, merged, renamed);
        assertThat(property(again, "B", "z")).isEqualTo(property(ours, "B", "y"));
        assertThat(property(again, "B", "w")).isEqualTo(property(renamed, "B", "w"));
        assertThat(again.united().of(table(again, "B"))).containsExactly(table(theirs, "B"));

        AcceptedSchema dropped = apply(theirs, "NODE A { k STRING KEY } NODE B { k STRING KEY, y INT32 }");
        assertThat(merge(theirs, merged, dropped).declared()).isEqualTo(dropped.declared());
    }

    @Test
    void theOtherDirection_isUnderstood_too() {
        AcceptedSchema back = merge(theirs, theirs, merged);
        assertThat(back.isSameAs(theirs)).as("theirs keeps its own").isTrue();
        assertThat(back.united().of(table(theirs, "B"))).containsExactly(table(ours, "B"));
        assertThat(merge(theirs, merged, theirs)).isEqualTo(merged);
    }

    @Test
    void siblings_shareAllTheirIdentities() {
        AcceptedSchema third = apply(base, NEW);
        AcceptedSchema all = merge(base, merged, third);
        assertThat(all.united().of(table(ours, "B"))).containsExactlyInAnyOrder(table(theirs, "B"), table(third, "B"));
        AcceptedSchema thirdWithTheirs = merge(base, third, theirs);
        AcceptedSchema both = merge(theirs, all, thirdWithTheirs);
        assertThat(both).isEqualTo(all);
    }

    /** What is dropped and added again is another thing, whoever still has the old one. */
    @Test
    void aNewLifetime_isNotTheOldOne() {
        AcceptedSchema again = apply(apply(merged, OLD), NEW);
        assertThat(again.united().isEmpty()).isTrue();
        AcceptedSchema result = merge(theirs, again, theirs);
        assertThat(result).isEqualTo(again);
        AcceptedSchema both = merge(theirs, again, apply(apply(theirs, OLD), NEW));
        assertThat(both.isSameAs(again)).isTrue();
        assertThat(both.united().of(table(again, "B"))).hasSize(1).doesNotContain(table(ours, "B"), table(theirs, "B"));
    }

    /** A branch that has both under two names cannot be merged with one that made them one. */
    @Test
    void whatOneSideUnitedAndTheOtherKeepsApart_isAConflict() {
        AcceptedSchema apart = merge(base, apply(ours, NEW.replace("x INT32", "w INT32 RENAMED FROM x")), theirs);
        assertThat(apart.declared().nodeType("A").orElseThrow().properties()).hasSize(3);
        assertThat(conflicts(SchemaMerge.of(ours, merged, apart)))
                .containsExactly("A.x: ours made one of both, theirs has it apart from A.w");
        assertThat(conflicts(SchemaMerge.of(ours, apart, merged)))
                .containsExactly("A.x: ours has it apart from A.w, theirs made one of both");
        assertThat(conflicts(SchemaMerge.of(apart, merged, apart))).hasSize(1);
        assertThat(conflicts(SchemaMerge.of(apart, merged, apply(apart, NEW))))
                .containsExactly("A.x: ours has it or A.w, theirs has it or A.w");
    }

    private static List<String> conflicts(SchemaMerge merge) {
        assertThat(merge).isInstanceOf(SchemaMerge.Conflicts.class);
        return ((SchemaMerge.Conflicts) merge)
                .conflicts().stream().map(SchemaMergeConflict::text).toList();
    }

    @Test
    void applyingASchema_keepsWhatIsKnownOfWhatStays() {
        AcceptedSchema after =
                apply(merged, NEW.replace("x INT32", "w INT32 RENAMED FROM x").replace(", y INT32", ""));
        assertThat(after.united().of(property(merged, "A", "x"))).containsExactly(property(theirs, "A", "x"));
        assertThat(after.united().properties()).hasSize(2);
        assertThat(apply(merged, NEW)).isEqualTo(merged);
    }

    /** Whatever both add, adding it on both sides comes to the same as adding it on one. */
    @Test
    void anyTwoBranchesThatApplyTheSame_canBeMerged_againAndAgain() {
        for (int seed = 0; seed < 100; seed++) {
            AcceptedSchema first = AcceptedSchema.firstOf(
                    new RandomSchemas(new Random(seed)).document().schema(), ids);
            SchemaDocument change = SchemaDocument.of(
                    new RandomSchemas(new Random(seed + 31)).document().schema());
            AcceptedSchema left = plan(first, change);
            AcceptedSchema right = plan(first, change);
            AcceptedSchema both = merge(first, left, right);
            assertThat(both.isSameAs(left)).as("seed %d", seed).isTrue();
            assertThat(merge(right, both, right)).as("seed %d", seed).isEqualTo(both);
            assertThat(merge(first, right, left).isSameAs(right))
                    .as("seed %d", seed)
                    .isTrue();
            SchemaDocument next = SchemaDocument.of(
                    new RandomSchemas(new Random(seed + 77)).document().schema());
            AcceptedSchema goneOn = merge(right, both, plan(right, next));
            assertThat(goneOn.declared()).as("seed %d", seed).isEqualTo(next.schema());
        }
    }

    private AcceptedSchema apply(AcceptedSchema schema, String text) {
        return plan(schema, SchemaParser.parseDocument(text));
    }

    private AcceptedSchema plan(AcceptedSchema schema, SchemaDocument document) {
        return new MigrationPlanner(ids).plan(schema, document, table -> 0).after();
    }

    private static AcceptedSchema merge(AcceptedSchema base, AcceptedSchema ours, AcceptedSchema theirs) {
        SchemaMerge merge = SchemaMerge.of(base, ours, theirs);
        assertThat(merge).isInstanceOf(SchemaMerge.Merged.class);
        return ((SchemaMerge.Merged) merge).schema();
    }

    private static TableId table(AcceptedSchema schema, String type) {
        return schema.tableOf(type(schema, type));
    }

    private static PropertyId property(AcceptedSchema schema, String type, String property) {
        ElementType of = type(schema, type);
        return schema.idOf(of, of.property(property).orElseThrow());
    }

    private static ElementType type(AcceptedSchema schema, String name) {
        return schema.declared().type(name).orElseThrow();
    }
}
