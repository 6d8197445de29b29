package dev.sennit.schema.migration;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which identities of one kind stand for the same thing. Not thread-safe. */
final class IdentityClasses<I> {
    private final Map<I, Set<I>> classes = new HashMap<>();

    /** Says that two stand for the same. */
    void unite(I one, I other) {
        Set<I> left = of(one);
        if (left.contains(other)) {
            return;
        }
        Set<I> all = new HashSet<>(left);
        all.addAll(of(other));
        all.forEach(each -> classes.put(each, all));
    }

    /** All that stand for the same as one, itself included. */
    Set<I> of(I id) {
        return classes.getOrDefault(id, Set.of(id));
    }

    /** All that stand for the same as one, without itself. */
    Set<I> besides(I id) {
        Set<I> others = new HashSet<>(of(id));
        others.remove(id);
        return others;
    }

    /** Whether one of these stands for the same. */
    boolean isAmong(I id, Set<I> others) {
        return of(id).stream().anyMatch(others::contains);
    }

    boolean areSame(I one, I other) {
        return of(one).contains(other);
    }

    /** Which of several stand for the same as one before them, with that one. */
    Map<I, I> repeated(Iterable<I> ids) {
        Map<I, I> repeated = new LinkedHashMap<>();
        Map<I, I> met = new HashMap<>();
        for (I id : ids) {
            @Nullable I before = met.get(id);
            if (before != null) {
                repeated.put(id, before);
            }
            of(id).forEach(same -> met.putIfAbsent(same, id));
        }
        return repeated;
    }
}
