package dev.sennit.model;

import java.time.Instant;
import java.util.Objects;

/**
 * A tag.
 *
 * @param creator who created it
 * @param created when, by the clock of whoever did
 * @param commit the commit it names
 */
public record TagInfo(String name, String creator, Instant created, CommitInfo commit) {
    public TagInfo {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(creator, "creator");
        Objects.requireNonNull(created, "created");
        Objects.requireNonNull(commit, "commit");
    }
}
