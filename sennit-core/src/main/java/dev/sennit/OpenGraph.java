package dev.sennit;

import dev.sennit.manifest.CommitRecord;
import dev.sennit.manifest.FoundCommit;
import dev.sennit.manifest.Revision;
import dev.sennit.manifest.RevisionResolver.Located;
import dev.sennit.model.CheckReport;
import dev.sennit.model.CollectReport;
import dev.sennit.model.CommitInfo;
import dev.sennit.model.ErrorText;
import dev.sennit.model.GraphId;
import dev.sennit.model.InvalidArgumentException;
import dev.sennit.model.OperationId;
import dev.sennit.model.OperationInfo;
import dev.sennit.model.Outcome;
import dev.sennit.protocol.Resolution;
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
        return new OpenBranch(this, runtime, name);
    }

    @Override
    public Snapshot at(String revision) {
        Located located = locate(revision);
        return new PinnedSnapshot(this, runtime, located.state(), Expiry.of(located), revision);
    }

    @Override
    public Diff diff(String from, String to) {
        Located left = locate(from);
        Located right = locate(to);
        return new StateDiff(this, runtime, left.state(), right.state(), List.of(Expiry.of(left), Expiry.of(right)));
    }

    @Override
    public CommitInfo commit(String revision) {
        return info(locate(revision).commit().commit());
    }

    @Override
    public Stream<CommitInfo> log(String revision) {
        Located from = locate(revision);
        // First parents of a commit are the versions before it, for as long as branches do not continue each other.
        var cursor = from.chain().commits(from.head());
        return Stream.iterate(cursor.next(), Optional::isPresent, ignored -> cursor.next())
                .flatMap(Optional::stream)
                .dropWhile(commit -> commit.version() > from.commit().version())
                .map(FoundCommit::commit)
                .map(OpenGraph::info);
    }

    @Override
    public Outcome outcome(OperationId operation) {
        requireOpen();
        return switch (runtime.writes(MAIN).outcome(operation)) {
            case Resolution.Committed committed -> new Outcome.Committed(info(committed.commit()));
            case Resolution.NotCommitted not -> new Outcome.NotCommitted(not.why());
            case Resolution.InProgress inProgress ->
                new Outcome.InProgress(inProgress.intent().writer().text() + " of process "
                        + inProgress.intent().owner().pid() + " on "
                        + inProgress.intent().owner().host());
        };
    }

    @Override
    public List<OperationInfo> operations(int recent) {
        requireOpen();
        return new OperationReport(runtime, MAIN).list(recent);
    }

    @Override
    public List<OperationInfo> recover() {
        requireOpen();
        return new OperationReport(runtime, MAIN).recover();
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
