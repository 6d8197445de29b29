package dev.sennit.schema;

import dev.sennit.model.InvalidTextException;
import org.antlr.v4.runtime.CommonTokenStream;

/**
 * Reads schema text. The syntax is in {@code SennitSchema.g4}; what more a schema must obey (names that resolve, keys
 * of key types, one declaration per name) is checked here as well, so that a schema that was parsed is valid. A schema
 * made by a program is checked by parsing what {@link SchemaPrinter} prints of it.
 *
 * <p>Thread-safe; keeps nothing.
 */
public final class SchemaParser {
    private SchemaParser() {}

    /**
     * The schema that the text declares. Comments and migration hints are read and left out.
     *
     * @throws InvalidTextException if the text breaks a rule; it carries all problems of the text
     */
    public static GraphSchema parse(String text) {
        return parseDocument(text).schema();
    }

    /**
     * All that the text says.
     *
     * @throws InvalidTextException if the text breaks a rule; it carries all problems of the text
     */
    public static SchemaDocument parseDocument(String text) {
        String source = text.startsWith("\uFEFF") ? text.substring(1) : text;
        SchemaProblems problems = new SchemaProblems(source);
        CommonTokenStream tokens =
                SchemaTokens.read(source.replace("\r\n", "\n").replace('\r', '\n'), problems);
        SennitSchemaParser parser = new SennitSchemaParser(tokens);
        parser.removeErrorListeners();
        parser.setErrorHandler(new SchemaErrorStrategy(new SyntaxProblems(problems)));
        SennitSchemaParser.SchemaContext tree = parser.schema();
        SchemaBuilder builder = new SchemaBuilder(problems);
        GraphSchema schema = builder.build(tree);
        problems.throwIfAny();
        return new SchemaDocument(schema, builder.hints(), CommentReader.read(tokens, builder.types()));
    }
}
