package dev.sennit;

import dev.sennit.branch.BranchDirectory;
import dev.sennit.branch.StoredPointer;
import dev.sennit.manifest.BranchChain;
import dev.sennit.manifest.FoundCommit;
import dev.sennit.model.OperationId;
import dev.sennit.model.Outcome;
import dev.sennit.protocol.Owner;
import dev.sennit.protocol.RefKind;
import dev.sennit.protocol.RefResolution;
import dev.sennit.protocol.Resolution;
import dev.sennit.protocol.SettledRef;
import dev.sennit.protocol.UnresolvedOperations;
import dev.sennit.protocol.UnresolvedOperations.Unresolved;
import java.util.Optional;

/**
 * One call of {@link Graph#outcome}: an operation that is armed is settled where its intent says; of any other only what is
 * stored can tell, on whatever branch there is or was.
 */
final class OutcomeCall {
    private final GraphRuntime runtime;

    OutcomeCall(GraphRuntime runtime) {
        this.runtime = runtime;
    }

    Outcome run(OperationId operation) {
        Optional<Unresolved> armed = new UnresolvedOperations(runtime.protocol().objects()).read(operation);
        if (armed.isPresent() && armed.get().ref().isPresent()) {
            Optional<SettledRef> settled = runtime.control().operations().resolve(operation);
            if (settled.isPresent()) {
                return outcome(settled.get());
            }
        } else if (armed.isPresent() && armed.get().intent().isPresent()) {
            BranchDirectory branches = runtime.branches();
            return outcome(runtime.writes(
                            branches.life(armed.get().intent().get().readSet().incarnation()))
                    .outcome(operation));
        }
        Optional<Outcome> stored = stored(operation);
        if (stored.isPresent()) {
            return stored.get();
        }
        if (armed.isPresent() && armed.get().ref().isEmpty()) {
            // It cannot be read: aborted now, or decided and beyond help, which is an error.
            runtime.writes(runtime.branches().main()).outcome(operation);
            return stored(operation)
                    .orElseGet(() -> new Outcome.NotCommitted("its intent cannot be read, so it was aborted"));
        }
        return new Outcome.NotCommitted("no commit carries this operation id, and nothing of it is unfinished");
    }

    private Optional<Outcome> stored(OperationId operation) {
        for (BranchChain chain : runtime.branches().all()) {
            Optional<FoundCommit> found = chain.findOperation(operation, 0);
            if (found.isPresent()) {
                return Optional.of(
                        new Outcome.Committed(OpenGraph.info(found.get().commit())));
            }
        }
        for (RefKind kind : RefKind.values()) {
            for (StoredPointer stored : runtime.branches().history(kind)) {
                if (stored.pointer().operation().equals(operation)) {
                    return Optional.of(new Outcome.Applied(
                            stored.pointer().change() + " '" + stored.pointer().name() + "'"));
                }
            }
        }
        return Optional.empty();
    }

    private static Outcome outcome(SettledRef settled) {
        return switch (settled.resolution()) {
            case RefResolution.Done ignored ->
                new Outcome.Applied(settled.intent().text());
            case RefResolution.NotDone not -> new Outcome.NotCommitted(not.why());
            case RefResolution.InProgress ignored ->
                new Outcome.InProgress(
                        describe(settled.intent().text(), settled.intent().owner()));
        };
    }

    private static Outcome outcome(Resolution resolution) {
        return switch (resolution) {
            case Resolution.Committed committed -> new Outcome.Committed(OpenGraph.info(committed.commit()));
            case Resolution.NotCommitted not -> new Outcome.NotCommitted(not.why());
            case Resolution.InProgress inProgress ->
                new Outcome.InProgress(describe(
                        inProgress.intent().writer().text(), inProgress.intent().owner()));
        };
    }

    private static String describe(String what, Owner owner) {
        return what + " of process " + owner.pid() + " on " + owner.host();
    }
}
