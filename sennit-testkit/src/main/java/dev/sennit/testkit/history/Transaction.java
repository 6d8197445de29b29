package dev.sennit.testkit.history;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A transaction as its client saw it.
 *
 * @param id unique in the history
 * @param process the client, which runs one transaction at a time
 * @param invoked when it began, in nanoseconds of a clock that all processes share
 * @param completed when its client heard of it; empty if it never did
 * @param operations in their order; reads have results only if the outcome is {@link Outcome#OK}
 * @param commit what the database calls the commit; empty if it is not known, or there is none
 */
public record Transaction(
        String id,
        String process,
        Outcome outcome,
        long invoked,
        OptionalLong completed,
        List<Operation> operations,
        Optional<String> commit) {
    public Transaction {
        operations = List.copyOf(operations);
    }

    boolean isOk() {
        return outcome == Outcome.OK;
    }

    /** Elements this transaction appends to a key, in order. */
    List<Long> appends(String key) {
        return operations.stream()
                .filter(operation ->
                        operation instanceof Operation.Append && operation.key().equals(key))
                .map(operation -> ((Operation.Append) operation).element())
                .toList();
    }

    /** Values this transaction sets a key to, in order. */
    List<Long> writes(String key) {
        return operations.stream()
                .filter(operation ->
                        operation instanceof Operation.Write && operation.key().equals(key))
                .map(operation -> ((Operation.Write) operation).value())
                .toList();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || other instanceof Transaction that
                        && id.equals(that.id)
                        && process.equals(that.process)
                        && outcome == that.outcome
                        && invoked == that.invoked
                        && completed.equals(that.completed)
                        && operations.equals(that.operations)
                        && commit.equals(that.commit);
    }

    /** Of the id only: transactions are keys of maps, and what they read may be long. */
    @Override
    public int hashCode() {
        return id.hashCode();
    }

    /** In words, on one line. */
    @Override
    public String toString() {
        return id + " of " + process + " ("
                + switch (outcome) {
                    case OK -> "acknowledged";
                    case FAILED -> "failed";
                    case UNKNOWN -> "outcome unknown";
                }
                + commit.map(name -> ", commit " + name).orElse("") + "): "
                + operations.stream().map(Operation::toString).collect(Collectors.joining(", "));
    }
}
