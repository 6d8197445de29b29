package dev.sennit.query.temporal;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.temporal.Temporal;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The fields a point in time or a duration is made of, each asked for by its name; those nobody asks for are wrong. */
final class FieldMap {
    private final Map<?, ?> fields;
    private final Set<String> asked = new LinkedHashSet<>();

    FieldMap(Map<?, ?> fields) {
        this.fields = fields;
    }

    boolean isEmpty() {
        return fields.isEmpty();
    }

    boolean has(String... names) {
        for (String name : names) {
            if (fields.get(name) != null) {
                return true;
            }
        }
        return false;
    }

    Optional<Long> number(String name) {
        asked.add(name);
        return switch (fields.get(name)) {
            case null -> Optional.empty();
            case Long number -> Optional.of(number);
            case Double number when number == Math.rint(number) -> Optional.of((long) (double) number);
            default -> throw new DateTimeException("'" + name + "' needs an INTEGER");
        };
    }

    BigDecimal amount(String name) {
        asked.add(name);
        return switch (fields.get(name)) {
            case null -> BigDecimal.ZERO;
            case Long number -> BigDecimal.valueOf(number);
            case Double number when Double.isFinite(number) -> BigDecimal.valueOf(number);
            case BigDecimal number -> number;
            default -> throw new DateTimeException("'" + name + "' needs a number");
        };
    }

    Optional<String> text(String name) {
        asked.add(name);
        return switch (fields.get(name)) {
            case null -> Optional.empty();
            case String text -> Optional.of(text);
            default -> throw new DateTimeException("'" + name + "' needs a STRING");
        };
    }

    Optional<Moment> moment(String name) {
        asked.add(name);
        return switch (fields.get(name)) {
            case null -> Optional.empty();
            case Temporal temporal -> Optional.of(Moment.of(temporal));
            default -> throw new DateTimeException("'" + name + "' needs a point in time");
        };
    }

    /** @throws DateTimeException if there is a field that nobody asked for */
    void requireAllAsked() {
        for (Object name : fields.keySet()) {
            if (!asked.contains(String.valueOf(name))) {
                throw new DateTimeException(
                        "there is no field '" + name + "' here; there are " + String.join(", ", asked));
            }
        }
    }
}
