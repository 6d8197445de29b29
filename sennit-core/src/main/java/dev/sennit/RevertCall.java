package dev.sennit;

import dev.sennit.branch.NamedBranch;
import dev.sennit.manifest.CommitRecord;
import dev.sennit.manifest.GraphState;
import dev.sennit.manifest.Located;
import dev.sennit.manifest.Revision;
import dev.sennit.merge.ConflictResolver;
import dev.sennit.model.CommitId;
import dev.sennit.model.ErrorText;
import dev.sennit.model.InvalidArgumentException;
import dev.sennit.model.MergeResult;
import dev.sennit.model.MergeResult.Outcome;
import dev.sennit.protocol.WriteRequest;
import dev.sennit.protocol.WriteResult;
import dev.sennit.write.MergePreview;
import dev.sennit.write.MergeSummary;
import dev.sennit.write.RevertWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One call of {@link Branch#revert}. */
final class RevertCall {
    private final GraphRuntime runtime;
    private final NamedBranch branch;
    private final String revision;
    private final MergeOptions options;

    RevertCall(GraphRuntime runtime, NamedBranch branch, String revision, MergeOptions options) {
        this.runtime = runtime;
        this.branch = branch;
        this.revision = revision;
        this.options = options;
    }

    MergeResult run() {
        Located located = runtime.revisions().resolve(Revision.parse(revision, branch.name()), revision);
        CommitRecord commit = located.commit().commit();
        if (commit.parents().isEmpty()) {
            throw new InvalidArgumentException(ErrorText.of("commit " + commit.id() + " cannot be reverted")
                    .cause("it is the first, and nothing was before it")
                    .detail("commit", commit.id().toString()));
        }
        Located before = parent(commit);
        Expiry ofCommit = Expiry.of(located, runtime.branches());
        Expiry ofParent = Expiry.of(before, runtime.branches());
        GraphState reverted = located.state();
        RevertWriter writer = new RevertWriter(
                reverted,
                before.state(),
                () -> new ConflictResolver(options.strategy(), options.resolutions(), options.beforeResolving()),
                ofParent::require,
                runtime.writers());
        return ofCommit.reading(() -> ofParent.reading(() -> run(writer, reverted, before.state())));
    }

    private MergeResult run(RevertWriter writer, GraphState reverted, GraphState before) {
        CommitId head = runtime.branches().head(branch).state().commit().id();
        CommitId base = reverted.commit().id();
        CommitId theirs = before.commit().id();
        WriteRequest request = MergeRequests.request(runtime, options, "revert " + base, message(reverted.commit()));
        if (options.dryRun()) {
            GraphState ours = runtime.branches().head(branch).state();
            MergePreview preview = writer.preview(ours, MergeRequests.context(runtime, request));
            Outcome outcome = preview.unresolved() > 0
                    ? Outcome.CONFLICTS
                    : preview.changesAnything() ? Outcome.REVERTED : Outcome.UP_TO_DATE;
            return new MergeResult(
                    outcome,
                    Optional.empty(),
                    base,
                    ours.commit().id(),
                    theirs,
                    preview.summary().counts(),
                    List.of(),
                    preview.summary().conflicts(),
                    true,
                    false);
        }
        WriteResult<MergeSummary> written = runtime.writes(branch).write(writer, request);
        return new MergeResult(
                written.commit().isEmpty() ? Outcome.UP_TO_DATE : Outcome.REVERTED,
                written.commit().map(OpenGraph::info),
                base,
                written.commit().map(made -> made.parents().getFirst()).orElse(head),
                theirs,
                written.result().counts(),
                List.of(),
                written.result().conflicts(),
                false,
                written.replayed());
    }

    /** The first parent, wherever the revision points by now. */
    private Located parent(CommitRecord commit) {
        Revision written = Revision.parse(revision, branch.name());
        List<Revision.Step> steps = new ArrayList<>(written.steps());
        steps.add(new Revision.Step.Parent(1));
        CommitId wanted = commit.parents().getFirst();
        Located found =
                runtime.revisions().resolve(new Revision(written.name(), written.time(), steps), revision + "^1");
        return found.commit().commit().id().equals(wanted)
                ? found
                : runtime.revisions().resolve(Revision.parse(wanted.toString(), branch.name()), wanted.toString());
    }

    private static String message(CommitRecord reverted) {
        String title = reverted.message().lines().findFirst().orElse("");
        return "revert " + reverted.id().value().shortForm() + (title.isEmpty() ? "" : ": " + title);
    }
}
