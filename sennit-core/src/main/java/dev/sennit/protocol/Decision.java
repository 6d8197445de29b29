package dev.sennit.protocol;

import dev.sennit.model.TableId;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** What was decided of an operation, once and for ever. */
public sealed interface Decision {
    /** The writer finished its effects: this commit is to be completed, by anyone. */
    record Publish(Map<TableId, ConfirmedTable> achieved) implements Decision {
        /** That of a change of names, which writes no table. */
        static final Publish WITHOUT_TABLES = new Publish(Map.of());

        public Publish {
            achieved = Collections.unmodifiableMap(new LinkedHashMap<>(achieved));
        }
    }

    /** A recoverer took the writer for dead: it can never publish again. */
    record Abort(String by, String why) implements Decision {}
}
