package dev.sennit.write;

import dev.sennit.manifest.TableLayouts;
import dev.sennit.model.Violation;
import dev.sennit.protocol.FailurePoint;
import dev.sennit.protocol.FailurePoints;
import dev.sennit.schema.EdgeType;
import dev.sennit.schema.ElementType;
import dev.sennit.schema.NodeType;
import dev.sennit.schema.Property;
import dev.sennit.schema.migration.PropertyMigration;
import dev.sennit.schema.migration.TypeMigration;
import dev.sennit.store.ColumnLayout;
import dev.sennit.store.FragmentInfo;
import dev.sennit.store.RowAddress;
import dev.sennit.store.ScanRequest;
import dev.sennit.store.StagedFragment;
import dev.sennit.store.TableEvolution;
import dev.sennit.store.TableScan;
import dev.sennit.store.TableStore;
import dev.sennit.store.TableVersion;
import dev.sennit.validate.KeyedId;
import dev.sennit.validate.RowValidator;
import dev.sennit.validate.SetValidator;
import dev.sennit.validate.ViolationSink;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the rows of one type as they would be under a new schema: judges each by itself, hands it to the rules over all
 * rows, and stages the values that change. Used once.
 */
final class MigratedType {
    private static final int STEP = 1 << 12;

    private final TypeMigration migration;
    private final ElementType check;
    private final RowValidator validator;
    private final Optional<KeyedId> keyedId;
    private final int system;

    /** The properties that are read or filled, checked ones first. */
    private final List<PropertyMigration> properties;

    /** The place of each filled column among {@link #properties}. */
    private final int[] filled;

    private final Map<Integer, StagedFragment> staged = new LinkedHashMap<>();
    private boolean broken;
    private long rows;

    /** @param evolution the columns to be filled; empty if none are */
    MigratedType(TypeMigration migration, Optional<TableEvolution> evolution) {
        this.migration = migration;
        this.check = migration.toCheck();
        this.validator = RowValidator.of(check);
        this.keyedId = migration.newKey().map(key -> new KeyedId(check.properties(), key));
        this.system = TableLayouts.systemColumns(check).size();
        List<String> filledNames = evolution.map(TableEvolution::filledLayout).orElse(List.of()).stream()
                .map(ColumnLayout::name)
                .toList();
        this.properties = new ArrayList<>();
        for (Property property : check.properties()) {
            properties.add(migrationOf(property.name()));
        }
        this.filled = filledNames.stream().mapToInt(this::place).toArray();
    }

    private int place(String name) {
        PropertyMigration wanted = migrationOf(name);
        if (!properties.contains(wanted)) {
            properties.add(wanted);
        }
        return properties.indexOf(wanted);
    }

    private PropertyMigration migrationOf(String name) {
        return migration.properties().stream()
                .filter(property -> property.after().name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /**
     * Reads every row.
     *
     * @param all where rows go on to; null if no rule is about several rows
     * @param sink gets what rows break by themselves
     * @param progress told how many rows were read
     */
    void read(
            TableStore tables,
            TableVersion version,
            Optional<TableEvolution> evolution,
            @Nullable SetValidator all,
            ViolationSink sink,
            LongConsumer progress,
            FailurePoints failurePoints) {
        for (FragmentInfo fragment : version.fragments()) {
            if (evolution.isEmpty() || broken) {
                read(version, fragment, null, all, sink, progress);
                continue;
            }
            try (ColumnStaging staging = new ColumnStaging(tables.writeColumns(version, evolution.get()), fragment)) {
                read(version, fragment, staging, all, sink, progress);
                if (!broken) {
                    staged.put(fragment.id(), staging.finish());
                    failurePoints.reached(FailurePoint.FRAGMENT_STAGED);
                }
            }
        }
    }

    /** The new values of each fragment; complete unless a row broke a rule by itself. */
    Map<Integer, StagedFragment> staged() {
        return staged;
    }

    long rows() {
        return rows;
    }

    private void read(
            TableVersion version,
            FragmentInfo fragment,
            @Nullable ColumnStaging staging,
            @Nullable SetValidator all,
            ViolationSink sink,
            LongConsumer progress) {
        List<String> columns = new ArrayList<>(TableLayouts.systemColumns(check));
        int[] places = new int[properties.size()];
        for (int i = 0; i < places.length; i++) {
            Optional<Property> before = properties.get(i).before();
            places[i] = before.isPresent() ? columns.size() : -1;
            before.ifPresent(property -> columns.add(property.name()));
        }
        ScanRequest request =
                ScanRequest.of(columns).inFragments(List.of(fragment.id())).withRowAddresses();
        try (TableScan scan = version.scan(request)) {
            while (scan.next()) {
                for (int row = 0; row < scan.rowCount(); row++) {
                    @Nullable Object[] values = migrate(scan, row, places, sink);
                    judge(scan, row, values, all, sink);
                    if (staging != null && !broken) {
                        staging.add(RowAddress.unsignedOffset(scan.rowAddress(row)), fill(values));
                    }
                    if (++rows % STEP == 0) {
                        progress.accept(rows);
                    }
                }
            }
        }
    }

    /** The row's values under the new schema; {@link RowValidator#UNTOUCHED} for one that cannot be converted. */
    private @Nullable Object[] migrate(TableScan scan, int row, int[] places, ViolationSink sink) {
        @Nullable Object[] values = new @Nullable Object[places.length];
        for (int i = 0; i < places.length; i++) {
            PropertyMigration property = properties.get(i);
            Object old = places[i] < 0 ? null : scan.value(places[i], row);
            values[i] = property.migrate(old);
            if (old != null && values[i] == null) {
                broken = true;
                values[i] = RowValidator.UNTOUCHED;
                sink.accept(
                        check.name(),
                        rows,
                        RowValidator.inconvertible(check.name(), property.after(), old, id(scan, 0, row)));
            }
        }
        return values;
    }

    private void judge(
            TableScan scan, int row, @Nullable Object[] values, @Nullable SetValidator all, ViolationSink sink) {
        String id = id(scan, 0, row);
        @Nullable Object[] checked = Arrays.copyOf(values, check.properties().size());
        if (!validator.check(checked, rows, id, null, 0, sink)) {
            broken = true;
        }
        // A value that has no equal was told already: no rule over several rows has anything to say to it.
        Arrays.setAll(checked, i -> checked[i] == RowValidator.UNTOUCHED ? null : checked[i]);
        String source = system > 1 ? id(scan, 1, row) : null;
        String destination = system > 1 ? id(scan, 2, row) : null;
        Optional<String> expected = keyedId.flatMap(keyed -> keyed.of(source, destination, checked));
        if (expected.isPresent() && !expected.get().equals(id)) {
            broken = true;
            String names = Violation.properties(migration.newKey().orElse(List.of()));
            sink.accept(check.name(), rows, RowValidator.otherKey(check.name(), names, id, expected.get()));
        }
        if (all != null) {
            switch (check) {
                case NodeType node -> all.nodes(node).add(rows, id, checked, null, 0);
                case EdgeType edge ->
                    all.edges(edge)
                            .add(rows, id, String.valueOf(source), String.valueOf(destination), checked, null, 0);
            }
        }
    }

    private @Nullable Object[] fill(@Nullable Object[] values) {
        @Nullable Object[] row = new @Nullable Object[filled.length];
        for (int i = 0; i < row.length; i++) {
            row[i] = values[filled[i]];
        }
        return row;
    }

    private static String id(TableScan scan, int column, int row) {
        Object value = scan.value(column, row);
        if (value == null) {
            throw new IllegalStateException("an id column holds a null");
        }
        return (String) value;
    }
}
