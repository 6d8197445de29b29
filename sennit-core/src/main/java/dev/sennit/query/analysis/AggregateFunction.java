package dev.sennit.query.analysis;

import java.util.Map;

/** Functions of all values in a group. */
public enum AggregateFunction {
    COUNT("count"),
    SUM("sum"),
    AVG("avg"),
    MIN("min"),
    MAX("max"),
    COLLECT("collect"),
    PERCENTILE_CONT("percentileCont"),
    PERCENTILE_DISC("percentileDisc"),
    ST_DEV("stDev"),
    ST_DEV_P("stDevP");

    /** Names that ISO GQL has for some of them, in lower case. */
    static final Map<String, AggregateFunction> OTHER_NAMES = Map.of(
            "collect_list", COLLECT,
            "percentile_cont", PERCENTILE_CONT,
            "percentile_disc", PERCENTILE_DISC,
            "stddev_samp", ST_DEV,
            "stddev_pop", ST_DEV_P);

    private final String text;

    AggregateFunction(String text) {
        this.text = text;
    }

    /** The name as openCypher spells it. */
    public String text() {
        return text;
    }

    int arguments() {
        return this == PERCENTILE_CONT || this == PERCENTILE_DISC ? 2 : 1;
    }

    /** What its argument may be. */
    ValueType argument() {
        return switch (this) {
            case SUM, AVG -> ValueType.SUMMABLE;
            case PERCENTILE_CONT, PERCENTILE_DISC, ST_DEV, ST_DEV_P -> ValueType.NUMBER;
            case COUNT, MIN, MAX, COLLECT -> ValueType.ANY;
        };
    }

    ValueType resultType(ValueType argument) {
        return switch (this) {
            case COUNT -> ValueType.INTEGER;
            case SUM ->
                argument.isNumber()
                        ? argument.or(ValueType.INTEGER)
                        : argument.mayBe(Kind.DURATION) ? ValueType.SUMMABLE : ValueType.NUMBER;
            case AVG -> {
                ValueType number = ValueType.of(Kind.FLOAT, Kind.DECIMAL);
                yield argument.isOnly(Kind.DECIMAL) || argument.isOnly(Kind.DURATION)
                        ? argument
                        : argument.mayBe(Kind.DURATION) ? number.or(ValueType.of(Kind.DURATION)) : number;
            }
            case MIN, MAX -> argument;
            case COLLECT -> ValueType.listOf(argument);
            case PERCENTILE_CONT, ST_DEV, ST_DEV_P -> ValueType.FLOAT;
            case PERCENTILE_DISC -> argument.isNumber() ? argument : ValueType.NUMBER;
        };
    }
}
