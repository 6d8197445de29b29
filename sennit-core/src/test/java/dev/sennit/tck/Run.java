package dev.sennit.tck;

import java.util.List;

/**
 * One scenario of the kit with its placeholders filled in.
 *
 * @param id the feature's name, the scenario's number, and for an outline the number of the example
 */
record Run(String id, String title, List<Step> steps) {
    Run {
        steps = List.copyOf(steps);
    }

    /**
     * @param text without the keyword
     * @param block the text between triple quotes, or the empty string
     * @param table rows of cells
     */
    record Step(String text, String block, List<List<String>> table) {
        Step {
            table = table.stream().map(List::copyOf).toList();
        }
    }

    @Override
    public String toString() {
        return id + " " + title;
    }
}
