package dev.sennit;

import dev.sennit.model.ErrorText;
import dev.sennit.model.InvalidArgumentException;
import dev.sennit.model.UnicodeText;
import java.beans.IntrospectionException;
import java.beans.Introspector;
import java.beans.PropertyDescriptor;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.time.temporal.Temporal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Turns what callers have, records and JavaBeans among it, into the values queries know. */
final class QueryParameters {
    private static final int MAX_DEPTH = 500;

    private QueryParameters() {}

    /**
     * The parameters with every record and JavaBean, at any depth, as a map of its components or properties.
     *
     * @throws InvalidArgumentException if one cannot be read, or holds a text that is not Unicode
     */
    static Map<String, @Nullable Object> of(Map<String, ?> parameters) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        parameters.forEach((name, value) -> values.put(name, unicode(name, value(value, 0))));
        return values;
    }

    @Nullable
    private static Object unicode(String name, @Nullable Object value) {
        UnicodeText.halfSurrogateIn(value).ifPresent(at -> {
            throw InvalidArgumentException.notUnicode("the value of '" + name + "'", at);
        });
        return value;
    }

    /** A record's components as parameters. */
    static Map<String, @Nullable Object> of(Record parameters) {
        return components(parameters, 0);
    }

    @Nullable
    private static Object value(@Nullable Object value, int depth) {
        if (depth > MAX_DEPTH) {
            throw new InvalidArgumentException(ErrorText.of("a parameter nests more than " + MAX_DEPTH + " deep")
                    .cause("or a list or map in it contains itself")
                    .remedy("make it flatter"));
        }
        return switch (value) {
            case null -> null;
            case Optional<?> optional -> value(optional.orElse(null), depth + 1);
            case Record record when !isOurs(record) -> components(record, depth);
            case Map<?, ?> map -> {
                Map<String, @Nullable Object> values = new LinkedHashMap<>();
                map.forEach((key, element) -> values.put(String.valueOf(key), value(element, depth + 1)));
                yield values;
            }
            case Collection<?> collection -> {
                List<@Nullable Object> values = new ArrayList<>(collection.size());
                collection.forEach(element -> values.add(value(element, depth + 1)));
                yield values;
            }
            case Enum<?> constant -> constant.name();
            default -> isPlain(value) ? value : properties(value, depth);
        };
    }

    /** Records of Sennit's own, such as durations, are values. */
    private static boolean isOurs(Record record) {
        return record.getClass().getPackageName().startsWith("dev.sennit.model");
    }

    /** Whether the query language may know the class: everything from the JDK, arrays, Sennit's values. */
    private static boolean isPlain(Object value) {
        Class<?> type = value.getClass();
        return type.isArray()
                || value instanceof Temporal
                || type.getName().startsWith("java.")
                || type.getPackageName().startsWith("dev.sennit.model");
    }

    private static Map<String, @Nullable Object> components(Record record, int depth) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            String name = component.getName();
            values.put(name, unicode(name, value(read(record, component.getAccessor()), depth + 1)));
        }
        return values;
    }

    private static Map<String, @Nullable Object> properties(Object bean, int depth) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        try {
            for (PropertyDescriptor property :
                    Introspector.getBeanInfo(bean.getClass(), Object.class).getPropertyDescriptors()) {
                if (property.getReadMethod() != null) {
                    values.put(property.getName(), value(read(bean, property.getReadMethod()), depth + 1));
                }
            }
        } catch (IntrospectionException e) {
            throw unreadable(bean, e);
        }
        if (values.isEmpty()) {
            throw new InvalidArgumentException(
                    ErrorText.of("a parameter is of class " + bean.getClass().getName())
                            .cause("it is no value of a query, no record, and has no getters")
                            .remedy("pass a map, a record or a JavaBean"));
        }
        return values;
    }

    @Nullable
    private static Object read(Object from, Method method) {
        try {
            method.trySetAccessible();
            return method.invoke(from);
        } catch (ReflectiveOperationException e) {
            throw unreadable(from, e);
        }
    }

    private static InvalidArgumentException unreadable(Object value, Exception e) {
        return new InvalidArgumentException(
                ErrorText.of("cannot read a " + value.getClass().getName()).cause(String.valueOf(e.getMessage())));
    }
}
