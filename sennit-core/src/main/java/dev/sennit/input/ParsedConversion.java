package dev.sennit.input;

import dev.sennit.model.PropertyType;
import dev.sennit.model.Rule;
import java.time.DateTimeException;
import java.util.function.Function;

/** Values with a text form of their own, such as dates. Spaces around the text are ignored. */
final class ParsedConversion extends StringConversion {
    private final Function<String, Object> parse;
    private final String remedy;

    /**
     * @param parse gives the value of a text; throws {@link TooFineException} where the type cannot hold it, and
     *     DateTimeException, ArithmeticException or IllegalArgumentException where the text is none
     * @param remedy how to write a value
     */
    ParsedConversion(PropertyType type, Function<String, Object> parse, String remedy) {
        super(type);
        this.parse = parse;
        this.remedy = remedy;
    }

    @Override
    Object value(String text) {
        try {
            return parse.apply(text.strip());
        } catch (TooFineException e) {
            return problem(Rule.VALUE_RANGE, text, e.problem);
        } catch (DateTimeException | ArithmeticException | IllegalArgumentException e) {
            return problem(Rule.TYPE, text, remedy);
        }
    }

    /** The text is a value, but not one the type can hold exactly. */
    static final class TooFineException extends RuntimeException {
        final String problem;

        TooFineException(String problem) {
            super(problem, null, false, false);
            this.problem = problem;
        }
    }
}
