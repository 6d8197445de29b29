package dev.sennit.cli.print;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * Aligned columns under a line of names. The widths come from the first rows; a longer cell further down pushes the
 * rest of its line and no other. Numbers are aligned at their right.
 */
public final class TextTable {
    /** Rows that are held back to find the widths. */
    static final int SAMPLE_ROWS = 200;

    private static final int MAX_WIDTH = 60;

    private static final String GAP = "  ";

    private final PrintWriter out;
    private final List<String> names;
    private final boolean[] right;
    private final List<List<String>> sample = new ArrayList<>();
    private int[] widths = {};

    /** No column is made wider than this for the sake of alignment. */
    private int maxWidth = MAX_WIDTH;

    /**
     * @param names the columns' names
     */
    public TextTable(PrintWriter out, List<String> names) {
        this.out = out;
        this.names = names.stream().map(ValueText::withoutControls).toList();
        this.right = new boolean[names.size()];
    }

    /** Aligns a column at its right. */
    public TextTable alignRight(int column) {
        right[column] = true;
        return this;
    }

    /** Aligns columns of up to that width. */
    public TextTable maxWidth(int width) {
        maxWidth = width;
        return this;
    }

    /** Adds a row, one cell per column. */
    public void row(List<String> cells) {
        if (widths.length > 0) {
            print(cells);
            return;
        }
        sample.add(cells);
        if (sample.size() == SAMPLE_ROWS) {
            printSample();
        }
    }

    /** Prints what is held back; no rows follow. */
    public void end() {
        if (widths.length == 0 && !names.isEmpty()) {
            printSample();
        }
    }

    /** Whether rows are still held back to find the widths. */
    boolean isSampling() {
        return widths.length == 0;
    }

    private void printSample() {
        widths = new int[names.size()];
        for (int i = 0; i < widths.length; i++) {
            widths[i] = DisplayWidth.of(names.get(i));
            for (List<String> cells : sample) {
                widths[i] = Math.max(widths[i], Math.min(maxWidth, DisplayWidth.of(cells.get(i))));
            }
        }
        print(names);
        List<String> lines = new ArrayList<>();
        for (int width : widths) {
            lines.add("-".repeat(width));
        }
        print(lines);
        sample.forEach(this::print);
        sample.clear();
    }

    private void print(List<String> cells) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            String cell = cells.get(i);
            boolean last = i == widths.length - 1;
            line.append(i == 0 ? "" : GAP);
            line.append(
                    right[i]
                            ? DisplayWidth.padStart(cell, widths[i])
                            : last ? cell : DisplayWidth.padEnd(cell, widths[i]));
        }
        out.println(line.toString().stripTrailing());
    }
}
