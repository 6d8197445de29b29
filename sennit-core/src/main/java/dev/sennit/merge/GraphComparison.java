package dev.sennit.merge;

import dev.sennit.manifest.GraphState;
import dev.sennit.manifest.TableState;
import dev.sennit.model.ElementChange;
import dev.sennit.model.TableId;
import dev.sennit.schema.ElementType;
import dev.sennit.store.TableStore;
import dev.sennit.validate.TemporaryDirectory;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Queue;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The elements that two states of a graph have otherwise, type by type. A type is known by its table: renamed, it is the
 * same, and so is one that a merge united with it. A property that the later state does not have any more is not compared, since its end is a change of the schema and
 * not of the elements; one it has in addition had no value before.
 *
 * <p>Tables that both states pin at the same version are not opened. Not thread-safe; close when done.
 */
public final class GraphComparison implements Iterator<ElementChange>, AutoCloseable {
    private final TableStore tables;
    private final GraphState before;
    private final GraphState after;
    private final Path spill;
    private final Queue<Pair> pairs = new ArrayDeque<>();

    @Nullable
    private TypeComparison current;

    /** A table that may differ, under its type in each state that has it. */
    private record Pair(TableId table, Optional<ElementType> before, Optional<ElementType> after) {
        String name() {
            return after.or(() -> before).orElseThrow().name();
        }
    }

    /**
     * @param types tells by its name, in the later state if it is there, whether a type is wanted
     * @param spill a directory for temporary files, made when the first is needed
     */
    public GraphComparison(
            TableStore tables, GraphState before, GraphState after, Predicate<String> types, Path spill) {
        this.tables = tables;
        this.before = MergeStates.inTermsOf(after, before);
        this.after = after;
        this.spill = spill;
        for (Pair pair : pairs(this.before, after)) {
            if (types.test(pair.name())) {
                pairs.add(pair);
            }
        }
    }

    private static List<Pair> pairs(GraphState before, GraphState after) {
        List<Pair> pairs = new ArrayList<>();
        for (ElementType type : after.schema().declared().types().toList()) {
            TableId id = after.schema().tableOf(type);
            TableState table = after.tableOf(type);
            if (before.table(id).filter(table::isVersionOf).isEmpty()) {
                pairs.add(new Pair(id, before.schema().typeOf(id), Optional.of(type)));
            }
        }
        for (ElementType type : before.schema().declared().types().toList()) {
            TableId table = before.schema().tableOf(type);
            if (after.table(table).isEmpty()) {
                pairs.add(new Pair(table, Optional.of(type), Optional.empty()));
            }
        }
        return pairs;
    }

    @Override
    public boolean hasNext() {
        while (true) {
            if (current != null) {
                if (current.hasNext()) {
                    return true;
                }
                closeCurrent();
            }
            if (pairs.isEmpty()) {
                return false;
            }
            current = open(pairs.remove());
        }
    }

    @Override
    public ElementChange next() {
        if (!hasNext() || current == null) {
            throw new NoSuchElementException();
        }
        return current.next();
    }

    @Override
    public void close() {
        pairs.clear();
        closeCurrent();
        TemporaryDirectory.deleteIfEmpty(spill);
    }

    private void closeCurrent() {
        TypeComparison open = current;
        current = null;
        if (open != null) {
            open.close();
        }
    }

    private TypeComparison open(Pair pair) {
        Optional<TableRows> left = pair.before().map(type -> TableRows.open(tables, before, type));
        try {
            Optional<TableRows> right = pair.after().map(type -> TableRows.open(tables, after, type));
            try {
                return new TypeComparison(
                        left, right, spill.resolve(pair.table().toString()));
            } catch (RuntimeException e) {
                right.ifPresent(TableRows::close);
                throw e;
            }
        } catch (RuntimeException e) {
            left.ifPresent(TableRows::close);
            throw e;
        }
    }
}
