package dev.sennit.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sennit.model.ErrorCode;
import dev.sennit.model.IdSource;
import dev.sennit.model.PropertyId;
import dev.sennit.model.PropertyType;
import dev.sennit.model.StoreException;
import dev.sennit.model.TableId;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AcceptedSchemaJsonTest {
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-11-29T12:00:00Z"), ZoneOffset.UTC);

    private static IdSource ids(int seed) {
        return new IdSource(CLOCK, new Random(seed));
    }

    @Test
    void whatIsWritten_isDocumented() {
        AcceptedSchema schema = AcceptedSchema.firstOf(SchemaParser.parse("NODE Airport { code STRING KEY }"), ids(1));
        String table = schema.tables().get("Airport") + "";
        String property = schema.properties().get("Airport") + "";
        assertThat(AcceptedSchemaJson.write(schema))
                .isEqualTo("{\"format\":1,\"schema\":\"NODE Airport {\\n  code STRING KEY\\n}\\n\","
                        + "\"types\":{\"Airport\":{\"table\":\"" + table + "\",\"properties\":{\"code\":\""
                        + property.replaceAll("\\{code=(.*)\\}", "$1") + "\"}}}}");
    }

    @Test
    void whatIsWritten_isReadBackEqual() {
        for (int seed = 0; seed < 200; seed++) {
            AcceptedSchema schema = AcceptedSchema.firstOf(
                    new RandomSchemas(new Random(seed)).document().schema(), ids(seed));
            assertThat(AcceptedSchemaJson.read(AcceptedSchemaJson.write(schema)))
                    .as("seed %d", seed)
                    .isEqualTo(schema);
        }
    }

    @Test
    void otherIdentities_areWrittenInAFormatThatOldVersionsRefuse() {
        AcceptedSchema schema =
                AcceptedSchema.firstOf(SchemaParser.parse("NODE A { k STRING KEY, v INT32 } NODE B"), ids(1));
        TableId table = Objects.requireNonNull(schema.tables().get("A"));
        PropertyId v = Objects.requireNonNull(
                Objects.requireNonNull(schema.properties().get("A")).get("v"));
        TableId otherTable = new TableId(ids(2).next());
        PropertyId one = new PropertyId(ids(3).next());
        PropertyId other = new PropertyId(ids(4).next());
        AcceptedSchema united = schema.uniting(
                id -> id.equals(table) ? Set.of(otherTable) : Set.of(),
                id -> id.equals(v) ? Set.of(one, other) : Set.of());
        String json = AcceptedSchemaJson.write(united);
        List<PropertyId> sorted = Stream.of(one, other).sorted().toList();
        assertThat(json)
                .startsWith("{\"format\":2,")
                .contains("},\"united\":[\"" + otherTable + "\"],\"unitedProperties\":{\"v\":[\"" + sorted.getFirst()
                        + "\",\"" + sorted.getLast() + "\"]}},\"B\":{\"table\"");
        assertThat(AcceptedSchemaJson.read(json)).isEqualTo(united).isNotEqualTo(schema);
        assertThat(united.isSameAs(schema)).isTrue();
        assertThat(AcceptedSchemaJson.write(schema)).startsWith("{\"format\":1,");
        assertThatThrownBy(() -> AcceptedSchemaJson.read(json.replace(otherTable.toString(), "x")))
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPTION));
    }

    @Test
    void appliedDefaults_areWrittenInAFormatThatOldVersionsRefuse() {
        AcceptedSchema schema =
                AcceptedSchema.firstOf(SchemaParser.parse("NODE A { k STRING KEY, v INT64, w INT8 } NODE B"), ids(1));
        PropertyId v = Objects.requireNonNull(
                Objects.requireNonNull(schema.properties().get("A")).get("v"));
        AcceptedSchema filled = schema.withDefaults(Map.of(
                v,
                List.of(
                        AppliedDefault.of(PropertyType.Scalar.INT32, 7L),
                        AppliedDefault.of(new PropertyType.Enumeration(List.of("it's", "b")), "it's"))));
        String json = AcceptedSchemaJson.write(filled);
        assertThat(json)
                .startsWith("{\"format\":3,")
                .contains("},\"defaults\":{\"v\":[\"INT32 DEFAULT 7\","
                        + "\"ENUM('it\\\\'s', 'b') DEFAULT 'it\\\\'s'\"]}},\"B\":{\"table\"");
        assertThat(AcceptedSchemaJson.read(json)).isEqualTo(filled).isNotEqualTo(schema);
        assertThat(filled.isSameAs(schema)).isFalse();
        assertThat(filled.declaresSameAs(schema)).isTrue();
        assertThat(filled.defaultsOf(v)).extracting(AppliedDefault::value).containsExactly(7L, "it's");
        for (String damaged : List.of("INT32", "INT32 DEFAULT x", "INT32 DEFAULT 7, y INT8", "INT32  DEFAULT 7", "")) {
            assertThatThrownBy(() -> AcceptedSchemaJson.read(json.replace("INT32 DEFAULT 7", damaged)))
                    .as(damaged)
                    .isInstanceOfSatisfying(
                            StoreException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPTION));
        }
    }

    /** Values of every type. */
    @Test
    void appliedDefaults_areReadBackEqual() {
        Set<Class<?>> types = new HashSet<>();
        for (int seed = 0; seed < 200; seed++) {
            SchemaDocument document = new RandomSchemas(new Random(seed)).document();
            AcceptedSchema schema = AcceptedSchema.firstOf(document.schema(), ids(seed));
            Map<PropertyId, List<AppliedDefault>> applied = new HashMap<>();
            document.hints().defaults().forEach((reference, value) -> {
                ElementType type = schema.declared().type(reference.type()).orElseThrow();
                Property property = type.property(reference.property()).orElseThrow();
                applied.put(schema.idOf(type, property), List.of(AppliedDefault.of(property.type(), value)));
                types.add(value.getClass());
            });
            AcceptedSchema filled = schema.withDefaults(applied);
            AcceptedSchema read = AcceptedSchemaJson.read(AcceptedSchemaJson.write(filled));
            assertThat(read).as("seed %d", seed).isEqualTo(filled);
            applied.forEach((id, defaults) -> assertThat(AppliedDefault.of(
                            defaults.getFirst().type(),
                            read.defaultsOf(id).getFirst().value()))
                    .as("%s", id)
                    .isEqualTo(defaults.getFirst()));
        }
        assertThat(types).hasSizeGreaterThan(10);
    }

    @Test
    void unknownField_isIgnored() {
        AcceptedSchema schema = AcceptedSchema.firstOf(SchemaParser.parse("NODE Airport { code STRING KEY }"), ids(2));
        String json = AcceptedSchemaJson.write(schema)
                .replace("{\"format\"", "{\"comment\":[1,{}],\"format\"")
                .replace("{\"table\"", "{\"colour\":\"red\",\"table\"");
        assertThat(AcceptedSchemaJson.read(json)).isEqualTo(schema);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "not JSON | it is not JSON",
                "[] | it has no format",
                "{} | it has no format",
                "{\"format\":1} | it lacks 'schema'",
                "{\"format\":1,\"schema\":\"NODE A {\"} | its declaration is not valid",
                "{\"format\":1,\"schema\":\"NODE A\"} | it lacks 'table'",
                "{\"format\":1,\"schema\":\"NODE A\",\"types\":{\"A\":{\"table\":\"x\"}}} | 'x' is no identifier",
                "{\"format\":1,\"schema\":\"\",\"types\":{\"A\":{}}} | it identifies types that are not declared"
            })
    void unreadableText_isCorruption(String json, String cause) {
        assertThatThrownBy(() -> AcceptedSchemaJson.read(json)).isInstanceOfSatisfying(StoreException.class, e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.CORRUPTION);
            assertThat(e).hasMessageStartingWith("the accepted schema cannot be read: " + cause);
        });
    }

    @Test
    void newerFormat_isSaidToBeNewer() {
        assertThatThrownBy(() -> AcceptedSchemaJson.read("{\"format\":4,\"schema\":{}}"))
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.FORMAT_TOO_NEW));
    }
}
