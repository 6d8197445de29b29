package dev.sennit.maintain;

import dev.sennit.branch.BranchDirectory;
import dev.sennit.branch.NamedBranch;
import dev.sennit.branch.StoredPointer;
import dev.sennit.maintain.CheckProgress.Phase;
import dev.sennit.maintain.PinnedVersions.Use;
import dev.sennit.manifest.BirthCertificate;
import dev.sennit.manifest.GraphState;
import dev.sennit.manifest.Located;
import dev.sennit.model.CheckReport;
import dev.sennit.model.CheckReport.Kind;
import dev.sennit.model.ErrorText;
import dev.sennit.model.OperationId;
import dev.sennit.model.StoreException;
import dev.sennit.protocol.Decision;
import dev.sennit.protocol.RefIntent;
import dev.sennit.protocol.RefKind;
import dev.sennit.protocol.RefPointer;
import dev.sennit.protocol.UnresolvedOperations;
import dev.sennit.protocol.UnresolvedOperations.Unresolved;
import dev.sennit.store.TableStore;
import dev.sennit.validate.BaseState;
import dev.sennit.validate.SetValidator;
import dev.sennit.validate.SpillSettings;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Checks a whole graph: the states of its branches and their archive, the files of every table version they name, the
 * unfinished operations, and all rows of the newest state of each branch under the rules every writer obeys.
 *
 * <p>It reads what others may be writing: states that come to be meanwhile are not looked at. Memory is bounded, except
 * for the list of files. Not thread-safe.
 */
public final class GraphCheck {
    private final BirthCertificate certificate;
    private final BranchDirectory directory;
    private final TableStore tables;
    private final UnresolvedOperations operations;
    private final SpillSettings spill;
    private final CheckProgress progress;
    private final Findings findings = new Findings();

    /**
     * @param directory what names lead to, with chains that remember nothing
     * @param tables reads from the store, not from what an open graph has cached of it
     * @param spill where the rules over all rows put what does not fit into memory
     */
    public GraphCheck(
            BirthCertificate certificate,
            BranchDirectory directory,
            TableStore tables,
            UnresolvedOperations operations,
            SpillSettings spill,
            CheckProgress progress) {
        this.certificate = certificate;
        this.directory = directory;
        this.tables = tables;
        this.operations = operations;
        this.spill = spill;
        this.progress = progress;
    }

    /** How much of what is stored is read. */
    public enum Depth {
        /** The history, and of tables what their versions say of themselves. */
        QUICK,
        /** Every byte of every file, and the rows of the newest states. */
        FULL
    }

    /** Runs the check, once. */
    public CheckReport run(Depth depth) {
        checkOperations();
        PinnedVersions pins = new PinnedVersions();
        VersionCheck versions = new VersionCheck(tables, depth == Depth.FULL, findings);
        List<GraphState> heads = new ArrayList<>();
        for (NamedBranch branch : lives()) {
            Optional<GraphState> head = new HistoryCheck(
                            HistoryBranch.of(branch, certificate),
                            certificate.graph(),
                            directory,
                            findings,
                            pins,
                            progress)
                    .run();
            head.filter(state -> state.kind() != GraphState.Kind.CLOSED).ifPresent(heads::add);
        }
        checkTags(pins);
        long done = 0;
        for (Use use : pins.uses()) {
            versions.check(use);
            progress.at(Phase.FILES, ++done, pins.uses().size());
        }
        long read = 0;
        if (depth == Depth.FULL) {
            Set<Object> checked = new HashSet<>();
            for (GraphState head : heads) {
                // Of branches that hold the same, one is enough.
                if (checked.add(content(head))) {
                    read += checkRows(head, versions);
                }
            }
        }
        return new CheckReport(
                certificate.graph(),
                depth == Depth.FULL,
                new CheckReport.Counts(
                        pins.states(), pins.tables(), pins.uses().size(), versions.files(), versions.bytes(), read),
                findings.first(),
                findings.problems(),
                findings.notes());
    }

    private static Object content(GraphState state) {
        return Map.entry(
                state.schemaSetter(),
                state.tables().values().stream()
                        .map(table -> Map.entry(table.table(), table.pin()))
                        .collect(Collectors.toSet()));
    }

    /** All branches there are or were; main alone if it cannot be known. */
    private List<NamedBranch> lives() {
        try {
            return directory.lives();
        } catch (StoreException e) {
            findings.problem(Kind.MANIFEST, "the names of branches", Optional.empty(), Findings.damage(e));
            return List.of(directory.main());
        }
    }

    private void checkTags(PinnedVersions pins) {
        try {
            for (StoredPointer tag : directory.pointers(RefKind.TAG)) {
                checkTag(tag.pointer(), pins);
            }
        } catch (StoreException e) {
            findings.problem(Kind.MANIFEST, "the names of tags", Optional.empty(), Findings.damage(e));
        }
    }

    private void checkTag(RefPointer tag, PinnedVersions pins) {
        String thing = "tag " + tag.name();
        try {
            GraphState state = Located.at(tag.place(), directory).state();
            if (!state.commit().id().equals(tag.commit())) {
                findings.problem(
                        Kind.HISTORY,
                        thing,
                        Optional.of(tag.commit()),
                        ErrorText.of("it leads to a state of commit "
                                        + state.commit().id())
                                .remedy("restore it from a copy of the graph"));
            }
            pins.add(state);
        } catch (StoreException e) {
            findings.problem(Kind.HISTORY, thing, Optional.of(tag.commit()), Findings.damage(e));
        }
    }

    private void checkOperations() {
        for (OperationId operation : operations.list()) {
            String thing = "operation " + operation;
            try {
                operations.read(operation).ifPresent(unresolved -> noteOperation(thing, unresolved));
            } catch (RuntimeException e) {
                findings.problem(
                        Kind.OPERATION,
                        thing,
                        Optional.empty(),
                        Findings.damage(e)
                                .remedy("restore __recovery/decision/" + operation + " from a copy of the graph"));
            }
        }
    }

    private void noteOperation(String thing, Unresolved unresolved) {
        Optional<String> what = unresolved
                .intent()
                .map(intent -> "a " + intent.writer().text() + " on branch " + intent.branch())
                .or(() -> unresolved.ref().map(RefIntent::text));
        if (what.isEmpty() && unresolved.decision().orElse(null) instanceof Decision.Publish) {
            findings.problem(
                    Kind.OPERATION,
                    thing,
                    Optional.empty(),
                    ErrorText.of("it is decided, and its intent cannot be read")
                            .cause("only its writer, if that lives, can finish it")
                            .remedy("restore __recovery/armed/" + unresolved.operation()
                                    + " from a copy of the graph"));
            return;
        }
        ErrorText text = ErrorText.of("it is not finished")
                .cause(what.map(each -> each + ", "
                                + (unresolved.decision().isPresent() ? "decided" : "undecided")
                                + ", armed " + unresolved.armed())
                        .orElse("its intent cannot be read, so it never took effect"))
                .remedy("nothing to do: its writer, or the next one, settles it");
        findings.note(Kind.OPERATION, thing, Optional.empty(), text);
    }

    private long checkRows(GraphState head, VersionCheck versions) {
        PinnedVersions pins = new PinnedVersions();
        pins.add(head);
        long total =
                pins.uses().stream().mapToLong(use -> use.table().rowCount()).sum();
        long read = 0;
        boolean complete = true;
        try (SetValidator all = new SetValidator(head.schema().declared(), Map.of(), BaseState.empty(), spill)) {
            for (Use use : pins.uses()) {
                if (versions.isDamaged(use)) {
                    complete = false;
                    continue;
                }
                RowCheck table = new RowCheck(use, findings, all, progress);
                read += table.run(tables, read, total);
                complete &= table.isComplete();
            }
            if (complete) {
                progress.at(Phase.RULES, read, total);
                all.judge(RowCheck.violations(findings, head.commit().id()));
            } else {
                findings.note(
                        Kind.RULE,
                        "commit " + head.commit().id(),
                        Optional.of(head.commit().id()),
                        ErrorText.of("the rules over all rows were not checked")
                                .cause("rows that cannot be read, or are in damaged files, would show as missing"));
            }
        }
        return read;
    }
}
