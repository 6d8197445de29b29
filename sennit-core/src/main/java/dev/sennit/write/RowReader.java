package dev.sennit.write;

import dev.sennit.input.Cells;
import dev.sennit.input.Columns;
import dev.sennit.input.InputRow;
import dev.sennit.input.ValueProblem;
import dev.sennit.model.Rule;
import dev.sennit.model.Violation;
import dev.sennit.schema.ElementType;
import dev.sennit.schema.Property;
import dev.sennit.validate.RowValidator;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads the cells of rows as property values of their type. Not thread-safe. */
final class RowReader {
    /** Shapes remembered; a file of JSON rows may have very many. */
    private static final int REMEMBERED = 1024;

    private final Optional<String> dateFormat;
    private final Map<ElementType, Map<Columns, RowPlan>> plans = new IdentityHashMap<>();

    RowReader(Optional<String> dateFormat) {
        this.dateFormat = dateFormat;
    }

    /**
     * The row's property values, in the type's order, {@link RowValidator#UNTOUCHED} where the row has no column or no
     * value could be read. Each rule the row breaks goes to {@code violations}.
     */
    @Nullable
    Object[] read(InputRow row, Cells cells, ElementType type, Consumer<Violation> violations) {
        RowPlan plan = plan(cells.columns(), type);
        @Nullable Object[] values = new @Nullable Object[type.properties().size()];
        Arrays.fill(values, RowValidator.UNTOUCHED);
        for (RowPlan.Known known : plan.known()) {
            Object value = known.parser().parse(cells, known.column());
            if (value instanceof ValueProblem problem) {
                Property property = type.properties().get(known.property());
                violations.accept(problem.violation(type.name(), property.name(), null, row.source(), row.line()));
            } else {
                values[known.property()] = value;
            }
        }
        for (RowPlan.Unknown unknown : plan.unknown()) {
            if (unknown.hasValue(cells)) {
                violations.accept(new Violation(
                        Rule.UNKNOWN_NAME,
                        type.name(),
                        unknown.name(),
                        null,
                        cells.text(unknown.column()),
                        row.source(),
                        row.line(),
                        type.name() + " has no property '" + unknown.name() + "'; " + unknown.remedy()));
            }
        }
        return values;
    }

    private RowPlan plan(Columns columns, ElementType type) {
        Map<Columns, RowPlan> ofType = plans.computeIfAbsent(type, ignored -> new IdentityHashMap<>());
        RowPlan plan = ofType.get(columns);
        if (plan == null) {
            plan = RowPlan.of(type, columns, dateFormat);
            if (ofType.size() < REMEMBERED) {
                ofType.put(columns, plan);
            }
        }
        return plan;
    }
}
