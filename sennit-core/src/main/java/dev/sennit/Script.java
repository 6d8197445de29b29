package dev.sennit;

import dev.sennit.query.QueryEngine;
import dev.sennit.query.syntax.ScriptSplitter;
import dev.sennit.query.syntax.SyntaxLimits;
import java.util.List;

/** Statements that stand one after the other in one text, separated by semicolons. Immutable. */
public final class Script {
    private final List<Statement> statements;

    private Script(List<Statement> statements) {
        this.statements = List.copyOf(statements);
    }

    /**
     * One statement.
     *
     * @param text the statement, in a text of blanks as long as what stands before it: errors have the places of the script
     * @param writes whether it may change the graph
     */
    public record Statement(String text, boolean writes) {}

    /**
     * Takes a text apart. Semicolons in strings, quoted names and comments separate nothing; empty statements do not count.
     *
     * @throws dev.sennit.model.InvalidTextException SYNTAX_ERROR if a statement is not in the language
     * @throws dev.sennit.model.LimitException RESOURCE_LIMIT if the text is too long or nests too deeply
     */
    public static Script parse(String text) {
        QueryEngine queries = new QueryEngine();
        return new Script(ScriptSplitter.split(text, SyntaxLimits.DEFAULT).stream()
                .map(statement -> new Statement(statement, queries.writes(statement)))
                .toList());
    }

    public List<Statement> statements() {
        return statements;
    }

    /** Whether any of them may change the graph. */
    public boolean writes() {
        return statements.stream().anyMatch(Statement::writes);
    }
}
