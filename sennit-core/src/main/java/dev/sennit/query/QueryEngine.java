package dev.sennit.query;

import dev.sennit.query.analysis.Analyzer;
import dev.sennit.query.analysis.QueryErrors;
import dev.sennit.query.ast.Statement;
import dev.sennit.query.syntax.QueryParser;
import dev.sennit.query.syntax.SyntaxLimits;
import dev.sennit.schema.GraphSchema;

/** Prepares queries. Thread-safe. */
public final class QueryEngine {
    private final QueryParser parser;

    public QueryEngine() {
        this(SyntaxLimits.DEFAULT);
    }

    public QueryEngine(SyntaxLimits limits) {
        this.parser = new QueryParser(limits);
    }

    /**
     * Parses a query and checks it against a schema. Parameters have no values yet; what depends on their types is
     * checked when it is executed.
     *
     * @throws dev.sennit.model.InvalidTextException SYNTAX_ERROR, UNKNOWN_NAME, TYPE_MISMATCH or IMPOSSIBLE_PATTERN at a
     *     position
     * @throws dev.sennit.model.UnsupportedException if it uses a part of the language that is not executed yet
     * @throws dev.sennit.model.LimitException RESOURCE_LIMIT if the text is too long or nests too deeply
     */
    public PreparedQuery prepare(String text, GraphSchema schema) {
        Statement statement = parser.parse(text);
        QueryErrors errors = new QueryErrors(text);
        return new PreparedQuery(text, statement, schema, Analyzer.check(statement, schema, errors));
    }
}
