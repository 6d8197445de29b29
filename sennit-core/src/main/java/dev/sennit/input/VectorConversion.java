package dev.sennit.input;

import dev.sennit.model.PropertyType.Vector;
import dev.sennit.model.Rule;

/** Vectors: a JSON array of numbers, in CSV also numbers separated by {@code ;}. The count is exact, all are finite. */
final class VectorConversion extends Conversion {
    private final int dimension;

    VectorConversion(Vector type) {
        super(type);
        this.dimension = type.dimension();
    }

    @Override
    Object fromText(byte[] text, int from, int to) {
        int begin = skipSpace(text, from, to);
        int end = trimEnd(text, begin, to);
        boolean array = end - begin >= 2 && text[begin] == '[' && text[end - 1] == ']';
        return array ? numbers(text, begin + 1, end - 1, ',') : numbers(text, begin, end, ';');
    }

    @Override
    Object fromJson(byte[] json, int from, int to) {
        return json[from] == '['
                ? numbers(json, from + 1, to - 1, ',')
                : problem(Rule.TYPE, json, from, to, "write a JSON array of numbers");
    }

    private Object numbers(byte[] text, int from, int to, char separator) {
        float[] numbers = new float[dimension];
        int count = 0;
        int begin = skipSpace(text, from, to);
        boolean more = begin < to;
        while (more) {
            int end = begin;
            while (end < to && text[end] != separator) {
                end++;
            }
            int first = skipSpace(text, begin, end);
            int last = trimEnd(text, first, end);
            if (!DecimalText.isNumber(text, first, last)) {
                return problem(Rule.TYPE, text, first, last, "component " + (count + 1) + " is not a finite number");
            }
            float number = DecimalText.toFloat(text, first, last);
            if (Float.isInfinite(number)) {
                return problem(
                        Rule.VALUE_RANGE, text, first, last, "component " + (count + 1) + " is too large for a float");
            }
            if (count < dimension) {
                numbers[count] = number;
            }
            count++;
            more = end < to;
            begin = end + 1;
        }
        return count == dimension
                ? numbers
                : problem(Rule.VALUE_RANGE, text, from, to, "it has " + dimension + " components, this one " + count);
    }
}
