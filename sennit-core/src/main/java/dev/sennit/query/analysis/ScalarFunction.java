package dev.sennit.query.analysis;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Functions of the values of one row. Null arguments give null, except in {@link #COALESCE}, {@link #EXISTS},
 * {@link #NULL_IF} and {@link #VALUE_TYPE}.
 */
public enum ScalarFunction {
    ABS("abs", 1, 1, ValueType.NUMBER, ValueType.NUMBER),
    CEIL("ceil", 1, 1, ValueType.NUMBER, ValueType.FLOAT),
    COALESCE("coalesce", 1, Integer.MAX_VALUE, ValueType.ANY, ValueType.ANY),
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
    LOG("log", 1, 1, ValueType.NUMBER, ValueType.FLOAT),
    LOG10("log10", 1, 1, ValueType.NUMBER, ValueType.FLOAT),
    L_TRIM("lTrim", 1, 2, ValueType.STRING, ValueType.STRING),
    NODES("nodes", 1, 1, ValueType.PATH, ValueType.listOf(ValueType.of(Kind.NODE))),
    PROPERTIES("properties", 1, 1, ValueType.of(Kind.NODE, Kind.EDGE, Kind.MAP), ValueType.MAP),
    RANGE("range", 2, 3, ValueType.INTEGER, ValueType.listOf(ValueType.INTEGER)),
    RELATIONSHIPS("relationships", 1, 1, ValueType.PATH, ValueType.listOf(ValueType.of(Kind.EDGE))),
    REPLACE("replace", 3, 3, ValueType.STRING, ValueType.STRING),
    REVERSE("reverse", 1, 1, ValueType.of(Kind.STRING, Kind.LIST), ValueType.of(Kind.STRING, Kind.LIST)),
    RIGHT("right", 2, 2, ValueType.of(Kind.STRING, Kind.INTEGER), ValueType.STRING),
    ROUND("round", 1, 3, ValueType.NUMBER, ValueType.FLOAT),
    R_TRIM("rTrim", 1, 2, ValueType.STRING, ValueType.STRING),
    SIGN("sign", 1, 1, ValueType.NUMBER, ValueType.INTEGER),
    SIZE("size", 1, 1, ValueType.of(Kind.STRING, Kind.LIST, Kind.VECTOR, Kind.BYTES), ValueType.INTEGER),
    SPLIT("split", 2, 2, ValueType.of(Kind.STRING, Kind.LIST), ValueType.listOf(ValueType.STRING)),
    SQRT("sqrt", 1, 1, ValueType.NUMBER, ValueType.FLOAT),
    START_NODE("startNode", 1, 1, ValueType.of(Kind.EDGE), ValueType.of(Kind.NODE)),
    SUBSTRING("substring", 2, 3, ValueType.of(Kind.STRING, Kind.INTEGER), ValueType.STRING),
    TAIL("tail", 1, 1, ValueType.of(Kind.LIST), ValueType.of(Kind.LIST)),
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
    B_TRIM("bTrim", 1, 2, ValueType.STRING, ValueType.STRING),
    TRIM("trim", 1, 1, ValueType.STRING, ValueType.STRING),
    TYPE("type", 1, 1, ValueType.of(Kind.EDGE), ValueType.STRING),
    IS_NAN("isNaN", 1, 1, ValueType.NUMBER, ValueType.BOOLEAN),
    NORMALIZE("normalize", 1, 2, ValueType.STRING, ValueType.STRING),
    NULL_IF("nullIf", 2, 2, ValueType.ANY, ValueType.ANY),
    VALUE_TYPE("valueType", 1, 1, ValueType.ANY, ValueType.STRING),
    TO_BOOLEAN_LIST("toBooleanList", 1, 1, ValueType.of(Kind.LIST), ValueType.listOf(ValueType.BOOLEAN)),
    TO_BOOLEAN_OR_NULL("toBooleanOrNull", 1, 1, ValueType.ANY, ValueType.BOOLEAN),
    TO_FLOAT_LIST("toFloatList", 1, 1, ValueType.of(Kind.LIST, Kind.VECTOR), ValueType.listOf(ValueType.FLOAT)),
    TO_FLOAT_OR_NULL("toFloatOrNull", 1, 1, ValueType.ANY, ValueType.FLOAT),
    TO_INTEGER_LIST("toIntegerList", 1, 1, ValueType.of(Kind.LIST, Kind.VECTOR), ValueType.listOf(ValueType.INTEGER)),
    TO_INTEGER_OR_NULL("toIntegerOrNull", 1, 1, ValueType.ANY, ValueType.INTEGER),
    TO_STRING_LIST("toStringList", 1, 1, ValueType.of(Kind.LIST, Kind.VECTOR), ValueType.listOf(ValueType.STRING)),
    TO_STRING_OR_NULL("toStringOrNull", 1, 1, ValueType.ANY, ValueType.STRING),
    ACOS("acos", 1, 1, ValueType.NUMBER, ValueType.FLOAT),
    ASIN("asin", 1, 1, ValueType.NUMBER, ValueType.FLOAT),
    ATAN("atan", 1, 1, ValueType.NUMBER, ValueType.FLOAT),
    ATAN2("atan2", 2, 2, ValueType.NUMBER, ValueType.FLOAT),
    CHARACTER_LENGTH("character_length", 1, 1, ValueType.STRING, ValueType.INTEGER),
    CHAR_LENGTH("char_length", 1, 1, ValueType.STRING, ValueType.INTEGER),
    COS("cos", 1, 1, ValueType.NUMBER, ValueType.FLOAT),
    COSH("cosh", 1, 1, ValueType.NUMBER, ValueType.FLOAT),
    COTH("coth", 1, 1, ValueType.NUMBER, ValueType.FLOAT),
    SINH("sinh", 1, 1, ValueType.NUMBER, ValueType.FLOAT),
    TANH("tanh", 1, 1, ValueType.NUMBER, ValueType.FLOAT),
    COT("cot", 1, 1, ValueType.NUMBER, ValueType.FLOAT),
    DEGREES("degrees", 1, 1, ValueType.NUMBER, ValueType.FLOAT),
    E("e", 0, 0, ValueType.ANY, ValueType.FLOAT),
    HAVERSIN("haversin", 1, 1, ValueType.NUMBER, ValueType.FLOAT),
    IS_EMPTY("isEmpty", 1, 1, ValueType.of(Kind.STRING, Kind.LIST, Kind.MAP), ValueType.BOOLEAN),
    PI("pi", 0, 0, ValueType.ANY, ValueType.FLOAT),
    RADIANS("radians", 1, 1, ValueType.NUMBER, ValueType.FLOAT),
    RAND("rand", 0, 0, ValueType.ANY, ValueType.FLOAT),
    RANDOM_UUID("randomUUID", 0, 0, ValueType.ANY, ValueType.STRING),
    SIN("sin", 1, 1, ValueType.NUMBER, ValueType.FLOAT),
    TAN("tan", 1, 1, ValueType.NUMBER, ValueType.FLOAT),
    VECTOR_COSINE("vector.similarity.cosine", 2, 2, ValueType.of(Kind.VECTOR, Kind.LIST), ValueType.of(Kind.FLOAT)),
    VECTOR_DOT("vector.dot", 2, 2, ValueType.of(Kind.VECTOR, Kind.LIST), ValueType.of(Kind.FLOAT)),
    VECTOR_EUCLIDEAN(
            "vector.similarity.euclidean", 2, 2, ValueType.of(Kind.VECTOR, Kind.LIST), ValueType.of(Kind.FLOAT)),
    NEAR_COSINE(VectorSearch.COSINE, 2, 2, ValueType.of(Kind.VECTOR, Kind.LIST), ValueType.of(Kind.FLOAT)),
    NEAR_DOT(VectorSearch.DOT, 2, 2, ValueType.of(Kind.VECTOR, Kind.LIST), ValueType.of(Kind.FLOAT)),
    NEAR_L2(VectorSearch.L2, 2, 2, ValueType.of(Kind.VECTOR, Kind.LIST), ValueType.of(Kind.FLOAT)),
    TIMESTAMP("timestamp", 0, 0, ValueType.ANY, ValueType.INTEGER),
    DATE("date", 0, 1, ValueType.TEMPORAL_SOURCE, ValueType.of(Kind.DATE)),
    DATE_TRANSACTION("date.transaction", 0, 1, ValueType.STRING, ValueType.of(Kind.DATE)),
    DATE_STATEMENT("date.statement", 0, 1, ValueType.STRING, ValueType.of(Kind.DATE)),
    DATE_REALTIME("date.realtime", 0, 1, ValueType.STRING, ValueType.of(Kind.DATE)),
    DATE_TRUNCATE("date.truncate", 2, 3, ValueType.ANY, ValueType.of(Kind.DATE)),
    LOCAL_TIME("localtime", 0, 1, ValueType.TEMPORAL_SOURCE, ValueType.of(Kind.LOCAL_TIME)),
    LOCAL_TIME_TRANSACTION("localtime.transaction", 0, 1, ValueType.STRING, ValueType.of(Kind.LOCAL_TIME)),
    LOCAL_TIME_STATEMENT("localtime.statement", 0, 1, ValueType.STRING, ValueType.of(Kind.LOCAL_TIME)),
    LOCAL_TIME_REALTIME("localtime.realtime", 0, 1, ValueType.STRING, ValueType.of(Kind.LOCAL_TIME)),
    LOCAL_TIME_TRUNCATE("localtime.truncate", 2, 3, ValueType.ANY, ValueType.of(Kind.LOCAL_TIME)),
    TIME("time", 0, 1, ValueType.TEMPORAL_SOURCE, ValueType.of(Kind.ZONED_TIME)),
    TIME_TRANSACTION("time.transaction", 0, 1, ValueType.STRING, ValueType.of(Kind.ZONED_TIME)),
    TIME_STATEMENT("time.statement", 0, 1, ValueType.STRING, ValueType.of(Kind.ZONED_TIME)),
    TIME_REALTIME("time.realtime", 0, 1, ValueType.STRING, ValueType.of(Kind.ZONED_TIME)),
    TIME_TRUNCATE("time.truncate", 2, 3, ValueType.ANY, ValueType.of(Kind.ZONED_TIME)),
    LOCAL_DATETIME("localdatetime", 0, 1, ValueType.TEMPORAL_SOURCE, ValueType.of(Kind.LOCAL_DATETIME)),
    LOCAL_DATETIME_TRANSACTION("localdatetime.transaction", 0, 1, ValueType.STRING, ValueType.of(Kind.LOCAL_DATETIME)),
    LOCAL_DATETIME_STATEMENT("localdatetime.statement", 0, 1, ValueType.STRING, ValueType.of(Kind.LOCAL_DATETIME)),
    LOCAL_DATETIME_REALTIME("localdatetime.realtime", 0, 1, ValueType.STRING, ValueType.of(Kind.LOCAL_DATETIME)),
    LOCAL_DATETIME_TRUNCATE("localdatetime.truncate", 2, 3, ValueType.ANY, ValueType.of(Kind.LOCAL_DATETIME)),
    DATETIME("datetime", 0, 1, ValueType.TEMPORAL_SOURCE, ValueType.of(Kind.ZONED_DATETIME)),
    DATETIME_TRANSACTION("datetime.transaction", 0, 1, ValueType.STRING, ValueType.of(Kind.ZONED_DATETIME)),
    DATETIME_STATEMENT("datetime.statement", 0, 1, ValueType.STRING, ValueType.of(Kind.ZONED_DATETIME)),
    DATETIME_REALTIME("datetime.realtime", 0, 1, ValueType.STRING, ValueType.of(Kind.ZONED_DATETIME)),
    DATETIME_TRUNCATE("datetime.truncate", 2, 3, ValueType.ANY, ValueType.of(Kind.ZONED_DATETIME)),
    DATETIME_FROM_EPOCH("datetime.fromepoch", 2, 2, ValueType.INTEGER, ValueType.of(Kind.ZONED_DATETIME)),
    DATETIME_FROM_EPOCH_MILLIS("datetime.fromepochmillis", 1, 1, ValueType.INTEGER, ValueType.of(Kind.ZONED_DATETIME)),
    DURATION("duration", 1, 1, ValueType.of(Kind.STRING, Kind.MAP, Kind.DURATION), ValueType.of(Kind.DURATION)),
    DURATION_BETWEEN("duration.between", 2, 2, ValueType.TEMPORAL, ValueType.of(Kind.DURATION)),
    DURATION_IN_MONTHS("duration.inMonths", 2, 2, ValueType.TEMPORAL, ValueType.of(Kind.DURATION)),
    DURATION_IN_DAYS("duration.inDays", 2, 2, ValueType.TEMPORAL, ValueType.of(Kind.DURATION)),
    DURATION_IN_SECONDS("duration.inSeconds", 2, 2, ValueType.TEMPORAL, ValueType.of(Kind.DURATION));

    /** Functions of openCypher that Sennit does not have, in lower case: it has no points in space. */
    static final Set<String> NOT_YET = Set.of("point", "distance", "point.distance");

    /** Names that ISO GQL has for some of them, in lower case. */
    static final Map<String, ScalarFunction> OTHER_NAMES = Map.of(
            "cardinality", SIZE,
            "ceiling", CEIL,
            "ln", LOG,
            "lower", TO_LOWER,
            "path_length", LENGTH,
            "upper", TO_UPPER);

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

    /** Whether only the search for near vectors calls it, by a name that nobody would write. */
    boolean isOfVectorSearch() {
        return this == NEAR_COSINE || this == NEAR_DOT || this == NEAR_L2;
    }

    /** What calls it in the user's text, for messages. */
    public String user() {
        return isOfVectorSearch() ? VectorSearch.NAME : text;
    }

    int leastArguments() {
        return least;
    }

    int mostArguments() {
        return most;
    }

    /** Whether two calls with the same arguments give the same value within one statement. */
    public boolean isDeterministic() {
        return this != RAND && this != RANDOM_UUID;
    }

    ValueType argumentType(int index) {
        return switch (this) {
            case ROUND ->
                switch (index) {
                    case 0 -> ValueType.NUMBER;
                    case 1 -> ValueType.INTEGER;
                    default -> ValueType.STRING;
                };
            case SPLIT -> index == 0 ? ValueType.STRING : argument;
            case LEFT, RIGHT, SUBSTRING -> index == 0 ? ValueType.STRING : ValueType.INTEGER;
            case DATE_TRUNCATE, LOCAL_TIME_TRUNCATE, TIME_TRUNCATE, LOCAL_DATETIME_TRUNCATE, DATETIME_TRUNCATE ->
                switch (index) {
                    case 0 -> ValueType.STRING;
                    case 1 -> ValueType.TEMPORAL;
                    default -> ValueType.MAP;
                };
            default -> argument;
        };
    }

    ValueType resultType(List<ValueType> arguments) {
        return switch (this) {
            case COALESCE -> arguments.stream().reduce(ValueType.NULL, ValueType::or);
            case NULL_IF -> arguments.getFirst();
            case ROUND ->
                arguments.size() > 1 && arguments.getFirst().mayBe(Kind.DECIMAL)
                        ? arguments.getFirst().isOnly(Kind.DECIMAL)
                                ? arguments.getFirst()
                                : ValueType.of(Kind.FLOAT, Kind.DECIMAL)
                        : result;
            case ABS -> arguments.getFirst().isNumber() ? arguments.getFirst() : result;
            case HEAD, LAST -> arguments.getFirst().element().orElse(ValueType.ANY);
            case TAIL, REVERSE -> arguments.getFirst().isNull() ? result : arguments.getFirst();
            default -> result;
        };
    }
}
