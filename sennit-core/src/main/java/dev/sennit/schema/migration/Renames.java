package dev.sennit.schema.migration;

import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Finds out which old thing a declared one is, by its name and what it says it was renamed from. */
final class Renames {
    private Renames() {}

    /** What a declared thing was before. */
    sealed interface Origin {
        /** It was there, under that name. */
        record Same(String oldName) implements Origin {}

        /** It is new. */
        record New() implements Origin {}

        /** Its RENAMED FROM fits nothing. */
        record Unclear(Refusal refusal) implements Origin {}

        /** The name it had, if it was there. */
        default Optional<String> before() {
            return this instanceof Same same ? Optional.of(same.oldName()) : Optional.empty();
        }
    }

    /**
     * @param what the declared thing, for messages
     * @param name its name
     * @param renamedFrom what it says it was
     * @param exists whether there is a thing of that name in the old schema
     */
    static Origin of(String what, String name, @Nullable String renamedFrom, Predicate<String> exists) {
        boolean already = exists.test(name);
        if (renamedFrom == null) {
            return already ? new Origin.Same(name) : new Origin.New();
        }
        if (exists.test(renamedFrom)) {
            return already
                    ? new Origin.Unclear(new Refusal(
                            what + " is renamed from " + renamedFrom + ", and the graph has both",
                            "leave RENAMED FROM out to keep " + name + " and drop " + renamedFrom + ", or drop " + name
                                    + " in a change of its own first"))
                    : new Origin.Same(renamedFrom);
        }
        // What was renamed before says so still: the file need not be edited between two changes.
        return already
                ? new Origin.Same(name)
                : new Origin.Unclear(new Refusal(
                        what + " is renamed from " + renamedFrom + ", which the graph does not have",
                        "leave RENAMED FROM out to add " + name + " as new"));
    }
}
