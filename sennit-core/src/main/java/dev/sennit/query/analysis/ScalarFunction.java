package dev.sennit.query.analysis;

import java.util.List;
import java.util.Set;

/** Functions of the values of one row. Null arguments give null, except in {@link #COALESCE} and {@link #EXISTS}. */
public enum ScalarFunction {
    ABS("abs", 1, 1, ValueType.NUMBER, ValueType.NUMBER),
    CEIL("ceil", 1, 1, ValueType.NUMBER, ValueType.FLOAT),
    COALESCE("coalesce", 1, Integer.MAX_VALUE, ValueType.ANY, ValueType.ANY),
    DATE("date", 1, 1, ValueType.of(Kind.STRING, Kind.DATE), ValueType.of(Kind.DATE)),
    DATETIME("datetime", 1, 1, ValueType.of(Kind.STRING, Kind.ZONED_DATETIME), ValueType.of(Kind.ZONED_DATETIME)),
    DURATION("duration", 1, 1, ValueType.of(Kind.STRING, Kind.DURATION), ValueType.of(Kind.DURATION)),
    ELEMENT_ID("elementId", 1, 1, ValueType.of(Kind.NODE, Kind.EDGE), ValueType.STRING),
    END_NODE("endNode", 1, 1, ValueType.of(Kind.EDGE), ValueType.of(Kind.NODE)),
    EXISTS("exists", 1, 1, ValueType.ANY, ValueType.BOOLEAN),
    EXP("exp", 1, 1, ValueType.NUMBER, ValueType.FLOAT),
    FLOOR("floor", 1, 1, ValueType.NUMBER, ValueType.FLOAT),
    HEAD("head", 1, 1, ValueType.of(Kind.LIST), ValueType.ANY),
    ID("id", 1, 1, ValueType.of(Kind.NODE, Kind.EDGE), ValueType.STRING),
    KEYS("keys", 1, 1, ValueType.of(Kind.NODE, Kind.EDGE, Kind.MAP), ValueType.listOf(ValueType.STRING)),
    LABELS("labels", 1, 1, ValueType.of(Kind.NODE), ValueType.listOf(ValueType.STRING)),
    LAST("last", 1, 1, ValueType.of(Kind.LIST), ValueType.ANY),
    LEFT("left", 2, 2, ValueType.of(Kind.STRING, Kind.INTEGER), ValueType.STRING),
    LENGTH("length", 1, 1, ValueType.PATH, ValueType.INTEGER),
    LOCAL_DATETIME(
            "localdatetime", 1, 1, ValueType.of(Kind.STRING, Kind.LOCAL_DATETIME), ValueType.of(Kind.LOCAL_DATETIME)),
    LOCAL_TIME("localtime", 1, 1, ValueType.of(Kind.STRING, Kind.LOCAL_TIME), ValueType.of(Kind.LOCAL_TIME)),
    LOG("log", 1, 1, ValueType.NUMBER, ValueType.FLOAT),
    LOG10("log10", 1, 1, ValueType.NUMBER, ValueType.FLOAT),
    L_TRIM("lTrim", 1, 1, ValueType.STRING, ValueType.STRING),
    NODES("nodes", 1, 1, ValueType.PATH, ValueType.listOf(ValueType.of(Kind.NODE))),
    PROPERTIES("properties", 1, 1, ValueType.of(Kind.NODE, Kind.EDGE, Kind.MAP), ValueType.MAP),
    RANGE("range", 2, 3, ValueType.INTEGER, ValueType.listOf(ValueType.INTEGER)),
    RELATIONSHIPS("relationships", 1, 1, ValueType.PATH, ValueType.listOf(ValueType.of(Kind.EDGE))),
    REPLACE("replace", 3, 3, ValueType.STRING, ValueType.STRING),
    REVERSE("reverse", 1, 1, ValueType.of(Kind.STRING, Kind.LIST), ValueType.of(Kind.STRING, Kind.LIST)),
    RIGHT("right", 2, 2, ValueType.of(Kind.STRING, Kind.INTEGER), ValueType.STRING),
    ROUND("round", 1, 1, ValueType.NUMBER, ValueType.FLOAT),
    R_TRIM("rTrim", 1, 1, ValueType.STRING, ValueType.STRING),
    SIGN("sign", 1, 1, ValueType.NUMBER, ValueType.INTEGER),
    SIZE("size", 1, 1, ValueType.of(Kind.STRING, Kind.LIST, Kind.VECTOR, Kind.BYTES), ValueType.INTEGER),
    SPLIT("split", 2, 2, ValueType.STRING, ValueType.listOf(ValueType.STRING)),
    SQRT("sqrt", 1, 1, ValueType.NUMBER, ValueType.FLOAT),
    START_NODE("startNode", 1, 1, ValueType.of(Kind.EDGE), ValueType.of(Kind.NODE)),
    SUBSTRING("substring", 2, 3, ValueType.of(Kind.STRING, Kind.INTEGER), ValueType.STRING),
    TAIL("tail", 1, 1, ValueType.of(Kind.LIST), ValueType.of(Kind.LIST)),
    TIME("time", 1, 1, ValueType.of(Kind.STRING, Kind.ZONED_TIME), ValueType.of(Kind.ZONED_TIME)),
    TO_BOOLEAN("toBoolean", 1, 1, ValueType.of(Kind.STRING, Kind.BOOLEAN, Kind.INTEGER), ValueType.BOOLEAN),
    TO_FLOAT("toFloat", 1, 1, ValueType.of(Kind.STRING, Kind.INTEGER, Kind.FLOAT, Kind.DECIMAL), ValueType.FLOAT),
    TO_INTEGER(
            "toInteger",
            1,
            1,
            ValueType.of(Kind.STRING, Kind.INTEGER, Kind.FLOAT, Kind.DECIMAL, Kind.BOOLEAN),
            ValueType.INTEGER),
    TO_LOWER("toLower", 1, 1, ValueType.STRING, ValueType.STRING),
    TO_STRING("toString", 1, 1, ValueType.ANY, ValueType.STRING),
    TO_UPPER("toUpper", 1, 1, ValueType.STRING, ValueType.STRING),
    TRIM("trim", 1, 1, ValueType.STRING, ValueType.STRING),
    TYPE("type", 1, 1, ValueType.of(Kind.EDGE), ValueType.STRING);

    /** Functions of openCypher that Sennit does not have yet, in lower case. */
    static final Set<String> NOT_YET = Set.of(
            "acos",
            "asin",
            "atan",
            "atan2",
            "cos",
            "cot",
            "degrees",
            "e",
            "haversin",
            "percentilecont",
            "percentiledisc",
            "pi",
            "point",
            "radians",
            "rand",
            "randomuuid",
            "sin",
            "stdev",
            "stdevp",
            "tan",
            "timestamp",
            "distance",
            "isempty",
            "char_length",
            "date.transaction",
            "date.statement",
            "date.realtime",
            "date.truncate",
            "datetime.truncate",
            "datetime.fromepoch",
            "datetime.fromepochmillis",
            "localdatetime.truncate",
            "localtime.truncate",
            "time.truncate",
            "duration.between",
            "duration.inmonths",
            "duration.indays",
            "duration.inseconds");

    private final String text;
    private final int least;
    private final int most;
    private final ValueType argument;
    private final ValueType result;

    ScalarFunction(String text, int least, int most, ValueType argument, ValueType result) {
        this.text = text;
        this.least = least;
        this.most = most;
        this.argument = argument;
        this.result = result;
    }

    /** The name as openCypher spells it. */
    public String text() {
        return text;
    }

    int leastArguments() {
        return least;
    }

    int mostArguments() {
        return most;
    }

    ValueType argumentType(int index) {
        return switch (this) {
            case LEFT, RIGHT, SUBSTRING -> index == 0 ? ValueType.STRING : ValueType.INTEGER;
            default -> argument;
        };
    }

    ValueType resultType(List<ValueType> arguments) {
        return switch (this) {
            case COALESCE -> arguments.stream().reduce(ValueType.NULL, ValueType::or);
            case ABS -> arguments.getFirst().isNumber() ? arguments.getFirst() : result;
            case HEAD, LAST -> arguments.getFirst().element().orElse(ValueType.ANY);
            case TAIL, REVERSE -> arguments.getFirst().isNull() ? result : arguments.getFirst();
            default -> result;
        };
    }
}
