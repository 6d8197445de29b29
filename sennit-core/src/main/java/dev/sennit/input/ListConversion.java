package dev.sennit.input;

import dev.sennit.model.PropertyType;
import dev.sennit.model.PropertyType.ListOf;
import dev.sennit.model.Rule;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Lists: JSON arrays, and in CSV texts separated by {@code ;}. There {@code \;} is a semicolon and {@code \\} a
 * backslash of an element; any other backslash stands for itself. The empty text is the empty list, so a list of one
 * empty string can be written in JSON only.
 */
final class ListConversion extends Conversion {
    private final Conversion element;

    ListConversion(ListOf type, Conversion element) {
        super(type);
        this.element = element;
    }

    @Override
    Object fromText(byte[] text, int from, int to) {
        if (from == to) {
            return List.of();
        }
        List<Object> values = new ArrayList<>();
        int begin = from;
        boolean escaped = false;
        int i = from;
        while (i <= to) {
            if (i < to && text[i] == '\\' && i + 1 < to && (text[i + 1] == ';' || text[i + 1] == '\\')) {
                escaped = true;
                i += 2;
                continue;
            }
            if (i == to || text[i] == ';') {
                byte[] part = escaped ? unescaped(text, begin, i) : text;
                Object value = escaped ? element.fromText(part, 0, part.length) : element.fromText(part, begin, i);
                if (value instanceof ValueProblem problem) {
                    return ofElement(values.size(), problem);
                }
                values.add(value);
                begin = i + 1;
                escaped = false;
            }
            i++;
        }
        return List.copyOf(values);
    }

    @Override
    Object fromJson(byte[] json, int from, int to) {
        if (json[from] != '[') {
            return problem(Rule.TYPE, json, from, to, "write a JSON array");
        }
        List<Object> values = new ArrayList<>();
        List<ValueProblem> problems = new ArrayList<>();
        JsonText.forEachElement(json, from, (begin, end) -> {
            if (!problems.isEmpty()) {
                return;
            }
            Object value = json[begin] == 'n'
                    ? problem(Rule.TYPE, "null", "a list holds no null")
                    : element.fromJson(json, begin, end);
            if (value instanceof ValueProblem problem) {
                problems.add(ofElement(values.size(), problem));
            } else {
                values.add(value);
            }
        });
        return problems.isEmpty() ? List.copyOf(values) : problems.getFirst();
    }

    private ValueProblem ofElement(int index, ValueProblem problem) {
        PropertyType of = problem.type();
        return new ValueProblem(
                problem.rule(),
                type,
                problem.value(),
                "element " + (index + 1)
                        + (of.equals(type)
                                ? ""
                                : " is no " + (of instanceof PropertyType.Enumeration ? "ENUM" : of.text()))
                        + ": " + problem.cause());
    }

    private static byte[] unescaped(byte[] text, int from, int to) {
        StringBuilder part = new StringBuilder(new String(text, from, to - from, StandardCharsets.UTF_8));
        int i = 0;
        while (i + 1 < part.length()) {
            if (part.charAt(i) == '\\' && (part.charAt(i + 1) == ';' || part.charAt(i + 1) == '\\')) {
                part.deleteCharAt(i);
            }
            i++;
        }
        return part.toString().getBytes(StandardCharsets.UTF_8);
    }
}
