package dev.sennit;

import dev.sennit.model.Durability;
import dev.sennit.schema.SchemaParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A stored graph of its own for each test, which statements fill and read. */
final class StatementGraph implements BeforeEachCallback, AfterEachCallback {
    private static final OpenOptions RELAXED = OpenOptions.DEFAULT.durability(Durability.RELAXED);

    private final String schema;
    private final String contents;

    @Nullable
    private Path directory;

    @Nullable
    private Graph graph;

    /** @param contents the statement that fills it */
    StatementGraph(String schema, String contents) {
        this.schema = schema;
        this.contents = contents;
    }

    @Override
    public void beforeEach(ExtensionContext context) throws IOException {
        directory = Files.createTempDirectory("statements");
        graph = Sennit.create(directory.resolve("g").toString(), SchemaParser.parse(schema), RELAXED, "");
        execute(contents);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        Objects.requireNonNull(graph).close();
        GraphCopy.delete(Objects.requireNonNull(directory));
    }

    Branch main() {
        return Objects.requireNonNull(graph).main();
    }

    StatementResult execute(String cypher) {
        return main().execute(cypher);
    }

    /** The rows of a query on what is committed, sorted. */
    List<String> rows(String cypher) {
        try (Result result = main().snapshot().query(cypher)) {
            return result.stream().map(row -> row.toMap().toString()).sorted().toList();
        }
    }

    /** The rows of a query on what is committed, in their order and without their columns' names. */
    List<String> values(String cypher) {
        try (Result result = main().snapshot().query(cypher)) {
            return result.stream().map(row -> row.toMap().values().toString()).toList();
        }
    }
}
