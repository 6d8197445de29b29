package dev.sennit.schema;

import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.model.PropertyType;
import dev.sennit.model.PropertyType.Decimal;
import dev.sennit.model.PropertyType.Scalar;
import dev.sennit.model.PropertyType.Vector;
import dev.sennit.schema.SennitSchemaParser.ArgumentContext;
import dev.sennit.schema.SennitSchemaParser.NumberContext;
import dev.sennit.schema.SennitSchemaParser.PropertyContext;
import dev.sennit.schema.SennitSchemaParser.TypeContext;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.antlr.v4.runtime.ParserRuleContext;

/** Reads property types. Answers nothing where it has reported a problem. */
final class TypeReader {
    private final SchemaProblems problems;

    TypeReader(SchemaProblems problems) {
        this.problems = problems;
    }

    Optional<PropertyType> read(TypeContext type) {
        if (type.IDENTIFIER() != null) {
            return twoWords(type);
        }
        String name = type.typeName().getText();
        if (type.LBRACKET() != null) {
            return problem(
                    ErrorCode.SYNTAX_ERROR,
                    type,
                    ErrorText.of("a list is not written with brackets").remedy("write LIST<" + name + ">"));
        }
        return switch (name.toUpperCase(Locale.ROOT)) {
            case TypeNames.DECIMAL -> decimal(type);
            case TypeNames.ENUM -> enumeration(type);
            case TypeNames.LIST -> list(type);
            case TypeNames.VECTOR -> vector(type);
            default -> scalar(type, name);
        };
    }

    private Optional<PropertyType> twoWords(TypeContext type) {
        String first = type.getStart().getText().toUpperCase(Locale.ROOT);
        String second = type.IDENTIFIER().getText();
        Scalar scalar = TypeNames.scalar(first + " " + second);
        if (scalar != null) {
            return Optional.of(scalar);
        }
        return problem(
                ErrorCode.UNKNOWN_NAME,
                type,
                ErrorText.of("unknown type '" + first + " " + second + "'")
                        .remedy("write " + first + " TIME or " + first + " DATETIME"));
    }

    private Optional<PropertyType> scalar(TypeContext type, String name) {
        Scalar scalar = TypeNames.scalar(name);
        if (scalar == null) {
            ErrorText text = ErrorText.of("unknown type '" + SchemaText.unquoteName(name) + "'");
            return problem(ErrorCode.UNKNOWN_NAME, type.typeName(), text.remedy(remedy(type, name)));
        }
        if (type.arguments() != null || type.parameter() != null) {
            ParserRuleContext extra = type.arguments() != null ? type.arguments() : type.parameter();
            return problem(
                    ErrorCode.INVALID_SCHEMA,
                    extra,
                    ErrorText.of(scalar.text() + " has no parameters").remedy("write " + scalar.text()));
        }
        return Optional.of(scalar);
    }

    private static String remedy(TypeContext type, String name) {
        if (type.typeName().LOCAL() != null || type.typeName().ZONED() != null) {
            String zone = name.toUpperCase(Locale.ROOT);
            return "write " + zone + " TIME or " + zone + " DATETIME";
        }
        Optional<String> known = TypeNames.remedy(name);
        if (known.isEmpty() && type.getParent() instanceof PropertyContext property && isConstraint(property)) {
            return "for a constraint write " + property.getStart().getText() + " (" + name + ")";
        }
        return known.orElse("types are " + TypeNames.all());
    }

    private static boolean isConstraint(PropertyContext property) {
        return switch (property.getStart().getType()) {
            case SennitSchemaParser.KEY, SennitSchemaParser.UNIQUE, SennitSchemaParser.FULLTEXT -> true;
            default -> false;
        };
    }

    private Optional<PropertyType> decimal(TypeContext type) {
        List<ArgumentContext> arguments =
                type.arguments() == null ? List.of() : type.arguments().argument();
        List<OptionalInt> numbers = arguments.stream()
                .map(a -> a.number() == null ? OptionalInt.empty() : integer(a.number()))
                .toList();
        if (numbers.size() != 2 || numbers.stream().anyMatch(OptionalInt::isEmpty) || type.parameter() != null) {
            return problem(
                    ErrorCode.INVALID_SCHEMA,
                    type,
                    ErrorText.of("DECIMAL needs a precision and a scale").remedy("write DECIMAL(10,2)"));
        }
        int precision = numbers.getFirst().getAsInt();
        int scale = numbers.getLast().getAsInt();
        if (precision < 1 || precision > Decimal.MAX_PRECISION || scale < 0 || scale > precision) {
            return problem(
                    ErrorCode.INVALID_SCHEMA,
                    type,
                    ErrorText.of("DECIMAL(" + precision + "," + scale + ") does not exist")
                            .cause("the precision is 1 to " + Decimal.MAX_PRECISION
                                    + " digits, and the scale 0 to the precision"));
        }
        return Optional.of(new Decimal(precision, scale));
    }

    private Optional<PropertyType> enumeration(TypeContext type) {
        List<ArgumentContext> arguments =
                type.arguments() == null ? List.of() : type.arguments().argument();
        if (arguments.isEmpty() || type.parameter() != null) {
            return problem(
                    ErrorCode.INVALID_SCHEMA,
                    type,
                    ErrorText.of("ENUM needs at least one value").remedy("write ENUM('large', 'small')"));
        }
        Set<String> values = new LinkedHashSet<>();
        boolean valid = true;
        for (ArgumentContext argument : arguments) {
            if (argument.TEXT() == null) {
                valid = false;
                String text = SchemaText.unquoteName(argument.getText());
                problems.add(
                        ErrorCode.SYNTAX_ERROR,
                        argument,
                        ErrorText.of("values of ENUM stand in single quotes")
                                .remedy("write " + SchemaText.quote(text)));
            } else if (!values.add(SchemaText.unquote(argument.getText()))) {
                valid = false;
                problems.add(
                        ErrorCode.INVALID_SCHEMA,
                        argument,
                        ErrorText.of("ENUM lists " + argument.getText() + " twice")
                                .remedy("leave one out"));
            }
        }
        return valid ? Optional.of(new PropertyType.Enumeration(new ArrayList<>(values))) : Optional.empty();
    }

    private Optional<PropertyType> list(TypeContext type) {
        if (type.parameter() == null || type.parameter().type() == null || type.arguments() != null) {
            return problem(
                    ErrorCode.INVALID_SCHEMA,
                    type,
                    ErrorText.of("LIST needs the type of its elements").remedy("write LIST<STRING>"));
        }
        Optional<PropertyType> element = read(type.parameter().type());
        if (element.isEmpty()) {
            return Optional.empty();
        }
        if (element.get() instanceof PropertyType.ListOf
                || element.get() instanceof Vector
                || element.get() == Scalar.JSON) {
            return problem(
                    ErrorCode.INVALID_SCHEMA,
                    type,
                    ErrorText.of("LIST<" + element.get().text() + "> does not exist")
                            .cause("lists hold neither lists nor vectors nor JSON")
                            .remedy("write JSON"));
        }
        return Optional.of(new PropertyType.ListOf(element.get()));
    }

    private Optional<PropertyType> vector(TypeContext type) {
        OptionalInt dimension = type.parameter() == null || type.parameter().number() == null
                ? OptionalInt.empty()
                : integer(type.parameter().number());
        if (dimension.isEmpty() || type.arguments() != null) {
            return problem(
                    ErrorCode.INVALID_SCHEMA,
                    type,
                    ErrorText.of("VECTOR needs a dimension").remedy("write VECTOR<384>"));
        }
        if (dimension.getAsInt() < 1 || dimension.getAsInt() > Vector.MAX_DIMENSION) {
            return problem(
                    ErrorCode.INVALID_SCHEMA,
                    type.parameter(),
                    ErrorText.of("VECTOR<" + type.parameter().number().getText() + "> does not exist")
                            .cause("the dimension is 1 to " + Vector.MAX_DIMENSION));
        }
        return Optional.of(new Vector(dimension.getAsInt()));
    }

    /** The whole number, the largest int for any beyond it; nothing for a fraction. */
    private static OptionalInt integer(NumberContext number) {
        if (number.INTEGER() == null) {
            return OptionalInt.empty();
        }
        String digits = number.INTEGER().getText();
        int value = digits.length() > 9 ? Integer.MAX_VALUE : Integer.parseInt(digits);
        return OptionalInt.of(number.MINUS() == null ? value : -value);
    }

    private Optional<PropertyType> problem(ErrorCode code, ParserRuleContext context, ErrorText text) {
        problems.add(code, context, text);
        return Optional.empty();
    }
}
