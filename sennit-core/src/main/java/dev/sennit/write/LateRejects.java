package dev.sennit.write;

import dev.sennit.input.InputReader;
import dev.sennit.input.InputRow;
import dev.sennit.model.Violation;
import dev.sennit.schema.ElementType;
import dev.sennit.validate.ViolationSink;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Takes the violations that only all rows together have, which come by type and in input order, and finds the rows' text
 * by reading the files again beside them. Not thread-safe.
 */
final class LateRejects implements ViolationSink, AutoCloseable {
    private final LoadRequest request;
    private final RejectLog rejects;
    private final Map<String, TypeLoad> loads = new HashMap<>();
    private final List<Violation> current = new ArrayList<>();

    @Nullable
    private TypeLoad currentLoad;

    private long currentOrdinal = NO_ROW;
    private int readerSource = -1;

    @Nullable
    private InputReader reader;

    LateRejects(LoadRequest request, Map<ElementType, TypeLoad> loads, RejectLog rejects) {
        this.request = request;
        this.rejects = rejects;
        loads.forEach((type, load) -> this.loads.put(type.name(), load));
    }

    @Override
    public void accept(String type, long ordinal, Violation violation) {
        if (ordinal == NO_ROW) {
            rejects.block(violation);
            return;
        }
        TypeLoad load = loads.get(type);
        if (load == null) {
            throw new IllegalStateException("no rows of type " + type);
        }
        if (load != currentLoad || ordinal != currentOrdinal) {
            flush();
            if (load != currentLoad) {
                closeReader();
            }
            currentLoad = load;
            currentOrdinal = ordinal;
        }
        current.add(violation);
    }

    /** Writes what is left. */
    void flush() {
        if (currentLoad == null || current.isEmpty()) {
            return;
        }
        currentLoad.rejectLate(currentOrdinal);
        rejects.reject(current, rejects.keepsRows() ? text(currentLoad.origin(currentOrdinal)) : "");
        current.clear();
    }

    @Override
    public void close() {
        closeReader();
    }

    private String text(long origin) {
        int source = RowOrigin.source(origin);
        long line = RowOrigin.line(origin);
        if (source != readerSource) {
            closeReader();
            LoadRequest.Input input = request.inputs().get(source);
            reader = input.open();
            readerSource = source;
        }
        if (reader != null) {
            for (InputRow row = reader.next(); row != null; row = reader.next()) {
                if (row.line() == line) {
                    return row.raw();
                }
            }
        }
        return "";
    }

    private void closeReader() {
        if (reader != null) {
            reader.close();
            reader = null;
        }
        readerSource = -1;
    }
}
