package dev.sennit.schema.migration;

import java.util.Objects;

/**
 * Why a step cannot be done, whatever values the data have.
 *
 * @param reason a clause
 * @param wayOut what to do instead
 */
public record Refusal(String reason, String wayOut) {
    public Refusal {
        Objects.requireNonNull(reason, "reason");
        Objects.requireNonNull(wayOut, "wayOut");
    }
}
