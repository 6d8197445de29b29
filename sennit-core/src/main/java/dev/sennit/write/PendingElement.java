package dev.sennit.write;

import dev.sennit.model.ConflictException;
import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.model.InvalidDataException;
import dev.sennit.model.NotFoundException;
import dev.sennit.schema.ElementType;
import dev.sennit.validate.RowValidator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One element a mutation has touched. The first operation on it is only noted; what it comes to is known once the base
 * row is, which is looked up for many elements together. From then on the element has a current state. Not thread-safe.
 */
final class PendingElement {
    final ElementType type;
    final String id;

    private Operation operation;

    @Nullable
    private String source;

    @Nullable
    private String destination;

    @Nullable
    private BaseRow base;

    private boolean baseKnown;
    private int created;
    private boolean present;
    private @Nullable Object[] values;

    /** What is done to an element. */
    enum Operation {
        /** It must not exist. */
        CREATE,
        /** It is created or changed. */
        UPSERT,
        /** It must exist. */
        SET,
        /** It must exist. */
        DELETE,
        /** It is only looked at. */
        READ
    }

    /**
     * @param values one per property, {@link RowValidator#UNTOUCHED} where the operation says nothing
     * @param now when that is, as {@link StrandedEdges} counts
     */
    PendingElement(
            ElementType type,
            String id,
            Operation operation,
            @Nullable String source,
            @Nullable String destination,
            @Nullable Object[] values,
            int now) {
        this.type = type;
        this.id = id;
        this.operation = operation;
        this.source = source;
        this.destination = destination;
        this.values = values;
        this.created = now;
    }

    /** An element whose base row goes without having been read whole. */
    static PendingElement deleted(ElementType type, String id, BaseRow base) {
        PendingElement element = new PendingElement(
                type, id, Operation.DELETE, base.source(), base.destination(), new @Nullable Object[0], 0);
        element.base = base;
        element.baseKnown = true;
        return element;
    }

    /** Whether the base row has been looked for. */
    boolean isResolved() {
        return baseKnown;
    }

    /** Whether the only operation so far is a creation whose base row nobody has looked for. */
    boolean isPlainCreation() {
        return !baseKnown && operation == Operation.CREATE;
    }

    /** Learns the base row, or that there is none, and carries out the noted operation. */
    void resolve(@Nullable BaseRow found) {
        base = found;
        baseKnown = true;
        Operation noted = operation;
        @Nullable Object[] given = values;
        String notedSource = source;
        String notedDestination = destination;
        int notedAt = created;
        created = 0;
        present = found != null;
        if (found != null) {
            source = found.source();
            destination = found.destination();
            values = Objects.requireNonNull(found.values()).clone();
        }
        apply(noted, notedSource, notedDestination, given, notedAt);
    }

    /** Carries out an operation on the current state. */
    void apply(
            Operation next,
            @Nullable String newSource,
            @Nullable String newDestination,
            @Nullable Object[] given,
            int now) {
        if (!baseKnown) {
            throw new IllegalStateException(this + " is not resolved");
        }
        operation = next;
        switch (next) {
            case CREATE -> {
                if (present) {
                    throw exists();
                }
                become(newSource, newDestination, given, now);
            }
            case UPSERT -> {
                if (!present) {
                    become(newSource, newDestination, given, now);
                } else if (!Objects.equals(source, newSource) || !Objects.equals(destination, newDestination)) {
                    throw new InvalidDataException(
                            ErrorCode.KEY_IMMUTABLE,
                            ErrorText.of(this + " exists with other endpoints")
                                    .cause("endpoints never change")
                                    .remedy("delete it and create it anew"));
                } else {
                    merge(given);
                }
            }
            case SET -> {
                requirePresent("set");
                requireSameKey(given);
                merge(given);
            }
            case DELETE -> {
                requirePresent("delete");
                present = false;
            }
            case READ -> {
                // nothing changes
            }
        }
    }

    /** Sets properties of what is only going to be created: for that its base row need not be known. */
    void amend(@Nullable Object[] given) {
        if (!isPlainCreation()) {
            throw new IllegalStateException(this + " is not only created");
        }
        requireSameKey(given);
        values = values.clone();
        merge(given);
    }

    /** The element goes with a node it touches. */
    void drop() {
        present = false;
    }

    /** Whether the element exists after everything done so far. */
    boolean isPresent() {
        return baseKnown ? present : operation == Operation.CREATE;
    }

    @Nullable
    BaseRow base() {
        return base;
    }

    @Nullable
    String source() {
        return source;
    }

    @Nullable
    String destination() {
        return destination;
    }

    /** When the element was created, as {@link StrandedEdges} counts; 0 for one of the base. */
    int created() {
        return created;
    }

    /** The current values, one per property. */
    @Nullable
    Object[] values() {
        return values;
    }

    /** The current values as they would be stored: what a creation says nothing of is absent. */
    @Nullable
    Object[] rowValues() {
        if (baseKnown) {
            return values;
        }
        @Nullable Object[] row = values.clone();
        for (int i = 0; i < row.length; i++) {
            row[i] = row[i] == RowValidator.UNTOUCHED ? null : row[i];
        }
        return row;
    }

    /** Whether the base row stays as it is. */
    boolean isUnchanged() {
        if (base == null) {
            return baseKnown && !present;
        }
        @Nullable Object[] old = base.values();
        if (!present || old == null) {
            return false;
        }
        if (!Objects.equals(source, base.source()) || !Objects.equals(destination, base.destination())) {
            return false;
        }
        for (int i = 0; i < old.length; i++) {
            if (!StoredValues.same(old[i], values[i])) {
                return false;
            }
        }
        return true;
    }

    /** Whether the element stands where a base row stood, at the same endpoints. */
    boolean replacesBase() {
        return base != null
                && present
                && Objects.equals(source, base.source())
                && Objects.equals(destination, base.destination());
    }

    ConflictException exists() {
        return new ConflictException(
                ErrorCode.KEY_CONFLICT,
                ErrorText.of(this + " exists")
                        .remedy("MERGE it (in Java, upsert), or give another key")
                        .detail("type", type.name())
                        .detail("id", id),
                null);
    }

    @Override
    public String toString() {
        return type.name() + " '" + id + "'";
    }

    private void become(
            @Nullable String newSource, @Nullable String newDestination, @Nullable Object[] given, int now) {
        present = true;
        created = now;
        source = newSource;
        destination = newDestination;
        values = given.clone();
        for (int i = 0; i < values.length; i++) {
            if (values[i] == RowValidator.UNTOUCHED) {
                values[i] = null;
            }
        }
    }

    private void merge(@Nullable Object[] given) {
        for (int i = 0; i < given.length; i++) {
            if (given[i] != RowValidator.UNTOUCHED) {
                values[i] = given[i];
            }
        }
    }

    private void requireSameKey(@Nullable Object[] given) {
        List<String> key = MutationRows.keyOf(type).orElse(List.of());
        for (int i = 0; i < given.length; i++) {
            String name = type.properties().get(i).name();
            if (given[i] != RowValidator.UNTOUCHED && key.contains(name) && !StoredValues.same(given[i], values[i])) {
                throw new InvalidDataException(
                        ErrorCode.KEY_IMMUTABLE,
                        ErrorText.of("cannot set " + name + " of " + this)
                                .cause("it is part of the key, which never changes")
                                .remedy("delete the element and create another one")
                                .detail("type", type.name())
                                .detail("id", id));
            }
        }
    }

    private void requirePresent(String what) {
        if (!present) {
            throw new NotFoundException(ErrorText.of("cannot " + what + " " + this)
                    .cause("there is none")
                    .detail("type", type.name())
                    .detail("id", id));
        }
    }
}
