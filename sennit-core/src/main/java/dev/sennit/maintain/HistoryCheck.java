package dev.sennit.maintain;

import dev.sennit.manifest.BranchChain;
import dev.sennit.manifest.ChainExamination;
import dev.sennit.manifest.Chains;
import dev.sennit.manifest.CommitPlace;
import dev.sennit.manifest.CommitRecord;
import dev.sennit.manifest.GraphState;
import dev.sennit.manifest.StoredState;
import dev.sennit.manifest.TableState;
import dev.sennit.model.CheckReport.Kind;
import dev.sennit.model.CommitId;
import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.model.GraphId;
import dev.sennit.model.StoreException;
import dev.sennit.model.TableId;
import dev.sennit.store.FileCondition;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Checks the states of one branch against each other, oldest first: each is the commit after the one before it, and
 * whatever differs between them carries that commit's id. Not thread-safe.
 */
final class HistoryCheck implements ChainExamination.Visitor {
    private static final String FROM_A_COPY = "restore it from a copy of the graph";

    private final HistoryBranch branch;
    private final GraphId graph;
    private final Chains chains;
    private final Findings findings;
    private final PinnedVersions pins;
    private final CheckProgress progress;

    private long horizon;

    @Nullable
    private StoredState last;

    HistoryCheck(
            HistoryBranch branch,
            GraphId graph,
            Chains chains,
            Findings findings,
            PinnedVersions pins,
            CheckProgress progress) {
        this.branch = branch;
        this.graph = graph;
        this.chains = chains;
        this.findings = findings;
        this.pins = pins;
        this.progress = progress;
    }

    /** Walks the branch; returns its newest state that can be read. */
    Optional<GraphState> run() {
        try {
            horizon = branch.chain().horizon();
            branch.chain().examination().walk(this);
        } catch (StoreException e) {
            findings.problem(Kind.MANIFEST, "branch " + branch.name(), Optional.empty(), Findings.damage(e));
        }
        return Optional.ofNullable(last).map(StoredState::state);
    }

    @Override
    public void missing(long version) {
        findings.problem(
                Kind.MANIFEST,
                thing(version),
                Optional.empty(),
                ErrorText.of("it is missing")
                        .cause("neither the chain nor the history archive holds it")
                        .remedy(FROM_A_COPY));
    }

    @Override
    public void damaged(long version, Map<String, FileCondition> files) {
        files.forEach((path, condition) -> findings.problem(
                Kind.FILE,
                branch.directory() + "/" + path,
                Optional.empty(),
                Findings.describe(condition).cause(thing(version) + " needs it").remedy(FROM_A_COPY)));
    }

    @Override
    public void unreadable(long version, StoreException why) {
        if (why.code() == ErrorCode.FORMAT_TOO_NEW) {
            throw why;
        }
        ErrorText text = Findings.damage(why);
        findings.problem(
                Kind.MANIFEST,
                thing(version),
                Optional.empty(),
                text.remedy() == null ? text.remedy(FROM_A_COPY) : text);
    }

    @Override
    public void stray(long version) {
        findings.note(
                Kind.MANIFEST,
                thing(version),
                Optional.empty(),
                ErrorText.of("its slot in the chain differs from the history archive")
                        .cause("a commit that came too late landed there; the archive is right, and is what is read"));
    }

    @Override
    public void state(StoredState now) {
        checkIdentity(now);
        checkTables(now);
        if (now.version() == branch.chain().first()) {
            checkFirst(now);
        }
        if (last != null && last.version() + 1 == now.version()) {
            checkStep(last, now);
        }
        if (now.version() >= horizon) {
            pins.add(now.state());
        }
        last = now;
        progress.at(CheckProgress.Phase.HISTORY, now.version(), 0);
    }

    private void checkIdentity(StoredState now) {
        if (!now.state().graph().equals(graph)) {
            wrong(now, "it belongs to graph " + now.state().graph() + ", not to " + graph);
        }
        if (!now.state().incarnation().equals(branch.incarnation())) {
            wrong(
                    now,
                    "it belongs to branch incarnation " + now.state().incarnation() + ", not to "
                            + branch.incarnation());
        }
    }

    private void checkTables(StoredState now) {
        Set<TableId> declared = now.state()
                .schema()
                .declared()
                .types()
                .map(now.state().schema()::tableOf)
                .collect(Collectors.toSet());
        if (!declared.equals(now.state().tables().keySet())) {
            wrong(now, "its tables are not those of the types in its schema");
        }
    }

    /** Main begins with a commit, any other branch with a state of the one that it began from. */
    private void checkFirst(StoredState now) {
        boolean seeded = now.state().kind() == GraphState.Kind.SEED;
        if (seeded != (now.version() == BranchChain.SEED)) {
            wrong(now, "the branch begins with a state of kind " + now.state().kind());
            return;
        }
        if (seeded) {
            CommitPlace origin = now.state().origin(now.version());
            try {
                Optional<GraphState> start = chains.chain(origin.chain()).state(origin.version());
                if (start.isEmpty() || !carriesOn(start.get(), now.state())) {
                    wrong(
                            now,
                            "it is not the state of commit "
                                    + now.state().commit().id() + ", which it began from");
                }
            } catch (StoreException e) {
                findings.problem(
                        Kind.HISTORY,
                        thing(now.version()),
                        Optional.of(now.state().commit().id()),
                        Findings.damage(e));
            }
        }
    }

    private static boolean carriesOn(GraphState before, GraphState now) {
        return now.commit().equals(before.commit())
                && now.schemaSetter().equals(before.schemaSetter())
                && now.schema().equals(before.schema())
                && now.tables().equals(before.tables());
    }

    private void checkStep(StoredState before, StoredState now) {
        if (now.state().kind() != GraphState.Kind.COMMIT) {
            if (now.state().kind() != GraphState.Kind.CLOSED || !carriesOn(before.state(), now.state())) {
                wrong(now, "it is no commit, and differs from the state before it");
            }
            return;
        }
        if (before.state().kind() == GraphState.Kind.CLOSED) {
            wrong(now, "it comes after the state that closed the branch");
        }
        CommitRecord commit = now.state().commit();
        CommitId id = commit.id();
        CommitRecord parent = before.state().commit();
        if (commit.parents().isEmpty() || !commit.parents().getFirst().equals(parent.id())) {
            wrong(now, "its first parent is not commit " + parent.id() + " before it");
        }
        if (!commit.time().isAfter(parent.time())) {
            wrong(now, "its time " + commit.time() + " is not after that of its parent, " + parent.time());
        }
        commit.mergedFrom().ifPresent(place -> checkMerged(now, commit, place));
        if (!now.state().schemaSetter().equals(id)
                && !(now.state().schemaSetter().equals(before.state().schemaSetter())
                        && now.state().schema().equals(before.state().schema()))) {
            wrong(now, "it has another schema than the commit before it, but says it did not set it");
        }
        for (TableState table : now.state().tables().values()) {
            if (!table.setter().equals(id)
                    && !table.equals(before.state().tables().get(table.table()))) {
                wrong(
                        now,
                        "it has another version of " + table.type()
                                + " than the commit before it, but says it did not set it");
            }
        }
    }

    private void checkMerged(StoredState now, CommitRecord commit, CommitPlace place) {
        try {
            boolean there = chains.chain(place.chain())
                    .state(place.version())
                    .filter(state -> state.kind() == GraphState.Kind.COMMIT)
                    .filter(state -> commit.parents().indexOf(state.commit().id()) == 1)
                    .isPresent();
            if (!there) {
                wrong(
                        now,
                        "its second parent is not version " + place.version() + " of branch incarnation "
                                + place.chain() + ", where it says it was made");
            }
        } catch (StoreException e) {
            findings.problem(Kind.HISTORY, thing(now.version()), Optional.of(commit.id()), Findings.damage(e));
        }
    }

    private void wrong(StoredState state, String what) {
        findings.problem(
                Kind.HISTORY,
                thing(state.version()),
                Optional.of(state.state().commit().id()),
                ErrorText.of(what).remedy(FROM_A_COPY));
    }

    private String thing(long version) {
        return "manifest version " + version + " of branch " + branch.name();
    }
}
