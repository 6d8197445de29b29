package dev.sennit.schema.migration;

import java.util.Objects;

/**
 * Something that two schemas changed in ways that cannot both stand.
 *
 * @param subject what it is, as the base or else the side that added it names it: {@code Airport}, {@code Airport.name}
 * @param ours what our side did, a clause
 * @param theirs what their side did, a clause
 */
public record SchemaMergeConflict(String subject, String ours, String theirs) {
    public SchemaMergeConflict {
        Objects.requireNonNull(subject, "subject");
        Objects.requireNonNull(ours, "ours");
        Objects.requireNonNull(theirs, "theirs");
    }

    /** The conflict in one line. */
    public String text() {
        return subject + ": ours " + ours + ", theirs " + theirs;
    }
}
