package dev.sennit;

import dev.sennit.manifest.FoundCommit;
import dev.sennit.model.CommitInfo;
import dev.sennit.model.OperationId;
import dev.sennit.model.OperationInfo;
import dev.sennit.model.OperationInfo.State;
import dev.sennit.protocol.Aborted;
import dev.sennit.protocol.ArmedIntent;
import dev.sennit.protocol.Decision;
import dev.sennit.protocol.Resolution;
import dev.sennit.protocol.Settled;
import dev.sennit.protocol.Unresolved;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Tells of the operations of a branch, in words. */
final class OperationReport {
    private final GraphRuntime runtime;
    private final String branch;

    OperationReport(GraphRuntime runtime, String branch) {
        this.runtime = runtime;
        this.branch = branch;
    }

    /** Unresolved operations, then settled ones, newest first. */
    List<OperationInfo> list(int recent) {
        List<OperationInfo> operations = new ArrayList<>();
        runtime.writes(branch).unresolved().forEach(unresolved -> operations.add(info(unresolved)));
        List<OperationInfo> settled = new ArrayList<>(commits(recent));
        List<Aborted> aborts = new ArrayList<>(runtime.writes(branch).aborts());
        aborts.sort(Comparator.comparing(Aborted::decided).reversed());
        withoutCommitted(aborts.subList(0, Math.min(recent, aborts.size())))
                .forEach(aborted -> settled.add(info(aborted)));
        settled.stream()
                .sorted(Comparator.comparing(OperationInfo::time).reversed())
                .limit(recent)
                .forEach(operations::add);
        return operations;
    }

    /** An abort may have been put after the commit, and then means nothing. */
    private List<Aborted> withoutCommitted(List<Aborted> aborts) {
        Map<OperationId, Aborted> left = new LinkedHashMap<>();
        aborts.forEach(aborted -> left.put(aborted.operation(), aborted));
        var chain = runtime.chain(branch);
        var cursor = chain.commits(chain.head());
        for (Optional<FoundCommit> next = cursor.next(); next.isPresent() && !left.isEmpty(); next = cursor.next()) {
            left.remove(next.get().commit().operation());
        }
        return List.copyOf(left.values());
    }

    /** Settles what is unresolved, and tells what came of it. */
    List<OperationInfo> recover() {
        Clock clock = runtime.protocol().clock();
        return runtime.writes(branch).recover().stream()
                .map(settled -> info(settled, clock.instant()))
                .toList();
    }

    private List<OperationInfo> commits(int most) {
        List<OperationInfo> commits = new ArrayList<>();
        var chain = runtime.chain(branch);
        var cursor = chain.commits(chain.head());
        for (Optional<FoundCommit> next = cursor.next(); next.isPresent() && commits.size() < most; ) {
            var commit = next.get().commit();
            commits.add(new OperationInfo(
                    commit.operation(),
                    Optional.of(commit.writer()),
                    Optional.of(branch),
                    Optional.of(commit.author()),
                    State.COMMITTED,
                    "committed",
                    commit.time(),
                    Optional.of(OpenGraph.info(commit))));
            next = cursor.next();
        }
        return commits;
    }

    private static OperationInfo info(Unresolved unresolved) {
        boolean undecided = unresolved.decision().isEmpty();
        State state = unresolved.alive() && undecided ? State.IN_PROGRESS : State.UNRESOLVED;
        String why = unresolved.intent().isEmpty()
                ? "its intent cannot be read; the next write aborts it"
                : unresolved
                        .decision()
                        .map(decision -> switch (decision) {
                            case Decision.Publish ignored ->
                                "decided to publish, and not finished; the next write completes it";
                            case Decision.Abort abort ->
                                "aborted (" + abort.why() + "), and not finished; the next write does so";
                        })
                        .orElseGet(() -> unresolved.alive()
                                ? "in progress in " + owner(unresolved.intent().get())
                                : "left undecided by "
                                        + owner(unresolved.intent().get())
                                        + ", which is gone; the next write aborts it");
        return info(unresolved.operation(), unresolved.intent(), state, why, unresolved.armed(), Optional.empty());
    }

    private static OperationInfo info(Settled settled, Instant now) {
        return switch (settled.resolution()) {
            case Resolution.Committed committed ->
                new OperationInfo(
                        settled.operation(),
                        Optional.of(committed.commit().writer()),
                        settled.intent().map(ArmedIntent::branch),
                        Optional.of(committed.commit().author()),
                        State.COMMITTED,
                        "its writer was gone; its commit is complete",
                        committed.commit().time(),
                        Optional.of(OpenGraph.info(committed.commit())));
            case Resolution.NotCommitted not ->
                info(settled.operation(), settled.intent(), State.NOT_COMMITTED, not.why(), now, Optional.empty());
            case Resolution.InProgress inProgress ->
                info(
                        settled.operation(),
                        settled.intent(),
                        State.IN_PROGRESS,
                        "in progress in " + owner(inProgress.intent()),
                        now,
                        Optional.empty());
        };
    }

    private static OperationInfo info(Aborted aborted) {
        return info(
                aborted.operation(),
                Optional.empty(),
                State.NOT_COMMITTED,
                "aborted: " + aborted.decision().why(),
                aborted.decided(),
                Optional.empty());
    }

    private static OperationInfo info(
            OperationId operation,
            Optional<ArmedIntent> intent,
            State state,
            String why,
            Instant time,
            Optional<CommitInfo> commit) {
        return new OperationInfo(
                operation,
                intent.map(i -> i.writer().text()),
                intent.map(ArmedIntent::branch),
                intent.map(i -> i.lineage().author()),
                state,
                why,
                time,
                commit);
    }

    private static String owner(ArmedIntent intent) {
        return "process " + intent.owner().pid() + " on " + intent.owner().host();
    }
}
