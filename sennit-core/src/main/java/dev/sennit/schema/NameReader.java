package dev.sennit.schema;

import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.schema.SennitSchemaParser.NameContext;
import dev.sennit.schema.SennitSchemaParser.NameListContext;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Reads names, and checks those that are being declared. */
final class NameReader {
    /** The longest name, in bytes of UTF-8. */
    static final int MAX_NAME_BYTES = 256;

    private final SchemaProblems problems;

    NameReader(SchemaProblems problems) {
        this.problems = problems;
    }

    /** A name that refers to something. */
    String reference(NameContext name) {
        return SchemaText.unquoteName(name.getText());
    }

    /** Names that refer to something. */
    List<String> references(NameListContext names) {
        return names.name().stream().map(this::reference).toList();
    }

    /** A name that is being declared; problems with it are reported, and it is returned nevertheless. */
    String declaration(NameContext written) {
        String name = reference(written);
        if (name.isEmpty()) {
            problem(written, ErrorText.of("a name has at least one character"));
        } else if (name.startsWith("_")) {
            String shorter = name.replaceFirst("^_+", "");
            ErrorText text = ErrorText.of("the name '" + name + "' is reserved")
                    .cause("names that begin with '_' are Sennit's own");
            problem(written, shorter.isEmpty() ? text : text.remedy("call it '" + shorter + "'"));
        } else if (name.getBytes(StandardCharsets.UTF_8).length > MAX_NAME_BYTES) {
            int bytes = name.getBytes(StandardCharsets.UTF_8).length;
            problem(written, ErrorText.of("a name has at most " + MAX_NAME_BYTES + " bytes, this one has " + bytes));
        } else if (name.chars().anyMatch(Character::isISOControl)) {
            problem(written, ErrorText.of("a name has no control characters"));
        }
        return name;
    }

    private void problem(NameContext name, ErrorText text) {
        problems.add(ErrorCode.INVALID_SCHEMA, name, text);
    }
}
