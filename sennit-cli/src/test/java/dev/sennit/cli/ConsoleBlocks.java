package dev.sennit.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The {@code console} blocks of a Markdown document: lines that begin with {@code $} and what they print.
 *
 * @param lines the document's lines
 * @param steps the commands in their order
 */
record ConsoleBlocks(List<String> lines, List<Step> steps) {
    private static final String FENCE = "```";

    /** What differs from run to run: ids, times, durations, sizes, and the widths of columns of those. */
    private static final List<Mask> MASKS = List.of(
            new Mask(Pattern.compile("\\b[0-7][0-9A-HJKMNP-TV-Z]{25}\\b"), "<id>"),
            new Mask(Pattern.compile("\\b[0-9A-HJKMNP-TV-Z]{8}\\b"), "<short id>"),
            new Mask(Pattern.compile("\\b2\\d{3}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z"), "<time>"),
            new Mask(Pattern.compile("\\b\\d+ ms\\b|\\b\\d+\\.\\d s\\b"), "<duration>"),
            new Mask(Pattern.compile("\\b\\d+(\\.\\d)? (B|kB|MB)\\b"), "<size>"),
            new Mask(Pattern.compile("\"sizeBytes\":\\d+"), "<size>"),
            new Mask(Pattern.compile("\\d+\\.\\d+\\.\\d+(-SNAPSHOT)? \\(Java [^)]*\\)"), "<version>"),
            new Mask(Pattern.compile("-{2,}"), "--"),
            new Mask(Pattern.compile("\\s+"), " "));

    private record Mask(Pattern pattern, String replacement) {}

    /**
     * One command.
     *
     * @param command without {@code $}; lines that continue it are joined by line breaks
     * @param output what it prints by the document
     * @param first the index of the output's first line in the document
     * @param end the index after its last
     */
    record Step(String command, List<String> output, int first, int end) {
        boolean isAsExpected(List<String> actual) {
            return masked(output).equals(masked(actual));
        }
    }

    static ConsoleBlocks of(List<String> lines) {
        List<Step> steps = new ArrayList<>();
        boolean inside = false;
        int i = 0;
        while (i < lines.size()) {
            String line = lines.get(i);
            if (line.startsWith(FENCE)) {
                inside = !inside && line.equals(FENCE + "console");
                i++;
            } else if (inside && line.startsWith("$ ")) {
                StringBuilder command = new StringBuilder(line.substring(2));
                i++;
                while (command.toString().endsWith("\\")) {
                    command.append('\n').append(lines.get(i));
                    i++;
                }
                int first = i;
                while (!lines.get(i).startsWith("$ ") && !lines.get(i).startsWith(FENCE)) {
                    i++;
                }
                steps.add(new Step(command.toString(), List.copyOf(lines.subList(first, i)), first, i));
            } else {
                i++;
            }
        }
        return new ConsoleBlocks(List.copyOf(lines), steps);
    }

    private static List<String> masked(List<String> lines) {
        return lines.stream().map(ConsoleBlocks::masked).toList();
    }

    private static String masked(String line) {
        String result = line.stripTrailing();
        for (Mask mask : MASKS) {
            result = mask.pattern.matcher(result).replaceAll(mask.replacement);
        }
        return result;
    }
}
