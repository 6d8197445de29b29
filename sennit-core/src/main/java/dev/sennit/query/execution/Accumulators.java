package dev.sennit.query.execution;

import dev.sennit.model.CalendarDuration;
import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.query.analysis.AggregateFunction;
import dev.sennit.query.value.Arithmetic;
import dev.sennit.query.value.Blame;
import dev.sennit.query.value.GroupKey;
import dev.sennit.query.value.MemorySize;
import dev.sennit.query.value.ValueOrder;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes accumulators. All but {@code count(*)} pass over nulls. */
final class Accumulators {
    private Accumulators() {}

    /**
     * @param countsRows {@code count(*)}, which counts rows whatever they hold
     * @param parameter which percentile
     */
    static Accumulator of(
            AggregateFunction function,
            boolean distinct,
            boolean countsRows,
            @Nullable Object parameter,
            MemoryBudget memory,
            Blame blame) {
        if (countsRows) {
            return new Count(true);
        }
        Accumulator accumulator = switch (function) {
            case COUNT -> new Count(false);
            case SUM -> new Sum(blame);
            case AVG -> new Average(blame);
            case MIN -> new Extreme(-1);
            case MAX -> new Extreme(1);
            case COLLECT -> new Collect(memory);
            case PERCENTILE_CONT -> new Percentile(percentile(parameter, blame), true, memory, blame);
            case PERCENTILE_DISC -> new Percentile(percentile(parameter, blame), false, memory, blame);
            case ST_DEV -> new Deviation(true, blame);
            case ST_DEV_P -> new Deviation(false, blame);
        };
        return distinct ? new Distinct(accumulator, memory) : accumulator;
    }

    private static final class Count implements Accumulator {
        private final boolean nullsToo;
        private long count;

        Count(boolean nullsToo) {
            this.nullsToo = nullsToo;
        }

        @Override
        public void add(@Nullable Object value) {
            add(value, 1);
        }

        @Override
        public void add(@Nullable Object value, long rows) {
            if (nullsToo || value != null) {
                count += rows;
            }
        }

        @Override
        public Object result() {
            return count;
        }
    }

    /** Of numbers, or of durations; of nothing it is 0. */
    private static final class Sum implements Accumulator {
        private final Arithmetic arithmetic;
        private final Blame blame;
        private boolean isEmpty = true;
        private Object sum = 0L;

        Sum(Blame blame) {
            this.arithmetic = new Arithmetic(blame);
            this.blame = blame;
        }

        @Override
        public void add(@Nullable Object value) {
            if (value != null) {
                requireSummable("sum", value, isEmpty ? value : sum, blame);
                Object next = isEmpty ? value : arithmetic.add(sum, value);
                sum = next == null ? sum : next;
                isEmpty = false;
            }
        }

        @Override
        public Object result() {
            return sum;
        }
    }

    /** Of nothing it is null. Decimals stay exact until a float joins them. */
    private static final class Average implements Accumulator {
        private final Arithmetic arithmetic;
        private final Blame blame;
        private long count;
        private double sum;
        private double correction;
        private BigDecimal exact = BigDecimal.ZERO;
        private boolean hasDecimal;
        private boolean hasFloat;

        @Nullable
        private Object durations;

        Average(Blame blame) {
            this.arithmetic = new Arithmetic(blame);
            this.blame = blame;
        }

        @Override
        public void add(@Nullable Object value) {
            if (value == null) {
                return;
            }
            requireSummable("avg", value, durations != null ? durations : count == 0 ? value : (Object) count, blame);
            count++;
            switch (value) {
                case CalendarDuration duration ->
                    durations = durations == null ? duration : arithmetic.add(durations, duration);
                case BigDecimal decimal -> {
                    hasDecimal = true;
                    exact = exact.add(decimal);
                }
                case Long integer -> exact = exact.add(BigDecimal.valueOf(integer));
                default -> {
                    hasFloat = true;
                    addFloat(((Number) value).doubleValue());
                }
            }
        }

        /** Neumaier's summation. */
        private void addFloat(double value) {
            double next = sum + value;
            correction += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
            sum = next;
        }

        @Override
        @Nullable
        public Object result() {
            if (count == 0) {
                return null;
            }
            if (durations != null) {
                return arithmetic.divide(durations, count);
            }
            if (hasDecimal && !hasFloat) {
                return exact.divide(BigDecimal.valueOf(count), MathContext.DECIMAL128);
            }
            double floats = Double.isFinite(sum) ? sum + correction : sum;
            return (floats + exact.doubleValue()) / count;
        }
    }

    /** @param other a value before it; numbers and durations do not add up */
    private static void requireSummable(String function, Object value, Object other, Blame blame) {
        boolean duration = value instanceof CalendarDuration;
        if (!duration && !(value instanceof Number)) {
            throw blame.error(
                    ErrorCode.TYPE_MISMATCH,
                    ErrorText.of(function + " needs numbers or durations, but a value is " + KindNames.of(value)));
        }
        if (duration != other instanceof CalendarDuration) {
            throw blame.error(
                    ErrorCode.TYPE_MISMATCH,
                    ErrorText.of(function + " has both numbers and durations to add, which have no sum"));
        }
    }

    private static void requireNumber(String function, Object value, Blame blame) {
        if (!(value instanceof Number)) {
            throw blame.error(
                    ErrorCode.TYPE_MISMATCH,
                    ErrorText.of(function + " needs numbers, but a value is " + KindNames.of(value)));
        }
    }

    private static double percentile(@Nullable Object parameter, Blame blame) {
        if (parameter instanceof Number number && number.doubleValue() >= 0 && number.doubleValue() <= 1) {
            return number.doubleValue();
        }
        throw blame.error(ErrorCode.VALUE_OUT_OF_RANGE, ErrorText.of("a percentile is from 0 to 1, not " + parameter));
    }

    /** Of nothing it is null. */
    private static final class Percentile implements Accumulator {
        private final double percentile;
        private final boolean continuous;
        private final MemoryBudget memory;
        private final Blame blame;
        private final List<Object> values = new ArrayList<>();

        Percentile(double percentile, boolean continuous, MemoryBudget memory, Blame blame) {
            this.percentile = percentile;
            this.continuous = continuous;
            this.memory = memory;
            this.blame = blame;
        }

        @Override
        public void add(@Nullable Object value) {
            if (value != null) {
                requireNumber("a percentile", value, blame);
                memory.reserve(32);
                values.add(value);
            }
        }

        @Override
        @Nullable
        public Object result() {
            if (values.isEmpty()) {
                return null;
            }
            values.sort(ValueOrder.ASCENDING);
            if (!continuous) {
                int index = (int) Math.ceil(percentile * values.size()) - 1;
                return values.get(Math.max(0, index));
            }
            double at = percentile * (values.size() - 1);
            int below = (int) Math.floor(at);
            double low = ((Number) values.get(below)).doubleValue();
            double high = ((Number) values.get((int) Math.ceil(at))).doubleValue();
            return low + (high - low) * (at - below);
        }
    }

    /** Welford's method; of nothing, and of one value's sample, it is 0. */
    private static final class Deviation implements Accumulator {
        private final boolean sample;
        private final Blame blame;
        private long count;
        private double mean;
        private double squares;

        Deviation(boolean sample, Blame blame) {
            this.sample = sample;
            this.blame = blame;
        }

        @Override
        public void add(@Nullable Object value) {
            if (value != null) {
                requireNumber("a standard deviation", value, blame);
                count++;
                double number = ((Number) value).doubleValue();
                double before = number - mean;
                mean += before / count;
                squares += before * (number - mean);
            }
        }

        @Override
        public Object result() {
            long degrees = sample ? count - 1 : count;
            return degrees < 1 ? 0.0 : Math.sqrt(squares / degrees);
        }
    }

    private static final class Extreme implements Accumulator {
        private final int sign;

        @Nullable
        private Object extreme;

        Extreme(int sign) {
            this.sign = sign;
        }

        @Override
        public void add(@Nullable Object value) {
            if (value != null
                    && (extreme == null || Integer.signum(ValueOrder.ASCENDING.compare(value, extreme)) == sign)) {
                extreme = value;
            }
        }

        @Override
        @Nullable
        public Object result() {
            return extreme;
        }
    }

    private static final class Collect implements Accumulator {
        private final MemoryBudget memory;
        private final List<Object> values = new ArrayList<>();

        Collect(MemoryBudget memory) {
            this.memory = memory;
        }

        @Override
        public void add(@Nullable Object value) {
            if (value != null) {
                memory.reserve(8 + MemorySize.of(value));
                values.add(value);
            }
        }

        @Override
        public Object result() {
            return values;
        }
    }

    private static final class Distinct implements Accumulator {
        private final Accumulator accumulator;
        private final MemoryBudget memory;
        private final Set<GroupKey> seen = new HashSet<>();

        Distinct(Accumulator accumulator, MemoryBudget memory) {
            this.accumulator = accumulator;
            this.memory = memory;
        }

        @Override
        public void add(@Nullable Object value) {
            if (value == null) {
                return;
            }
            GroupKey key = GroupKey.of(value);
            if (seen.add(key)) {
                memory.reserve(key.estimatedBytes());
                accumulator.add(value);
            }
        }

        @Override
        @Nullable
        public Object result() {
            return accumulator.result();
        }
    }
}
