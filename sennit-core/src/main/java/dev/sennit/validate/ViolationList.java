package dev.sennit.validate;

import dev.sennit.model.ConstraintViolationException;
import dev.sennit.model.ErrorText;
import dev.sennit.model.Violation;
import java.util.ArrayList;
import java.util.List;

/** The first violations, the number of all, and another sink that gets each. Not thread-safe. */
public final class ViolationList implements ViolationSink {
    /** How many violations an error lists. */
    public static final int LISTED = 100;

    private final ViolationSink all;
    private final List<Violation> first = new ArrayList<>();
    private long total;

    public ViolationList() {
        this((type, ordinal, violation) -> {});
    }

    /** @param all gets every violation, listed or not */
    public ViolationList(ViolationSink all) {
        this.all = all;
    }

    @Override
    public void accept(String type, long ordinal, Violation violation) {
        if (first.size() < LISTED) {
            first.add(violation);
        }
        total++;
        all.accept(type, ordinal, violation);
    }

    /** The first {@link #LISTED} violations. */
    public List<Violation> first() {
        return List.copyOf(first);
    }

    public long total() {
        return total;
    }

    public boolean isEmpty() {
        return total == 0;
    }

    /**
     * The error that these violations are.
     *
     * @param what what was not done, for example {@code the load was stopped and nothing was written}
     */
    public ConstraintViolationException toException(String what) {
        ErrorText text = ErrorText.of(total + (total == 1 ? " violation: " : " violations: ") + what)
                .cause(first.isEmpty() ? "none listed" : first.getFirst().message());
        return new ConstraintViolationException(text.detail("total", total), first, total, null);
    }
}
