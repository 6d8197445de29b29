package dev.sennit.query.analysis;

/** Functions of all values in a group. */
public enum AggregateFunction {
    COUNT("count"),
    SUM("sum"),
    AVG("avg"),
    MIN("min"),
    MAX("max"),
    COLLECT("collect");

    private final String text;

    AggregateFunction(String text) {
        this.text = text;
    }

    /** The name as openCypher spells it. */
    public String text() {
        return text;
    }

    ValueType resultType(ValueType argument) {
        return switch (this) {
            case COUNT -> ValueType.INTEGER;
            case SUM -> argument.isNumber() ? argument.or(ValueType.INTEGER) : ValueType.NUMBER;
            case AVG -> argument.isOnly(Kind.DECIMAL) ? argument : ValueType.of(Kind.FLOAT, Kind.DECIMAL);
            case MIN, MAX -> argument;
            case COLLECT -> ValueType.listOf(argument);
        };
    }
}
