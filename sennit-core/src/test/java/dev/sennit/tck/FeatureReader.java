package dev.sennit.tck;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads what the kit uses of Gherkin: scenarios, outlines with examples, a background, blocks and tables. */
final class FeatureReader {
    private static final Pattern STEP = Pattern.compile("(?:Given|When|Then|And|But) (.*)");
    private static final Pattern NUMBERED = Pattern.compile("\\[(\\w+)] ?(.*)");
    private static final String BLOCK = "\"\"\"";

    private final String feature;
    private final List<String> lines;
    private final List<Run> runs = new ArrayList<>();
    private final List<Run.Step> background = new ArrayList<>();
    private int at;

    private FeatureReader(String feature, List<String> lines) {
        this.feature = feature;
        this.lines = lines;
    }

    static List<Run> read(String feature, String text) {
        FeatureReader reader = new FeatureReader(feature, text.lines().toList());
        reader.all();
        return reader.runs;
    }

    private void all() {
        while (at < lines.size()) {
            String line = line();
            at++;
            if (line.startsWith("Background:")) {
                background.addAll(steps());
            } else if (line.startsWith("Scenario Outline:")) {
                outline(line.substring("Scenario Outline:".length()).strip());
            } else if (line.startsWith("Scenario:")) {
                add(line.substring("Scenario:".length()).strip(), "", steps(), Map.of());
            }
        }
    }

    private void outline(String title) {
        List<Run.Step> steps = steps();
        int example = 0;
        while (at < lines.size() && !line().startsWith("Scenario")) {
            if (!line().startsWith("Examples:")) {
                at++;
                continue;
            }
            at++;
            List<List<String>> table = table();
            for (List<String> row : table.subList(1, table.size())) {
                Map<String, String> values = new LinkedHashMap<>();
                for (int i = 0; i < row.size(); i++) {
                    values.put("<" + table.getFirst().get(i) + ">", row.get(i));
                }
                add(title, "#" + ++example, steps, values);
            }
        }
    }

    private void add(String title, String example, List<Run.Step> steps, Map<String, String> values) {
        Matcher numbered = NUMBERED.matcher(title);
        boolean matches = numbered.matches();
        String number = matches ? numbered.group(1) : title;
        List<Run.Step> all = new ArrayList<>(background);
        steps.forEach(step -> all.add(filled(step, values)));
        runs.add(new Run(feature + " [" + number + "]" + example, matches ? numbered.group(2) : title, all));
    }

    private static Run.Step filled(Run.Step step, Map<String, String> values) {
        return new Run.Step(
                filled(step.text(), values),
                filled(step.block(), values),
                step.table().stream()
                        .map(row ->
                                row.stream().map(cell -> filled(cell, values)).toList())
                        .toList());
    }

    private static String filled(String text, Map<String, String> values) {
        String filled = text;
        for (Map.Entry<String, String> value : values.entrySet()) {
            filled = filled.replace(value.getKey(), value.getValue());
        }
        return filled;
    }

    private List<Run.Step> steps() {
        List<Run.Step> steps = new ArrayList<>();
        while (at < lines.size()) {
            String line = line();
            if (line.startsWith("Scenario") || line.startsWith("Examples:") || line.startsWith("@")) {
                break;
            }
            at++;
            Matcher step = STEP.matcher(line);
            if (step.matches()) {
                String block = at < lines.size() && line().startsWith(BLOCK) ? block() : "";
                steps.add(new Run.Step(step.group(1), block, table()));
            }
        }
        return steps;
    }

    private String block() {
        int indent = lines.get(at).indexOf(BLOCK);
        at++;
        StringBuilder text = new StringBuilder();
        while (!line().startsWith(BLOCK)) {
            String line = lines.get(at++);
            text.append(line.length() > indent ? line.substring(indent) : line.strip())
                    .append('\n');
        }
        at++;
        return text.toString();
    }

    private List<List<String>> table() {
        List<List<String>> table = new ArrayList<>();
        while (at < lines.size() && (line().startsWith("|") || line().startsWith("#"))) {
            if (line().startsWith("|")) {
                table.add(cells(line()));
            }
            at++;
        }
        return table;
    }

    private static List<String> cells(String line) {
        List<String> cells = new ArrayList<>();
        StringBuilder cell = new StringBuilder();
        for (int i = 1; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '\\' && i + 1 < line.length()) {
                char next = line.charAt(++i);
                switch (next) {
                    case '|', '\\' -> cell.append(next);
                    case 'n' -> cell.append('\n');
                    default -> cell.append(c).append(next);
                }
            } else if (c == '|') {
                cells.add(cell.toString().strip());
                cell.setLength(0);
            } else {
                cell.append(c);
            }
        }
        return cells;
    }

    private String line() {
        return lines.get(at).strip();
    }
}
