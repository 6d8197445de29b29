package dev.sennit.tck;

import dev.sennit.query.analysis.Kind;
import dev.sennit.query.analysis.Procedure;
import dev.sennit.query.analysis.ValueType;
import dev.sennit.query.execution.ProcedureBody;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A procedure that a scenario defines by the table of its results. */
record KitProcedure(Procedure procedure, ProcedureBody body) {
    private static final Pattern SIGNATURE =
            Pattern.compile("there exists a procedure ([\\w.]+)\\((.*)\\) :: \\((.*)\\) ?:");

    static KitProcedure of(Run.Step step) {
        Matcher signature = SIGNATURE.matcher(step.text());
        if (!signature.matches()) {
            throw new IllegalArgumentException(step.text());
        }
        List<Procedure.Field> inputs = fields(signature.group(2));
        List<Procedure.Field> outputs = fields(signature.group(3));
        List<List<@Nullable Object>> rows = new ArrayList<>();
        if (!inputs.isEmpty() || !outputs.isEmpty()) {
            for (List<String> cells : step.table().subList(1, step.table().size())) {
                List<@Nullable Object> row = new ArrayList<>();
                cells.forEach(cell -> row.add(KitValue.parameter(cell)));
                rows.add(row);
            }
        }
        return new KitProcedure(
                new Procedure(signature.group(1), inputs, outputs),
                (context, arguments, blame) -> rows.stream()
                        .filter(row -> fits(row, arguments))
                        .map(row -> row.subList(inputs.size(), row.size()).toArray()));
    }

    private static boolean fits(List<@Nullable Object> row, List<@Nullable Object> arguments) {
        for (int i = 0; i < arguments.size(); i++) {
            Object wanted = row.get(i);
            Object given = arguments.get(i);
            boolean same = wanted instanceof Number a && given instanceof Number b
                    ? a.doubleValue() == b.doubleValue()
                    : Objects.equals(wanted, given);
            if (!same) {
                return false;
            }
        }
        return true;
    }

    private static List<Procedure.Field> fields(String text) {
        List<Procedure.Field> fields = new ArrayList<>();
        for (String field : text.split(",", -1)) {
            if (!field.isBlank()) {
                String[] parts = field.split("::", -1);
                fields.add(new Procedure.Field(parts[0].strip(), type(parts[1].strip())));
            }
        }
        return fields;
    }

    private static ValueType type(String text) {
        return switch (text) {
            case "STRING?" -> ValueType.STRING;
            case "INTEGER?" -> ValueType.INTEGER;
            case "FLOAT?" -> ValueType.of(Kind.FLOAT);
            case "NUMBER?" -> ValueType.NUMBER;
            default -> throw new IllegalArgumentException(text);
        };
    }
}
