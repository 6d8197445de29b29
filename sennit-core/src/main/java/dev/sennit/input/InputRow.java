package dev.sennit.input;

import dev.sennit.model.Rule;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One row of a file. */
public sealed interface InputRow {
    /** The file's name as the user gave it. */
    String source();

    /** The one-based line the row begins on. */
    long line();

    /** The row as the file has it, for rejects; bytes that are not UTF-8 are replaced. */
    String raw();

    /**
     * A node.
     *
     * @param type the node type, where the file or row names it; null where only labels do
     * @param labels the labels the row gives, mapped; empty where it gives none
     * @param id what {@code ~id}, {@code :ID} or JSON's {@code id} says; null where nothing does
     */
    record NodeRow(
            String source,
            long line,
            @Nullable String type,
            List<String> labels,
            @Nullable String id,
            Cells cells) implements InputRow {
        @Override
        public String raw() {
            return cells.raw();
        }
    }

    /**
     * An edge.
     *
     * @param label the edge type's label, mapped, or its full name {@code LABEL(Source,Destination)}
     * @param id what {@code ~id} or JSON's {@code id} says; null where nothing does
     */
    record EdgeRow(
            String source,
            long line,
            String label,
            @Nullable String id,
            EndpointRef from,
            EndpointRef to,
            Cells cells) implements InputRow {
        @Override
        public String raw() {
            return cells.raw();
        }
    }

    /**
     * A row that cannot be read.
     *
     * @param rule the rule it breaks
     * @param problem what is wrong and what to do, without file and line
     */
    record BadRow(String source, long line, Rule rule, String problem, String raw) implements InputRow {}
}
