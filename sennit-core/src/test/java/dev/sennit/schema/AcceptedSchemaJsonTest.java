package dev.sennit.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sennit.model.ErrorCode;
import dev.sennit.model.IdSource;
import dev.sennit.model.PropertyId;
import dev.sennit.model.StoreException;
import dev.sennit.model.TableId;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
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
        assertThatThrownBy(() -> AcceptedSchemaJson.read("{\"format\":3,\"schema\":{}}"))
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.FORMAT_TOO_NEW));
    }
}
