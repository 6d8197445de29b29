package dev.sennit.query.execution;

import dev.sennit.query.plan.Measurements;
import dev.sennit.query.plan.Operator;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Measures what the operators of a plan do. Not thread-safe. */
public final class Profile implements Measurements {
    private final InstantSource clock;
    private final Map<Operator, Counts> counts = new IdentityHashMap<>();

    public Profile(InstantSource clock) {
        this.clock = clock;
    }

    private static final class Counts {
        private long rows;
        private long nanos;
        private long fragments = -1;
    }

    /** The rows, measured; of an operator that is started several times, all together. */
    Rows measured(Operator operator, Rows rows, OptionalLong fragments) {
        Counts count = counts.computeIfAbsent(operator, o -> new Counts());
        fragments.ifPresent(f -> count.fragments = f);
        return new Rows() {
            @Override
            @Nullable
            public List<@Nullable Object[]> next() {
                Instant began = clock.instant();
                List<@Nullable Object[]> next = rows.next();
                count.nanos += Duration.between(began, clock.instant()).toNanos();
                count.rows += next == null ? 0 : next.size();
                return next;
            }

            @Override
            public void close() {
                rows.close();
            }
        };
    }

    @Override
    public Optional<Measurements.Measured> of(Operator operator) {
        Counts count = counts.get(operator);
        if (count == null) {
            return Optional.empty();
        }
        long below = operator.inputs().stream()
                .map(counts::get)
                .mapToLong(c -> c == null ? 0 : c.nanos)
                .sum();
        return Optional.of(new Measurements.Measured(
                count.rows,
                Math.max(0, count.nanos - below),
                count.fragments < 0 ? OptionalLong.empty() : OptionalLong.of(count.fragments)));
    }
}
