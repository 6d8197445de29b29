package dev.sennit.testkit.history;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Histories made by hand: each transaction begins before, and ends after, all others unless times are given. */
final class Histories {
    private final List<Transaction> transactions = new ArrayList<>();

    Histories ok(String id, Operation... operations) {
        return ok(id, 0, 1000, operations);
    }

    Histories ok(String id, long invoked, long completed, Operation... operations) {
        transactions.add(new Transaction(
                id,
                "process of " + id,
                Outcome.OK,
                invoked,
                OptionalLong.of(completed),
                List.of(operations),
                Optional.of("commit of " + id)));
        return this;
    }

    Histories failed(String id, Operation... operations) {
        return not(id, Outcome.FAILED, operations);
    }

    Histories unknown(String id, Operation... operations) {
        return not(id, Outcome.UNKNOWN, operations);
    }

    private Histories not(String id, Outcome outcome, Operation... operations) {
        transactions.add(new Transaction(
                id, "process of " + id, outcome, 0, OptionalLong.empty(), List.of(operations), Optional.empty()));
        return this;
    }

    History history() {
        return History.of(transactions);
    }

    /** The history with its transactions committed in that order. */
    History committed(String... ids) {
        return history()
                .committedInOrder(
                        List.of(ids).stream().map(id -> "commit of " + id).toList());
    }
}
