package dev.sennit.schema;

import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.schema.SennitSchemaParser.CardinalityContext;
import java.math.BigInteger;
import java.util.OptionalLong;

/** Reads numbers of edges such as {@code 0..*}. */
final class CardinalityReader {
    private final SchemaProblems problems;

    CardinalityReader(SchemaProblems problems) {
        this.problems = problems;
    }

    /** The cardinality, or {@link Cardinality#ANY} after reporting a problem with it. */
    Cardinality read(CardinalityContext written) {
        BigInteger minimum = new BigInteger(written.INTEGER(0).getText());
        BigInteger maximum = written.STAR() != null
                ? BigInteger.valueOf(Long.MAX_VALUE)
                : new BigInteger(written.INTEGER(1).getText());
        String problem = null;
        if (minimum.bitLength() > 63 || maximum.bitLength() > 63) {
            problem = "the number of edges is at most " + Long.MAX_VALUE;
        } else if (maximum.signum() == 0) {
            problem = "nothing could ever be stored";
        } else if (minimum.compareTo(maximum) > 0) {
            problem = "the minimum is above the maximum";
        }
        if (problem != null) {
            problems.add(
                    ErrorCode.INVALID_SCHEMA,
                    written,
                    ErrorText.of(written.getText() + " is no number of edges").cause(problem));
            return Cardinality.ANY;
        }
        OptionalLong bound = written.STAR() != null ? OptionalLong.empty() : OptionalLong.of(maximum.longValueExact());
        return new Cardinality(minimum.longValueExact(), bound);
    }
}
