package dev.sennit.write;

import dev.sennit.merge.ColumnDefault;
import dev.sennit.merge.RowShape;
import dev.sennit.merge.TableRows;
import dev.sennit.model.CalendarDuration;
import dev.sennit.model.PropertyType;
import dev.sennit.model.PropertyType.Decimal;
import dev.sennit.model.PropertyType.Enumeration;
import dev.sennit.model.PropertyType.ListOf;
import dev.sennit.model.PropertyType.Scalar;
import dev.sennit.model.PropertyType.Vector;
import dev.sennit.protocol.FailurePoint;
import dev.sennit.protocol.FailurePoints;
import dev.sennit.schema.ElementType;
import dev.sennit.schema.migration.ValueConversion;
import dev.sennit.store.ColumnLayout;
import dev.sennit.store.FragmentInfo;
import dev.sennit.store.RowAddress;
import dev.sennit.store.ScanRequest;
import dev.sennit.store.StagedFragment;
import dev.sennit.store.TableEvolution;
import dev.sennit.store.TableLayout;
import dev.sennit.store.TableScan;
import dev.sennit.store.TableStore;
import dev.sennit.validate.RowValidator;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The columns our version of a table gets when a merge unites two schemas, before rows are changed in it. A row that stays
 * as ours has it keeps its values, which are valid under the united schema. Rows that the merge replaces or deletes may
 * have values that are not; they get others, which nobody will read.
 */
final class UnitedColumns {
    private final TableStore tables;
    private final TableRows ours;
    private final TableEvolution evolution;

    /** What elements without a value get, by the name of the column. */
    private final Map<String, Object> given;

    private final Map<Integer, StagedFragment> staged = new LinkedHashMap<>();

    private UnitedColumns(TableStore tables, TableRows ours, TableEvolution evolution, Map<String, Object> given) {
        this.tables = tables;
        this.ours = ours;
        this.evolution = evolution;
        this.given = Map.copyOf(given);
    }

    /** What has to become of the columns of ours, if anything. */
    static Optional<UnitedColumns> of(TableStore tables, TableRows ours, RowShape result) {
        TableLayout after = new TableLayout(result.columns()).stored();
        Set<String> filled = new LinkedHashSet<>();
        Map<String, Object> given = new LinkedHashMap<>();
        for (int i = 0; i < result.columns().size(); i++) {
            ColumnLayout column = result.columns().get(i);
            if (ours.table().rowCount() > 0) {
                ColumnDefault.of(ours.shape(), result, i).fill().ifPresent(value -> given.put(column.name(), value));
            }
            Optional<ColumnLayout> before = before(ours, column);
            boolean otherwiseStored =
                    before.isPresent() && new ValueConversion(before.get().type(), column.type()).changesStorage();
            boolean mayLackValues = !column.nullable()
                    && (before.isEmpty() || before.get().nullable())
                    && ours.table().rowCount() > 0;
            if (otherwiseStored || mayLackValues || given.containsKey(column.name())) {
                filled.add(column.name());
            }
        }
        return given.isEmpty() && new TableLayout(ours.columns()).stored().equals(after)
                ? Optional.empty()
                : Optional.of(new UnitedColumns(tables, ours, tables.evolution(ours.version(), after, filled), given));
    }

    private static Optional<ColumnLayout> before(TableRows ours, ColumnLayout column) {
        return ours.columns().stream()
                .filter(old -> column.property().isPresent()
                        ? old.property().equals(column.property())
                        : old.name().equals(column.name()))
                .findFirst();
    }

    TableEvolution evolution() {
        return evolution;
    }

    /** What becomes of the table, with the values of filled columns written. */
    SchemaEffects.Evolution stage(ElementType type, FailurePoints failurePoints) {
        if (!evolution.filledLayout().isEmpty()) {
            for (FragmentInfo fragment : ours.version().fragments()) {
                try (ColumnStaging staging =
                        new ColumnStaging(tables.writeColumns(ours.version(), evolution), fragment)) {
                    fill(fragment, staging);
                    staged.put(fragment.id(), staging.finish());
                }
                failurePoints.reached(FailurePoint.FRAGMENT_STAGED);
            }
        }
        return new SchemaEffects.Evolution(
                type, ours.table().table(), ours.table().pin(), evolution, Map.copyOf(staged));
    }

    /** Removes what was staged. */
    void discard() {
        tables.discard(ours.table().table(), List.copyOf(staged.values()));
        staged.clear();
    }

    private void fill(FragmentInfo fragment, ColumnStaging staging) {
        List<ColumnLayout> filled = evolution.filledLayout();
        List<Optional<ColumnLayout>> before =
                filled.stream().map(column -> before(ours, column)).toList();
        ScanRequest request = ScanRequest.of(before.stream()
                        .flatMap(Optional::stream)
                        .map(ColumnLayout::name)
                        .toList())
                .inFragments(List.of(fragment.id()))
                .withRowAddresses();
        try (TableScan scan = ours.version().scan(request)) {
            while (scan.next()) {
                for (int row = 0; row < scan.rowCount(); row++) {
                    @Nullable Object[] values = new @Nullable Object[filled.size()];
                    int place = 0;
                    for (int i = 0; i < values.length; i++) {
                        Optional<ColumnLayout> old = before.get(i);
                        Object stored = old.isEmpty() ? null : scan.value(place++, row);
                        values[i] = old.isEmpty() || stored == null
                                ? given(filled.get(i))
                                : value(old.get(), filled.get(i), stored);
                    }
                    staging.add(RowAddress.unsignedOffset(scan.rowAddress(row)), values);
                }
            }
        }
    }

    private @Nullable Object given(ColumnLayout column) {
        Object value = given.get(column.name());
        return value == null ? standIn(column) : value;
    }

    private static @Nullable Object value(ColumnLayout before, ColumnLayout after, Object old) {
        @Nullable Object value = new ValueConversion(before.type(), after.type()).convert(old);
        return value == null || !RowValidator.isValueOf(after.type(), value) ? standIn(after) : value;
    }

    private static @Nullable Object standIn(ColumnLayout column) {
        return column.nullable() ? null : anyValue(column.type());
    }

    private static Object anyValue(PropertyType type) {
        return switch (type) {
            case Decimal decimal -> BigDecimal.ZERO.setScale(decimal.scale());
            case Enumeration ignored -> "";
            case ListOf ignored -> List.of();
            case Vector vector -> new float[vector.dimension()];
            case Scalar scalar ->
                switch (scalar) {
                    case BOOL -> false;
                    case INT8, INT16, INT32, INT64 -> 0L;
                    case FLOAT32, FLOAT64 -> 0.0;
                    case STRING -> "";
                    case BYTES -> new byte[0];
                    case DATE -> LocalDate.EPOCH;
                    case LOCAL_TIME -> LocalTime.MIDNIGHT;
                    case ZONED_TIME -> OffsetTime.of(LocalTime.MIDNIGHT, ZoneOffset.UTC);
                    case LOCAL_DATETIME -> LocalDateTime.of(LocalDate.EPOCH, LocalTime.MIDNIGHT);
                    case ZONED_DATETIME -> ZonedDateTime.of(LocalDate.EPOCH, LocalTime.MIDNIGHT, ZoneOffset.UTC);
                    case DURATION -> CalendarDuration.parse("PT0S");
                    case JSON -> Map.of();
                };
        };
    }
}
