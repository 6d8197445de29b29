package dev.sennit;

import dev.sennit.manifest.CommitRecord;
import dev.sennit.manifest.FirstParents;
import dev.sennit.manifest.Located;
import dev.sennit.manifest.Revision;
import dev.sennit.model.BranchInfo;
import dev.sennit.model.CheckReport;
import dev.sennit.model.CollectReport;
import dev.sennit.model.CommitInfo;
import dev.sennit.model.ErrorText;
import dev.sennit.model.GraphId;
import dev.sennit.model.InvalidArgumentException;
import dev.sennit.model.OperationId;
import dev.sennit.model.OperationInfo;
import dev.sennit.model.Outcome;
import dev.sennit.model.TagInfo;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/** A handle on a graph's runtime. */
final class OpenGraph implements Graph {
    private final String location;
    private final GraphRuntimes runtimes;
    private final GraphRuntime runtime;
    private final AtomicBoolean closed = new AtomicBoolean();

    OpenGraph(String location, GraphRuntimes runtimes, OpenOptions options) {
        this.location = location;
        this.runtimes = runtimes;
        this.runtime = runtimes.acquire(Sennit.path(location), options);
    }

    @Override
    public GraphId id() {
        return runtime.certificate().graph();
    }

    @Override
    public String location() {
        return location;
    }

    @Override
    public Branch branch(String name) {
        requireOpen();
        return new OpenBranch(this, runtime, runtime.branches().require(name));
    }

    @Override
    public Branch createBranch(String name, String revision) {
        Located start = readable(revision);
        var pointer =
                runtime.control().createBranch(name, start, runtime.options().author());
        return new OpenBranch(this, runtime, runtime.branches().named(pointer));
    }

    @Override
    public List<BranchInfo> branches() {
        requireOpen();
        return new RefReport(runtime.branches()).branches();
    }

    @Override
    public void deleteBranch(String name, boolean force) {
        requireOpen();
        runtime.control().deleteBranch(name, force, runtime.options().author());
    }

    @Override
    public TagInfo createTag(String name, String revision) {
        Located at = readable(revision);
        var pointer = runtime.control().createTag(name, at, runtime.options().author());
        // Nothing is read after it is done: a failure would look as if it were not.
        return RefReport.tag(pointer, at.commit().commit());
    }

    @Override
    public List<TagInfo> tags() {
        requireOpen();
        return new RefReport(runtime.branches()).tags();
    }

    @Override
    public void deleteTag(String name) {
        requireOpen();
        runtime.control().deleteTag(name, runtime.options().author());
    }

    @Override
    public Snapshot at(String revision) {
        Located located = locate(revision);
        return new PinnedSnapshot(this, runtime, located.state(), expiry(located), revision);
    }

    /** A state that has not been collected. */
    private Located readable(String revision) {
        Located located = locate(revision);
        expiry(located);
        return located;
    }

    private Expiry expiry(Located located) {
        return Expiry.of(located, runtime.branches());
    }

    @Override
    public Diff diff(String from, String to) {
        Located left = locate(from);
        Located right = locate(to);
        return new StateDiff(this, runtime, left.state(), right.state(), List.of(expiry(left), expiry(right)));
    }

    @Override
    public CommitInfo commit(String revision) {
        return info(locate(revision).commit().commit());
    }

    @Override
    public Stream<CommitInfo> log(String revision) {
        Located from = locate(revision);
        FirstParents parents = new FirstParents(from, runtime.branches());
        return Stream.iterate(parents.next(), Optional::isPresent, ignored -> parents.next())
                .flatMap(Optional::stream)
                .map(located -> info(located.commit().commit()));
    }

    @Override
    public Outcome outcome(OperationId operation) {
        requireOpen();
        return new OutcomeCall(runtime).run(operation);
    }

    @Override
    public List<OperationInfo> operations(int recent) {
        requireOpen();
        return new OperationReport(runtime).list(recent);
    }

    @Override
    public List<OperationInfo> recover() {
        requireOpen();
        return new OperationReport(runtime).recover();
    }

    @Override
    public CheckReport check(CheckOptions options) {
        requireOpen();
        return new CheckCall(runtime, options).run();
    }

    @Override
    public CollectReport collect(CollectOptions options) {
        requireOpen();
        return new CollectCall(runtime, options).run();
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            runtimes.release(runtime);
        }
    }

    /** What all handles of this graph in this process share. */
    GraphRuntime runtime() {
        return runtime;
    }

    void requireOpen() {
        if (closed.get()) {
            throw new InvalidArgumentException(ErrorText.of("graph " + location + " is closed"));
        }
    }

    static CommitInfo info(CommitRecord commit) {
        return new CommitInfo(
                commit.id(),
                commit.parents(),
                commit.author(),
                commit.time(),
                commit.operation(),
                commit.writer(),
                commit.idempotencyKey(),
                commit.message(),
                commit.tablesTouched(),
                commit.result());
    }

    private Located locate(String revision) {
        requireOpen();
        return runtime.revisions().resolve(Revision.parse(revision, MAIN), revision);
    }
}
