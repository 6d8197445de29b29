package dev.sennit.cli;

import dev.sennit.Graph;
import dev.sennit.MergeOptions;
import dev.sennit.model.MergeStrategy;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What can be said about a merge or a revert. */
final class MergeFlags {
    @Mixin
    WriteFlags write = new WriteFlags();

    @Option(
            names = "--strategy",
            paramLabel = "<fail|ours|theirs>",
            description = {
                "What is done with conflicts without a resolution: fail, they are told and nothing is written (default);"
                        + " ours, the branch written to wins; theirs, the other side does."
            })
    MergeStrategy strategy = MergeStrategy.FAIL;

    @Option(
            names = "--resolutions",
            paramLabel = "<file>",
            description = {
                "Resolves conflicts one by one: the file that --dry-run --json prints, where \"resolution\" says \"ours\""
                        + " or \"theirs\"."
            })
    @Nullable
    Path resolutions;

    @Option(names = "--dry-run", description = "Tell what there is to do, every conflict included, and write nothing.")
    boolean dryRun;

    MergeOptions options(Graph graph) {
        MergeOptions options =
                MergeOptions.DEFAULT.write(write.writeOptions(graph)).strategy(strategy);
        if (resolutions != null) {
            options = ResolutionFile.read(resolutions).applyTo(options);
        }
        return dryRun ? options.asDryRun() : options;
    }
}
