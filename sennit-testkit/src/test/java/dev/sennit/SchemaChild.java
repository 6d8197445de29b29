package dev.sennit;

import dev.sennit.model.CommitId;
import dev.sennit.model.Durability;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;

/** A process of its own that applies one schema after the other. */
final class SchemaChild {
    private SchemaChild() {}

    /** Arguments: graph, whether to wait for commits of others between changes, a schema file for each change. */
    public static void main(String[] args) throws IOException, InterruptedException {
        WriteOptions patient =
                WriteOptions.DEFAULT.timeout(Duration.ofMinutes(2)).attempts(1_000);
        try (Graph graph = Sennit.open(args[0], OpenOptions.DEFAULT.durability(Durability.RELAXED))) {
            for (String file : Arrays.asList(args).subList(2, args.length)) {
                SchemaChange change = graph.main()
                        .applySchema(
                                SchemaUpdate.to(Files.readString(Path.of(file))).hidingDroppedData(), patient);
                CommitId commit = change.commit().orElseThrow().id();
                System.out.println(file + ": " + commit);
                while (Boolean.parseBoolean(args[1])
                        && graph.main().snapshot().commit().id().equals(commit)) {
                    Thread.sleep(5);
                }
            }
        }
    }
}
