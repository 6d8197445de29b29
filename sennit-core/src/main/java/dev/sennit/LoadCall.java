package dev.sennit;

import dev.sennit.branch.NamedBranch;
import dev.sennit.model.CommitId;
import dev.sennit.model.ErrorText;
import dev.sennit.model.FileTrouble;
import dev.sennit.model.LoadResult;
import dev.sennit.model.OperationId;
import dev.sennit.model.StoreException;
import dev.sennit.protocol.PrepareContext;
import dev.sennit.protocol.WriteRequest;
import dev.sennit.protocol.WriteResult;
import dev.sennit.write.LoadProgress;
import dev.sennit.write.LoadRequest;
import dev.sennit.write.LoadSummary;
import dev.sennit.write.LoadWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/** One call of {@link Branch#load}: copies what can be read only once, runs the writer, and clears up. */
final class LoadCall {
    private final GraphRuntime runtime;
    private final NamedBranch branch;
    private final Load load;
    private final WriteOptions options;
    private final List<Path> copies = new ArrayList<>();

    LoadCall(GraphRuntime runtime, NamedBranch branch, Load load, WriteOptions options) {
        this.runtime = runtime;
        this.branch = branch;
        this.load = load;
        this.options = options;
    }

    LoadResult run() {
        try {
            LoadRequest request = request();
            LoadWriter writer = new LoadWriter(request, runtime.writers());
            WriteRequest write = options.request(
                    runtime.options().author(), options.idempotencyKey().map(key -> digest(request)));
            if (load.dryRun()) {
                return result(writer.check(runtime.branches().head(branch).state(), context(write)), Optional.empty());
            }
            WriteResult<LoadSummary> written = runtime.writes(branch).write(writer, write);
            return result(written.result(), Optional.of(written));
        } finally {
            copies.forEach(copy -> copy.toFile().delete());
        }
    }

    private PrepareContext context(WriteRequest write) {
        return new PrepareContext(
                new OperationId(runtime.protocol().ids().next()),
                new CommitId(runtime.protocol().ids().next()),
                runtime.protocol().clock().instant(),
                write,
                runtime.protocol().failurePoints());
    }

    private LoadRequest request() {
        List<LoadRequest.Input> inputs = new ArrayList<>();
        long bytes = 0;
        for (Load.Input input : load.inputs()) {
            Path copy = runtime.writers()
                    .spill()
                    .resolve("input-" + runtime.protocol().ids().next());
            var source = input.source().rereadable(copy);
            if (!input.source().isRereadable()) {
                copies.add(copy);
            }
            bytes += source.sizeBytes().orElse(0);
            inputs.add(new LoadRequest.Input(
                    source, input.target(), input.options().orElse(load.options())));
        }
        return new LoadRequest(
                inputs,
                load.mode(),
                load.dateFormat(),
                load.skipBad(),
                load.maxBad(),
                load.rejects(),
                load.dryRun(),
                progress(bytes));
    }

    private LoadProgress progress(long totalBytes) {
        ProgressThrottle throttle = new ProgressThrottle(runtime.protocol().ticker());
        return (phase, rows, bytes) -> throttle.pass(elapsed -> load.progress()
                .at(
                        rows,
                        bytes,
                        totalBytes,
                        elapsed,
                        switch (phase) {
                            case READING -> "reading";
                            case CHECKING -> "checking";
                            case WRITING -> "writing";
                            case INDEXING -> "indexing";
                        }));
    }

    /** What the load asks for, so that the same idempotency key with other content is noticed. */
    private String digest(LoadRequest request) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            String how =
                    request.mode() + "\n" + request.dateFormat() + "\n" + request.skipBad() + "\n" + request.maxBad();
            digest.update(how.getBytes(StandardCharsets.UTF_8));
            for (LoadRequest.Input input : request.inputs()) {
                String what = input.target() + "\n" + input.options();
                digest.update(what.getBytes(StandardCharsets.UTF_8));
                try (InputStream in = new DigestInputStream(input.source().openRaw(), digest)) {
                    in.transferTo(OutputStream.nullOutputStream());
                }
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        } catch (IOException e) {
            throw StoreException.unavailable(
                    ErrorText.of("cannot read the input").cause(FileTrouble.of(e)), e);
        }
    }

    private LoadResult result(LoadSummary summary, Optional<WriteResult<LoadSummary>> written) {
        return new LoadResult(
                summary.types(),
                summary.unassigned(),
                written.flatMap(WriteResult::commit).map(OpenGraph::info),
                written.map(WriteResult::replayed).orElse(false),
                load.dryRun(),
                summary.violations());
    }
}
