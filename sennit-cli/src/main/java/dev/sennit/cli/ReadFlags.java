package dev.sennit.cli;

import dev.sennit.Graph;
import dev.sennit.Snapshot;
import dev.sennit.model.ErrorText;
import dev.sennit.model.InvalidArgumentException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which state a command reads. */
final class ReadFlags {
    @Option(names = "--branch", paramLabel = "<name>", description = "The branch (default: main).")
    @Nullable
    String branch;

    @Option(
            names = "--at",
            paramLabel = "<revision>",
            description = {
                "An earlier state: a branch, tag or commit id, then ~n, ^n or @{time}, for example main~1 or"
                        + " @{2026-11-29T12:00Z}. Any unique end of a commit id will do. Without a name it starts"
                        + " from the branch."
            })
    @Nullable
    String at;

    /** The state the flags name. */
    Snapshot snapshot(Graph graph) {
        return at == null ? graph.branch(branchName()).snapshot() : graph.at(revision());
    }

    /**
     * The revision the flags name.
     *
     * @throws InvalidArgumentException if they contradict each other
     */
    String revision() {
        return at == null ? branchName() : revision(at);
    }

    /**
     * The revision an argument names, which may stand for {@code --at}, else the one the flags name.
     *
     * @throws InvalidArgumentException if they contradict each other
     */
    String revisionOf(@Nullable String argument) {
        if (argument == null) {
            return revision();
        }
        if (at != null) {
            throw new InvalidArgumentException(
                    ErrorText.of("both " + argument + " and --at " + at).remedy("name one commit"));
        }
        return revision(argument);
    }

    /** A revision as written, which starts from the branch if it names nothing itself. */
    String revision(String written) {
        if (branch == null) {
            return written;
        }
        if (written.startsWith("~") || written.startsWith("^") || written.startsWith("@")) {
            return branch + written;
        }
        throw new InvalidArgumentException(ErrorText.of("both --branch " + branch + " and the revision " + written)
                .cause("a revision that begins with a name says itself what it starts from")
                .remedy("leave out --branch"));
    }

    /** The branch the flags name. */
    String branchName() {
        return branch == null ? Graph.MAIN : branch;
    }
}
