package dev.sennit.query.value;

import dev.sennit.model.CalendarDuration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetTime;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The total order of ORDER BY, ascending: kinds in the order of {@link ValueClass}, NaN after all numbers, null last.
 * Elements are ordered by element id.
 */
public final class ValueOrder implements Comparator<@Nullable Object> {
    public static final ValueOrder ASCENDING = new ValueOrder();

    private ValueOrder() {}

    @Override
    public int compare(@Nullable Object left, @Nullable Object right) {
        if (left == null || right == null) {
            return left == right ? 0 : left == null ? 1 : -1;
        }
        ValueClass kind = ValueClass.of(left);
        ValueClass otherKind = ValueClass.of(right);
        return kind != otherKind ? kind.compareTo(otherKind) : sameKind(kind, left, right);
    }

    /**
     * The {@code <} of openCypher: the order of two values of one kind, or null if they have none. Numbers, strings,
     * booleans, points in time, bytes and lists have.
     */
    @Nullable
    public static Integer comparison(@Nullable Object left, @Nullable Object right) {
        if (left == null || right == null) {
            return null;
        }
        ValueClass kind = ValueClass.of(left);
        if (kind != ValueClass.of(right)) {
            return null;
        }
        return switch (kind) {
            case NUMBER -> Numbers.isNaN(left) || Numbers.isNaN(right) ? null : Numbers.compare(left, right);
            case LIST -> lists(Sequences.elements(left), Sequences.elements(right));
            case MAP, NODE, EDGE, PATH, DURATION -> null;
            case STRING, BOOLEAN, BYTES, DATE, LOCAL_DATETIME, ZONED_DATETIME, LOCAL_TIME, ZONED_TIME ->
                ASCENDING.sameKind(kind, left, right);
        };
    }

    @Nullable
    private static Integer lists(List<@Nullable Object> left, List<@Nullable Object> right) {
        int shared = Math.min(left.size(), right.size());
        for (int i = 0; i < shared; i++) {
            Integer order = comparison(left.get(i), right.get(i));
            if (order == null || order != 0) {
                return order;
            }
        }
        return Integer.compare(left.size(), right.size());
    }

    private int sameKind(ValueClass kind, Object left, Object right) {
        return switch (kind) {
            case STRING -> CodePointOrder.compare((String) left, (String) right);
            case NUMBER -> numbers(left, right);
            case BOOLEAN -> ((Boolean) left).compareTo((Boolean) right);
            case DATE -> ((LocalDate) left).compareTo((LocalDate) right);
            case LOCAL_DATETIME -> ((LocalDateTime) left).compareTo((LocalDateTime) right);
            case ZONED_DATETIME -> ((ZonedDateTime) left).compareTo((ZonedDateTime) right);
            case LOCAL_TIME -> ((LocalTime) left).compareTo((LocalTime) right);
            case ZONED_TIME -> ((OffsetTime) left).compareTo((OffsetTime) right);
            case DURATION -> durations((CalendarDuration) left, (CalendarDuration) right);
            case BYTES -> Arrays.compareUnsigned((byte[]) left, (byte[]) right);
            case NODE, EDGE ->
                CodePointOrder.compare(((ElementRef) left).elementId(), ((ElementRef) right).elementId());
            case PATH -> paths((PathRef) left, (PathRef) right);
            case LIST -> elements(Sequences.elements(left), Sequences.elements(right));
            case MAP -> maps((Map<?, ?>) left, (Map<?, ?>) right);
        };
    }

    private static int numbers(Object left, Object right) {
        boolean leftNaN = Numbers.isNaN(left);
        boolean rightNaN = Numbers.isNaN(right);
        return leftNaN || rightNaN ? Boolean.compare(leftNaN, rightNaN) : Numbers.compare(left, right);
    }

    /** By length, taking a month as 30.436875 days; durations of equal length by months, then by days. */
    private static int durations(CalendarDuration left, CalendarDuration right) {
        return Comparator.comparingDouble(ValueOrder::seconds)
                .thenComparingLong(CalendarDuration::months)
                .thenComparingLong(CalendarDuration::days)
                .thenComparingLong(CalendarDuration::nanos)
                .compare(left, right);
    }

    private static double seconds(CalendarDuration duration) {
        return duration.months() * 2_629_746.0 + duration.days() * 86_400.0 + duration.nanos() / 1e9;
    }

    private int paths(PathRef left, PathRef right) {
        int shared = Math.min(left.edges().size(), right.edges().size());
        int order = compare(left.nodes().getFirst(), right.nodes().getFirst());
        for (int i = 0; i < shared && order == 0; i++) {
            order = compare(left.edges().get(i), right.edges().get(i));
            if (order == 0) {
                order = compare(left.nodes().get(i + 1), right.nodes().get(i + 1));
            }
        }
        return order != 0
                ? order
                : Integer.compare(left.edges().size(), right.edges().size());
    }

    private int elements(List<@Nullable Object> left, List<@Nullable Object> right) {
        int shared = Math.min(left.size(), right.size());
        for (int i = 0; i < shared; i++) {
            int order = compare(left.get(i), right.get(i));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(left.size(), right.size());
    }

    /** By size, then by the sorted keys, then by the values in the order of the keys. */
    private int maps(Map<?, ?> left, Map<?, ?> right) {
        int order = Integer.compare(left.size(), right.size());
        if (order != 0) {
            return order;
        }
        List<Object> leftKeys = List.copyOf(sortedKeys(left));
        List<Object> rightKeys = List.copyOf(sortedKeys(right));
        for (int i = 0; i < leftKeys.size() && order == 0; i++) {
            order = compare(leftKeys.get(i), rightKeys.get(i));
        }
        for (int i = 0; i < leftKeys.size() && order == 0; i++) {
            order = compare(left.get(leftKeys.get(i)), right.get(leftKeys.get(i)));
        }
        return order;
    }

    private Set<Object> sortedKeys(Map<?, ?> map) {
        Set<Object> keys = new TreeSet<>(this);
        keys.addAll(map.keySet());
        return keys;
    }
}
