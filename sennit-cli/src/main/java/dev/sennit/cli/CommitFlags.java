package dev.sennit.cli;

import dev.sennit.OpenOptions;
import dev.sennit.model.Durability;
import dev.sennit.model.ErrorText;
import dev.sennit.model.InvalidArgumentException;
import org.jspecify.annotations.Nullable;
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

    @Option(
            names = "--author",
            paramLabel = "<name>",
            description = "Who the commit names (default: $SENNIT_AUTHOR, else the system's user).")
    @Nullable
    String author;

    @Option(
            names = "--durability",
            paramLabel = "<full|relaxed>",
            description =
                    "What the commit survives: full, a loss of power (default); relaxed, the end of the" + " process.")
    Durability durability = Durability.FULL;

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

    OpenOptions openOptions(Console console) {
        OpenOptions options = OpenOptions.DEFAULT.durability(durability);
        return author != null
                ? options.author(author)
                : console.author().map(options::author).orElse(options);
    }
}
