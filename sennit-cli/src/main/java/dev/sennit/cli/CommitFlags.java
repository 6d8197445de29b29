package dev.sennit.cli;

import dev.sennit.OpenOptions;
import dev.sennit.model.ErrorText;
import dev.sennit.model.InvalidArgumentException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What can be said about any commit. */
final class CommitFlags {
    @Option(names = "--at", hidden = true, paramLabel = "<revision>", description = "Refused: states do not change.")
    @Nullable
    String at;

    @Option(
            names = {"-m", "--message"},
            paramLabel = "<text>",
            description = "The commit's message.")
    String message = "";

    @Mixin
    CommitterFlags committer = new CommitterFlags();

    /**
     * Refuses a flag that only reading knows.
     *
     * @throws InvalidArgumentException if the state to write to was given as a revision
     */
    void refuseRevision() {
        if (at != null) {
            throw new InvalidArgumentException(ErrorText.of("--at " + at + " on a command that writes")
                    .cause("a revision names a state, and states do not change")
                    .remedy("leave out --at; --branch names the branch to write to")
                    .detail("at", at));
        }
    }

    /** @throws InvalidArgumentException if it is no text */
    String message() {
        Texts.requireDecoded("the commit's message", message);
        return message;
    }

    OpenOptions openOptions(Console console) {
        return committer.openOptions(console);
    }
}
