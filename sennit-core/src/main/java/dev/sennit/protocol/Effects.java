package dev.sennit.protocol;

import dev.sennit.model.TableId;
import java.util.Map;

/**
 * The physical part of a prepared write (§2.3). All effects of today's writers are detached table versions: invisible
 * until published, and rolled back by forgetting them.
 */
@FunctionalInterface
public interface Effects {
    /**
     * Applies every effect, durably, and says what was achieved.
     *
     * @param failurePoints told of each step
     */
    Map<TableId, ConfirmedTable> apply(FailurePoints failurePoints);
}
