package dev.sennit.cli;

import dev.sennit.OpenOptions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Who creates or deletes a branch or tag. */
final class AuthorFlag {
    @Option(
            names = "--author",
            paramLabel = "<name>",
            description = "Who does it (default: $SENNIT_AUTHOR, else the system's user).")
    @Nullable
    String author;

    OpenOptions openOptions(Console console) {
        return author != null
                ? OpenOptions.DEFAULT.author(author)
                : console.author().map(OpenOptions.DEFAULT::author).orElse(OpenOptions.DEFAULT);
    }
}
