package dev.sennit.cli;

import dev.sennit.OpenOptions;
import dev.sennit.model.Durability;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Who commits, and what the commit survives. */
final class CommitterFlags {
    @Option(
            names = "--author",
            paramLabel = "<name>",
            description = "Who the commit names (default: $SENNIT_AUTHOR, else the system's user).")
    @Nullable
    String author;

    @Option(
            names = "--durability",
            paramLabel = "<full|relaxed>",
            description = "What the commit survives: full, a loss of power (default); relaxed, the end of the process.")
    Durability durability = Durability.FULL;

    /** @throws dev.sennit.model.InvalidArgumentException if the author's name is no text */
    OpenOptions openOptions(Console console) {
        OpenOptions options = OpenOptions.DEFAULT.durability(durability);
        Optional<String> named = author != null ? Optional.of(author) : console.author();
        named.ifPresent(name -> Texts.requireDecoded("the author", name));
        return named.map(options::author).orElse(options);
    }
}
