package dev.sennit.bench.comparison;

import com.kuzudb.Connection;
import com.kuzudb.DataTypeID;
import com.kuzudb.Database;
import com.kuzudb.FlatTuple;
import com.kuzudb.KuzuList;
import com.kuzudb.PreparedStatement;
import com.kuzudb.QueryResult;
import com.kuzudb.Value;
import com.kuzudb.Version;
import dev.sennit.bench.comparison.Dataset.Column;
import dev.sennit.bench.comparison.Dataset.EdgeFile;
import dev.sennit.bench.comparison.Dataset.NodeFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Kuzu, through its Java library. Data go in through COPY, queries are prepared once. */
final class KuzuEngine implements Engine {
    private final Database database;
    private final Connection connection;
    private final Map<String, PreparedStatement> prepared = new HashMap<>();

    KuzuEngine(Path file) {
        database = new Database(file.toString());
        connection = new Connection(database);
    }

    @Override
    public String description() {
        return "Kuzu " + Version.getVersion();
    }

    @Override
    public void load(Dataset dataset) {
        for (NodeFile nodes : dataset.nodes()) {
            execute("CREATE NODE TABLE `" + nodes.label() + "`(" + columns(nodes.columns()) + ", PRIMARY KEY ("
                    + nodes.key().name() + "))");
            execute("COPY `" + nodes.label() + "` FROM '" + nodes.file() + "' (HEADER=true)");
        }
        Map<String, List<EdgeFile>> byLabel = dataset.edges().stream()
                .collect(Collectors.groupingBy(EdgeFile::label, LinkedHashMap::new, Collectors.toList()));
        byLabel.forEach((label, files) -> {
            String ends = files.stream()
                    .map(e -> "FROM " + e.from() + " TO " + e.to())
                    .collect(Collectors.joining(", "));
            List<Column> columns = files.getFirst().columns();
            execute("CREATE REL TABLE `" + label + "`(" + ends + (columns.isEmpty() ? "" : ", " + columns(columns))
                    + ")");
            for (EdgeFile edges : files) {
                String which = files.size() == 1 ? "" : "from='" + edges.from() + "', to='" + edges.to() + "', ";
                execute("COPY `" + label + "` FROM '" + edges.file() + "' (" + which + "HEADER=true)");
            }
        });
    }

    private static String columns(List<Column> columns) {
        return columns.stream()
                .map(c -> "`" + c.name() + "` "
                        + switch (c.kind()) {
                            case INTEGER -> "INT64";
                            case FLOAT -> "DOUBLE";
                            case STRING -> "STRING";
                            case DATE -> "DATE";
                        })
                .collect(Collectors.joining(", "));
    }

    private void execute(String statement) {
        try (QueryResult result = connection.query(statement)) {
            require(result, statement);
        }
    }

    private static void require(QueryResult result, String statement) {
        if (!result.isSuccess()) {
            throw new IllegalStateException(statement + ": " + result.getErrorMessage());
        }
    }

    private QueryResult run(String query, Map<String, Object> parameters) {
        PreparedStatement statement = prepared.computeIfAbsent(query, connection::prepare);
        if (!statement.isSuccess()) {
            throw new IllegalStateException(query + ": " + statement.getErrorMessage());
        }
        Map<String, Value> values = new HashMap<>();
        parameters.forEach((name, value) -> values.put(name, new Value(value)));
        try {
            QueryResult result = connection.execute(statement, values);
            require(result, query);
            return result;
        } finally {
            values.values().forEach(Value::close);
        }
    }

    @Override
    public List<List<@Nullable Object>> rows(String query, Map<String, Object> parameters) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        try (QueryResult result = run(query, parameters)) {
            long columns = result.getNumColumns();
            while (result.hasNext()) {
                FlatTuple tuple = result.getNext();
                List<@Nullable Object> values = new ArrayList<>();
                for (long i = 0; i < columns; i++) {
                    values.add(plain(tuple.getValue(i)));
                }
                rows.add(values);
            }
        }
        return rows;
    }

    @Override
    public long read(String query, Map<String, Object> parameters) {
        long rows = 0;
        try (QueryResult result = run(query, parameters)) {
            long columns = result.getNumColumns();
            while (result.hasNext()) {
                FlatTuple tuple = result.getNext();
                for (long i = 0; i < columns; i++) {
                    Value value = tuple.getValue(i);
                    if (!value.isNull()) {
                        value.getValue();
                    }
                }
                rows++;
            }
        }
        return rows;
    }

    @Override
    public void write(String statement, Map<String, Object> parameters) {
        run(statement, parameters).close();
    }

    @Nullable
    private static Object plain(Value value) {
        if (value.isNull()) {
            return null;
        }
        DataTypeID type = value.getDataType().getID();
        return switch (type) {
            case INTERVAL -> "duration " + value;
            case LIST, ARRAY -> {
                List<@Nullable Object> values = new ArrayList<>();
                try (KuzuList list = new KuzuList(value)) {
                    for (Value each : list.toArray()) {
                        values.add(plain(each));
                    }
                }
                yield values;
            }
            default -> {
                Object plain = value.getValue();
                yield plain instanceof Integer || plain instanceof Short || plain instanceof Byte
                        ? (Object) ((Number) plain).longValue()
                        : plain;
            }
        };
    }

    @Override
    public void close() {
        prepared.values().forEach(PreparedStatement::close);
        connection.close();
        database.close();
    }
}
