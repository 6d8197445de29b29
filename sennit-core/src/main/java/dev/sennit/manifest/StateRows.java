package dev.sennit.manifest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sennit.model.ErrorText;
import dev.sennit.model.StoreException;
import dev.sennit.store.ManifestTable.StateRow;
import java.time.DateTimeException;
import java.util.List;
import java.util.Optional;

/** Reads single facts from a version's rows without building the whole state. */
final class StateRows {
    private static final ObjectMapper JSON = new ObjectMapper();

    private StateRows() {}

    /** Who made the version, if it is a control state. */
    static Optional<ControlRecord> control(List<StateRow> rows, long version) {
        try {
            for (StateRow row : rows) {
                if (row.kind().equals(StateCodec.CONTROL)) {
                    return Optional.of(StateCodec.control(JSON.readTree(row.body())));
                }
            }
            return Optional.empty();
        } catch (JsonProcessingException | IllegalArgumentException | DateTimeException e) {
            throw StoreException.corruption(
                    ErrorText.of("manifest version " + version + " cannot be read")
                            .cause(String.valueOf(e.getMessage())),
                    e);
        }
    }

    /** The version's commit; empty for control states, which are no commits. */
    static Optional<FoundCommit> commit(List<StateRow> rows, long version) {
        String commit = null;
        String kind = null;
        try {
            for (StateRow row : rows) {
                if (row.kind().equals(StateCodec.COMMIT)) {
                    commit = row.body();
                } else if (row.kind().equals(StateCodec.GRAPH)) {
                    kind = JSON.readTree(row.body()).path("kind").asText();
                }
            }
            if (commit == null || kind == null) {
                throw StoreException.corruption(
                        ErrorText.of("manifest version " + version + " cannot be read")
                                .cause("its commit row or its graph row is missing"),
                        null);
            }
            return GraphState.Kind.valueOf(kind) == GraphState.Kind.COMMIT
                    ? Optional.of(new FoundCommit(version, StateCodec.commit(JSON.readTree(commit))))
                    : Optional.empty();
        } catch (JsonProcessingException | IllegalArgumentException e) {
            throw StoreException.corruption(
                    ErrorText.of("manifest version " + version + " cannot be read")
                            .cause(String.valueOf(e.getMessage())),
                    e);
        }
    }
}
