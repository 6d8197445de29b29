package dev.sennit;

import dev.sennit.model.ErrorText;
import dev.sennit.model.InvalidArgumentException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Makes records of rows: each component takes the column of its name, converted between the integer and floating-point
 * classes where nothing is lost. Immutable.
 */
final class RecordMapper<T> {
    private final Class<T> recordClass;
    private final MethodHandle constructor;
    private final RecordComponent[] components;
    private final int[] columns;

    /** @throws InvalidArgumentException if the class is no record or a component has no column */
    RecordMapper(Class<T> recordClass, List<String> names) {
        if (!recordClass.isRecord()) {
            throw new InvalidArgumentException(ErrorText.of(recordClass.getName() + " is not a record class"));
        }
        this.recordClass = recordClass;
        this.components = recordClass.getRecordComponents();
        this.columns = new int[components.length];
        List<Class<?>> types = new ArrayList<>();
        for (int i = 0; i < components.length; i++) {
            columns[i] = names.indexOf(components[i].getName());
            types.add(components[i].getType());
            if (columns[i] < 0) {
                throw new InvalidArgumentException(
                        ErrorText.of("no column '" + components[i].getName() + "' for " + recordClass.getName())
                                .cause("the columns are " + String.join(", ", names))
                                .remedy("name the column with AS " + components[i].getName()));
            }
        }
        try {
            this.constructor = MethodHandles.privateLookupIn(recordClass, MethodHandles.lookup())
                    .findConstructor(recordClass, MethodType.methodType(void.class, types));
        } catch (ReflectiveOperationException e) {
            throw new InvalidArgumentException(ErrorText.of("cannot make a " + recordClass.getName())
                    .cause(String.valueOf(e.getMessage()))
                    .remedy("open its package to Sennit"));
        }
    }

    T map(Row row) {
        @Nullable Object[] arguments = new @Nullable Object[components.length];
        for (int i = 0; i < components.length; i++) {
            arguments[i] = convert(row.get(columns[i]), components[i]);
        }
        try {
            return recordClass.cast(constructor.invokeWithArguments(arguments));
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new InvalidArgumentException(
                    ErrorText.of("cannot make a " + recordClass.getName()).cause(String.valueOf(e.getMessage())));
        }
    }

    @Nullable
    private Object convert(@Nullable Object value, RecordComponent component) {
        Class<?> wanted = MethodType.methodType(component.getType()).wrap().returnType();
        if (wanted == Optional.class) {
            return Optional.ofNullable(value);
        }
        if (value == null) {
            if (component.getType().isPrimitive()) {
                throw mismatch("null", component);
            }
            return null;
        }
        if (wanted.isInstance(value)) {
            return value;
        }
        try {
            if (value instanceof Long number) {
                if (wanted == Integer.class) {
                    return Math.toIntExact(number);
                }
                if (wanted == Short.class && number == number.shortValue()) {
                    return number.shortValue();
                }
                if (wanted == Byte.class && number == number.byteValue()) {
                    return number.byteValue();
                }
                if (wanted == Double.class) {
                    return (double) number;
                }
                if (wanted == BigDecimal.class) {
                    return BigDecimal.valueOf(number);
                }
            }
            if (value instanceof Double number && wanted == Float.class) {
                return number.floatValue();
            }
        } catch (ArithmeticException e) {
            throw mismatch(String.valueOf(value), component);
        }
        if (value instanceof String text && wanted.isEnum()) {
            for (Object constant : wanted.getEnumConstants()) {
                if (((Enum<?>) constant).name().equals(text)) {
                    return constant;
                }
            }
        }
        throw mismatch(String.valueOf(value), component);
    }

    private InvalidArgumentException mismatch(String value, RecordComponent component) {
        return new InvalidArgumentException(ErrorText.of("column '" + component.getName() + "' has " + value)
                .cause(recordClass.getSimpleName() + "." + component.getName() + " is of type "
                        + component.getType().getSimpleName()));
    }
}
