package dev.sennit.store;

import java.util.List;

/**
 * A condition the store evaluates while it scans. Rows for which it is unknown (a null was compared) do not match, so
 * {@link Not} is only exact over conditions that are never unknown or whose nulls the caller excludes. Literals have
 * the Java class of the column's type. No text of a user ever becomes part of a native query: the store renders and
 * escapes every name and literal itself.
 */
public sealed interface ScanFilter {
    /** {@code column op literal}; floats follow IEEE order with NaN matching nothing but {@code <>}. */
    record Comparison(String column, Operator operator, Object literal) implements ScanFilter {}

    /** The column's value is one of the literals. */
    record In(String column, List<?> literals) implements ScanFilter {
        public In {
            literals = List.copyOf(literals);
        }
    }

    record IsNull(String column) implements ScanFilter {}

    record IsNotNull(String column) implements ScanFilter {}

    /** A string column starts with, ends with or contains a text, by code point. */
    record StringMatch(String column, Kind kind, String text) implements ScanFilter {
        /** Where the text is looked for. */
        public enum Kind {
            STARTS_WITH,
            ENDS_WITH,
            CONTAINS
        }
    }

    record And(List<ScanFilter> operands) implements ScanFilter {
        public And {
            operands = List.copyOf(operands);
        }
    }

    record Or(List<ScanFilter> operands) implements ScanFilter {
        public Or {
            operands = List.copyOf(operands);
        }
    }

    record Not(ScanFilter operand) implements ScanFilter {}

    /** Comparison operators. */
    enum Operator {
        EQ,
        NE,
        LT,
        LE,
        GT,
        GE
    }
}
