package dev.sennit;

import dev.sennit.branch.StoredPointer;
import dev.sennit.manifest.CommitRecord;
import dev.sennit.manifest.CommitSearch;
import dev.sennit.manifest.Located;
import dev.sennit.model.BranchIncarnation;
import dev.sennit.model.CommitInfo;
import dev.sennit.model.OperationId;
import dev.sennit.model.OperationInfo;
import dev.sennit.model.OperationInfo.State;
import dev.sennit.protocol.Aborted;
import dev.sennit.protocol.ArmedIntent;
import dev.sennit.protocol.Decision;
import dev.sennit.protocol.GraphWriteProtocol;
import dev.sennit.protocol.Owner;
import dev.sennit.protocol.RefIntent;
import dev.sennit.protocol.RefKind;
import dev.sennit.protocol.RefPointer;
import dev.sennit.protocol.RefResolution;
import dev.sennit.protocol.Resolution;
import dev.sennit.protocol.Settled;
import dev.sennit.protocol.SettledRef;
import dev.sennit.protocol.Unresolved;
import dev.sennit.protocol.UnresolvedOperations;
import dev.sennit.protocol.UnresolvedRef;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Tells of the operations of a graph, in words: the writes of all its branches, and what changed its names. */
final class OperationReport {
    private final GraphRuntime runtime;

    OperationReport(GraphRuntime runtime) {
        this.runtime = runtime;
    }

    /** Unresolved operations, then settled ones, newest first. */
    List<OperationInfo> list(int recent) {
        List<OperationInfo> operations = new ArrayList<>();
        writers().forEach(writes -> writes.unresolved().forEach(unresolved -> operations.add(info(unresolved))));
        runtime.control().operations().unresolved().forEach(unresolved -> operations.add(info(unresolved)));
        List<OperationInfo> settled = new ArrayList<>(commits(recent));
        Map<OperationId, OperationInfo> names = nameChanges();
        settled.addAll(names.values());
        List<Aborted> aborts =
                new ArrayList<>(runtime.writes(runtime.branches().main()).aborts());
        aborts.removeIf(aborted -> names.containsKey(aborted.operation()));
        aborts.sort(Comparator.comparing(Aborted::decided).reversed());
        withoutCommitted(aborts.subList(0, Math.min(recent, aborts.size())))
                .forEach(aborted -> settled.add(info(aborted)));
        settled.stream()
                .sorted(Comparator.comparing(OperationInfo::time).reversed())
                .limit(recent)
                .forEach(operations::add);
        return operations;
    }

    /** Settles what is unresolved, and tells what came of it. */
    List<OperationInfo> recover() {
        Instant now = runtime.protocol().clock().instant();
        List<OperationInfo> settled = new ArrayList<>();
        for (GraphWriteProtocol writes : writers()) {
            writes.recover().forEach(each -> settled.add(info(each, now)));
        }
        runtime.control().operations().settleAll().forEach(each -> settled.add(info(each, now)));
        runtime.control().finishDeletions();
        return settled;
    }

    /** Settles what was armed before a time by the store's clock; returns how many operations that were. */
    int settleArmedBefore(Instant time) {
        int settled = runtime.control().operations().settleArmedBefore(time).size();
        for (GraphWriteProtocol writes : writers()) {
            settled += writes.settleArmedBefore(time).size();
        }
        return settled;
    }

    /** Of main, which settles what cannot be read, and of all other branches with unresolved writes, deleted ones too. */
    private List<GraphWriteProtocol> writers() {
        UnresolvedOperations unresolved =
                new UnresolvedOperations(runtime.protocol().objects());
        Set<BranchIncarnation> incarnations = new LinkedHashSet<>();
        incarnations.add(runtime.branches().main().incarnation());
        for (OperationId operation : unresolved.list()) {
            unresolved
                    .read(operation)
                    .flatMap(UnresolvedOperations.Unresolved::intent)
                    .ifPresent(intent -> incarnations.add(intent.readSet().incarnation()));
        }
        return incarnations.stream()
                .map(runtime.branches()::life)
                .map(runtime::writes)
                .toList();
    }

    /** An abort may have been put after the commit, and then means nothing. */
    private List<Aborted> withoutCommitted(List<Aborted> aborts) {
        Map<OperationId, Aborted> left = new LinkedHashMap<>();
        aborts.forEach(aborted -> left.put(aborted.operation(), aborted));
        CommitSearch search = new CommitSearch(runtime.branches());
        Optional<Located> next = left.isEmpty() ? Optional.empty() : search.advance();
        while (next.isPresent() && !left.isEmpty()) {
            left.remove(next.get().commit().commit().operation());
            next = search.advance();
        }
        return List.copyOf(left.values());
    }

    private List<OperationInfo> commits(int most) {
        Map<BranchIncarnation, String> names = new HashMap<>();
        runtime.branches().lives().forEach(branch -> names.put(branch.incarnation(), branch.name()));
        List<OperationInfo> commits = new ArrayList<>();
        CommitSearch search = new CommitSearch(runtime.branches());
        while (commits.size() < most) {
            Optional<Located> next = search.advance();
            if (next.isEmpty()) {
                break;
            }
            CommitRecord commit = next.get().commit().commit();
            commits.add(new OperationInfo(
                    commit.operation(),
                    Optional.of(commit.writer()),
                    Optional.ofNullable(names.get(next.get().chain().incarnation())),
                    Optional.of(commit.author()),
                    State.COMMITTED,
                    "committed",
                    commit.time(),
                    Optional.of(OpenGraph.info(commit))));
        }
        return commits;
    }

    /** The creations and deletions of branches and tags that have taken effect. */
    private Map<OperationId, OperationInfo> nameChanges() {
        Map<OperationId, OperationInfo> changes = new LinkedHashMap<>();
        for (RefKind kind : RefKind.values()) {
            for (StoredPointer stored : runtime.branches().history(kind)) {
                RefPointer pointer = stored.pointer();
                changes.put(pointer.operation(), info(pointer, State.COMMITTED, done(pointer), pointer.time()));
            }
        }
        return changes;
    }

    private static String done(RefPointer pointer) {
        return pointer.kind().text() + " '" + pointer.name() + "' was " + (pointer.ended() ? "deleted" : "created")
                + " at commit " + pointer.commit().value().shortForm();
    }

    private static OperationInfo info(UnresolvedRef unresolved) {
        RefIntent intent = unresolved.intent();
        boolean undecided = unresolved.decision().isEmpty();
        String owner = owner(intent.owner());
        String why = unresolved
                .decision()
                .map(decision -> switch (decision) {
                    case Decision.Publish ignored -> "decided, and not finished; 'sennit recover' completes it";
                    case Decision.Abort abort -> "aborted (" + abort.why() + "), and not finished";
                })
                .orElseGet(() -> unresolved.alive()
                        ? "in progress in " + owner
                        : "left undecided by " + owner + ", which is gone; 'sennit recover' aborts it");
        return info(
                intent.pointer(),
                unresolved.alive() && undecided ? State.IN_PROGRESS : State.UNRESOLVED,
                why,
                unresolved.armed());
    }

    private static OperationInfo info(SettledRef settled, Instant now) {
        RefPointer pointer = settled.intent().pointer();
        return switch (settled.resolution()) {
            case RefResolution.Done ignored ->
                info(pointer, State.COMMITTED, "its process was gone; it is complete", pointer.time());
            case RefResolution.NotDone not -> info(pointer, State.NOT_COMMITTED, not.why(), now);
            case RefResolution.InProgress ignored ->
                info(
                        pointer,
                        State.IN_PROGRESS,
                        "in progress in " + owner(settled.intent().owner()),
                        now);
        };
    }

    private static OperationInfo info(RefPointer pointer, State state, String why, Instant time) {
        return new OperationInfo(
                pointer.operation(),
                Optional.of(pointer.change()),
                Optional.of(pointer.name()),
                Optional.of(pointer.author()),
                state,
                why,
                time,
                Optional.empty());
    }

    private static OperationInfo info(Unresolved unresolved) {
        boolean undecided = unresolved.decision().isEmpty();
        State state = unresolved.alive() && undecided ? State.IN_PROGRESS : State.UNRESOLVED;
        String why = unresolved.intent().isEmpty()
                ? unreadable(unresolved)
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

    private static String unreadable(Unresolved unresolved) {
        return unresolved.decision().orElse(null) instanceof Decision.Publish
                ? "decided to publish what cannot be read any more; restore its intent from a copy of the graph"
                : "its intent cannot be read; the next write aborts it";
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
        return owner(intent.owner());
    }

    private static String owner(Owner owner) {
        return "process " + owner.pid() + " on " + owner.host();
    }
}
