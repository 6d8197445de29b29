package dev.sennit.schema.inference;

import dev.sennit.model.PropertyType;
import dev.sennit.model.PropertyType.Scalar;
import java.math.BigInteger;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What was seen of one column of one type. */
final class ColumnProfile {
    private static final BigInteger INT64_MIN = BigInteger.valueOf(Long.MIN_VALUE);
    private static final BigInteger INT64_MAX = BigInteger.valueOf(Long.MAX_VALUE);

    /** A list of at least so many numbers, always the same number of them, is a vector. */
    private static final int VECTOR_LENGTH = 8;

    private final String name;
    private final EnumSet<CellKind> kinds = EnumSet.noneOf(CellKind.class);

    @Nullable
    private String headerType;

    private long values;
    private long smallest = Long.MAX_VALUE;
    private long largest = Long.MIN_VALUE;

    @Nullable
    private String beyondInt64;

    @Nullable
    private String firstText;

    private int longest;
    private boolean isJson;

    @Nullable
    private ColumnProfile elements;

    private int shortestList = Integer.MAX_VALUE;
    private int longestList;
    private boolean hasNullElement;

    ColumnProfile(String name) {
        this.name = name;
    }

    String name() {
        return name;
    }

    /** How many rows have a value here, not null. */
    long values() {
        return values;
    }

    boolean isEmpty() {
        return values == 0;
    }

    /** The longest text, in characters. */
    int longest() {
        return longest;
    }

    void setHeaderType(@Nullable String written) {
        headerType = written;
    }

    /** A value, not null. */
    void add(RawValue value) {
        values++;
        switch (value) {
            case RawValue.Cell cell -> addCell(cell);
            case RawValue.Json json -> addJson(json.value());
        }
    }

    private void addCell(RawValue.Cell cell) {
        if (headerType != null && HeaderType.isList(headerType)) {
            if (cell.text().isEmpty()) {
                addList(List.of(), part -> {});
                return;
            }
            String[] parts = cell.text().split("(?<!\\\\);", -1);
            addList(List.of(parts), part -> elements().add(RawValue.cell((String) part)));
            return;
        }
        add(CellKind.ofCell(cell.text()), cell.text());
    }

    private void addJson(@Nullable Object value) {
        switch (value) {
            case null -> hasNullElement = true;
            case Boolean ignored -> add(CellKind.BOOL, "");
            case String text -> add(CellKind.ofJsonString(text), text);
            case Number number -> {
                CellKind kind = CellKind.ofCell(number.toString());
                add(kind == CellKind.INTEGER ? CellKind.INTEGER : CellKind.FLOAT, number.toString());
            }
            case List<?> list -> addList(list, element -> elements().addJson(element));
            case Map<?, ?> ignored -> kinds.add(CellKind.MAP);
            default -> throw new IllegalArgumentException("not a JSON value: " + value.getClass());
        }
        isJson = true;
    }

    private void add(CellKind kind, String text) {
        kinds.add(kind);
        longest = Math.max(longest, text.length());
        if (kind == CellKind.INTEGER) {
            addInteger(text.strip());
        } else if (kind == CellKind.TEXT && firstText == null) {
            firstText = text;
        }
    }

    private void addInteger(String text) {
        if (text.length() < 19) {
            long value = Long.parseLong(text);
            smallest = Math.min(smallest, value);
            largest = Math.max(largest, value);
            return;
        }
        BigInteger value = new BigInteger(text);
        if (value.compareTo(INT64_MIN) < 0 || value.compareTo(INT64_MAX) > 0) {
            beyondInt64 = text;
        } else {
            smallest = Math.min(smallest, value.longValueExact());
            largest = Math.max(largest, value.longValueExact());
        }
    }

    private void addList(List<?> list, Consumer<Object> addElement) {
        kinds.add(CellKind.LIST);
        shortestList = Math.min(shortestList, list.size());
        longestList = Math.max(longestList, list.size());
        ColumnProfile profile = elements();
        for (Object element : list) {
            if (element == null) {
                profile.hasNullElement = true;
            } else {
                addElement.accept(element);
            }
        }
    }

    private ColumnProfile elements() {
        if (elements == null) {
            elements = new ColumnProfile(name);
        }
        return elements;
    }

    /** The narrowest type that holds all values. */
    PropertyType type() {
        Optional<PropertyType> declared = headerType == null ? Optional.empty() : HeaderType.read(headerType, this);
        return declared.orElseGet(this::observedType);
    }

    private PropertyType observedType() {
        if (kinds.isEmpty()) {
            return Scalar.STRING;
        }
        if (kinds.equals(EnumSet.of(CellKind.INTEGER))) {
            if (beyondInt64 != null) {
                return isJson ? Scalar.FLOAT64 : Scalar.STRING;
            }
            return isWithin(Integer.MIN_VALUE, Integer.MAX_VALUE) ? Scalar.INT32 : Scalar.INT64;
        }
        if (isOnly(Set.of(CellKind.INTEGER, CellKind.FLOAT))) {
            return Scalar.FLOAT64;
        }
        if (isOnly(Set.of(CellKind.LIST, CellKind.MAP))) {
            return kinds.contains(CellKind.MAP) ? Scalar.JSON : listType();
        }
        if (kinds.size() > 1) {
            return Scalar.STRING;
        }
        return switch (kinds.iterator().next()) {
            case BOOL -> Scalar.BOOL;
            case DATE -> Scalar.DATE;
            case LOCAL_DATETIME -> Scalar.LOCAL_DATETIME;
            case ZONED_DATETIME -> Scalar.ZONED_DATETIME;
            case INTEGER, FLOAT, TEXT, LIST, MAP -> Scalar.STRING;
        };
    }

    private PropertyType listType() {
        ColumnProfile profile = elements();
        if (profile.hasNullElement || profile.isOnly(Set.of(CellKind.LIST, CellKind.MAP)) && !profile.kinds.isEmpty()) {
            return Scalar.JSON;
        }
        PropertyType element = profile.observedType();
        if (element == Scalar.STRING && profile.isJson && profile.holdsMoreThanText()) {
            return Scalar.JSON;
        }
        if (element == Scalar.FLOAT64
                && shortestList == longestList
                && longestList >= VECTOR_LENGTH
                && longestList <= PropertyType.Vector.MAX_DIMENSION) {
            return new PropertyType.Vector(longestList);
        }
        return new PropertyType.ListOf(element);
    }

    private boolean holdsMoreThanText() {
        return kinds.stream().anyMatch(kind -> switch (kind) {
            case BOOL, INTEGER, FLOAT, LIST, MAP -> true;
            case DATE, LOCAL_DATETIME, ZONED_DATETIME, TEXT -> false;
        });
    }

    /** Whether all values seen look like one of these. */
    boolean isOnly(Set<CellKind> of) {
        return of.containsAll(kinds);
    }

    /** Whether all whole numbers seen are within the bounds. */
    boolean isWithin(long minimum, long maximum) {
        return beyondInt64 == null && smallest >= minimum && largest <= maximum;
    }

    /** The type of the elements of the lists seen; STRING if there were none. */
    PropertyType elementType(String elementHeader) {
        ColumnProfile profile = elements();
        profile.setHeaderType(elementHeader);
        return profile.type();
    }

    /** Why the type is what it is, where that is not plain to see; else the empty string. */
    String note() {
        if (isEmpty()) {
            return "every value is null";
        }
        if (headerType != null) {
            return HeaderType.note(headerType, this, type());
        }
        if (kinds.size() > 1 && type() == Scalar.STRING) {
            if (isJson && holdsMoreThanText()) {
                return "values of several kinds, which no type holds: load it as text";
            }
            return firstText == null || firstText.isEmpty()
                    ? "values of several kinds"
                    : "'" + shortened(firstText) + "' is no number, others are";
        }
        if (beyondInt64 != null) {
            return beyondInt64 + " is outside INT64";
        }
        boolean isCode = firstText != null && firstText.matches("0[0-9]+") && type() == Scalar.STRING;
        return isCode ? "'" + shortened(firstText) + "' has leading zeros" : "";
    }

    private static String shortened(@Nullable String text) {
        String line = text == null ? "" : text.replaceAll("\\s+", " ");
        return line.length() > 24 ? line.substring(0, 24) + "..." : line;
    }
}
