package dev.sennit.write;

import dev.sennit.merge.ConflictList;
import dev.sennit.merge.ConflictResolver;
import dev.sennit.model.ErrorText;
import dev.sennit.model.InvalidArgumentException;
import dev.sennit.model.MergeConflict;
import java.util.List;
import java.util.function.Predicate;

/** Whether the conflicts that a merge's resolutions are about are there. */
final class Resolutions {
    private final ConflictResolver resolver;
    private final ConflictList conflicts;

    Resolutions(ConflictResolver resolver, ConflictList conflicts) {
        this.resolver = resolver;
        this.conflicts = conflicts;
    }

    /**
     * Requires that all are there.
     *
     * @param mayFollow conflicts of which kinds may be there and are not known before others are resolved
     * @throws InvalidArgumentException if there are resolutions of conflicts that there are not
     */
    void requireKnown(Predicate<MergeConflict.Kind> mayFollow) {
        List<String> unknown = resolver.unused().stream()
                .filter(id -> MergeConflict.Kind.ofId(id).filter(mayFollow).isEmpty() && !conflicts.has(id))
                .sorted()
                .map(conflict -> "'" + conflict + "'")
                .toList();
        if (!unknown.isEmpty()) {
            throw new InvalidArgumentException(
                    ErrorText.of((unknown.size() == 1 ? "there is no conflict " : "there are no conflicts ")
                                    + String.join(", ", unknown))
                            .cause("the states that are merged may have changed since the resolutions were written")
                            .remedy("look at the conflicts with --dry-run, and resolve no others"));
        }
    }
}
