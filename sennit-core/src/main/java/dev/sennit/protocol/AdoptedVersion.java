package dev.sennit.protocol;

import dev.sennit.model.TableId;
import dev.sennit.store.TablePin;

/**
 * A table version of another state whose files will be part of what an operation publishes. The intent names it so that no
 * collection takes the files, and only then is it looked at whether one has taken them before.
 */
public record AdoptedVersion(TableId table, TablePin pin) {}
