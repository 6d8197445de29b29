package dev.sennit;

import dev.sennit.branch.BranchDirectory;
import dev.sennit.branch.NamedBranch;
import dev.sennit.manifest.CommitPlace;
import dev.sennit.manifest.GraphState;
import dev.sennit.manifest.Head;
import dev.sennit.manifest.Lineage;
import dev.sennit.manifest.Located;
import dev.sennit.manifest.MergeBase;
import dev.sennit.manifest.Revision;
import dev.sennit.merge.ConflictResolver;
import dev.sennit.model.CommitId;
import dev.sennit.model.ErrorText;
import dev.sennit.model.InvalidArgumentException;
import dev.sennit.model.MergeResult;
import dev.sennit.model.MergeResult.Outcome;
import dev.sennit.protocol.WriteRequest;
import dev.sennit.protocol.WriteResult;
import dev.sennit.schema.migration.MigrationStep;
import dev.sennit.write.MergeSource;
import dev.sennit.write.MergeWriter;
import java.util.List;
import java.util.Optional;

/** One call of {@link Branch#merge}. */
final class MergeCall {
    private final GraphRuntime runtime;
    private final NamedBranch branch;
    private final String revision;
    private final MergeOptions options;

    MergeCall(GraphRuntime runtime, NamedBranch branch, String revision, MergeOptions options) {
        this.runtime = runtime;
        this.branch = branch;
        this.revision = revision;
        this.options = options;
    }

    MergeResult run() {
        Located theirs = runtime.revisions().resolve(Revision.parse(revision, branch.name()), revision);
        Optional<NamedBranch> named = runtime.branches()
                .find(revision)
                .filter(found -> found.incarnation().equals(theirs.chain().incarnation()));
        if (named.filter(found -> found.incarnation().equals(branch.incarnation()))
                .isPresent()) {
            throw new InvalidArgumentException(
                    ErrorText.of("branch '" + branch.name() + "' cannot be merged into itself"));
        }
        Expiry expiry = Expiry.of(theirs, runtime.branches());
        GraphState their = theirs.state();
        CommitPlace made = their.origin(theirs.commit().version());
        Lineage lineage = new Lineage(runtime.branches()).add(their.commit(), made);
        Source source = new Source(runtime.branches(), their, made, lineage, expiry, named);
        MergeWriter writer = new MergeWriter(
                source,
                () -> new ConflictResolver(options.strategy(), options.resolutions(), options.beforeResolving()),
                options.fastForward(),
                runtime.writers());
        return expiry.reading(() -> run(writer, source.theirs()));
    }

    private MergeResult run(MergeWriter writer, GraphState theirs) {
        CommitId their = theirs.commit().id();
        WriteRequest request = MergeRequests.request(runtime, options, "merge " + their, message(theirs));
        Head head = runtime.branches().head(branch);
        if (options.dryRun()) {
            MergeWriter.Preview preview = writer.preview(head, branch.name(), MergeRequests.context(runtime, request));
            return new MergeResult(
                    preview.unresolved() > 0
                            ? Outcome.CONFLICTS
                            : outcome(preview.merged().standing()),
                    Optional.empty(),
                    preview.merged().base(),
                    head.state().commit().id(),
                    their,
                    preview.merged().summary().counts(),
                    texts(preview.merged().schema()),
                    preview.merged().summary().conflicts(),
                    true,
                    false);
        }
        WriteResult<MergeWriter.Merged> written = runtime.writes(branch).write(writer, request);
        MergeWriter.Merged merged = written.result();
        return new MergeResult(
                outcome(merged.standing()),
                written.commit().map(OpenGraph::info),
                merged.base(),
                written.commit()
                        .map(made -> made.parents().getFirst())
                        .orElse(head.state().commit().id()),
                their,
                merged.summary().counts(),
                texts(merged.schema()),
                merged.summary().conflicts(),
                false,
                written.replayed());
    }

    private static List<String> texts(List<MigrationStep> steps) {
        return steps.stream().map(MigrationStep::text).toList();
    }

    private static Outcome outcome(MergeWriter.Standing standing) {
        return switch (standing) {
            case UP_TO_DATE -> Outcome.UP_TO_DATE;
            case BEHIND -> Outcome.FAST_FORWARD;
            case DIVERGED -> Outcome.MERGED;
        };
    }

    private String message(GraphState theirs) {
        return "merge "
                + (runtime.branches().find(revision).isPresent()
                        ? revision
                        : theirs.commit().id().value().shortForm()) + " into " + branch.name();
    }

    /**
     * What is merged. Commits are looked for in the history of what is merged, and of each head it meets.
     *
     * @param named the branch it is the newest of, if it was named by that
     */
    private record Source(
            BranchDirectory branches,
            GraphState theirs,
            CommitPlace place,
            Lineage lineage,
            Expiry expiry,
            Optional<NamedBranch> named)
            implements MergeSource {
        @Override
        public MergeBase.Relation relation(Head ours) {
            lineage.add(ours);
            return relation(ours.state().commit().id(), theirs.commit().id());
        }

        @Override
        public MergeBase.Relation relation(CommitId left, CommitId right) {
            return MergeBase.of(left, right, lineage);
        }

        @Override
        public GraphState state(CommitId commit) {
            Located located = lineage.find(commit);
            Expiry.of(located, branches).require();
            return located.state();
        }

        @Override
        public void require() {
            named.ifPresent(branches::requireNamed);
            expiry.require();
        }
    }
}
