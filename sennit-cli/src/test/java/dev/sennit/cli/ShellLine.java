package dev.sennit.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A command line of a document, understood as a shell would: words with quotes, then at most one
 * {@code | head -n <lines>}, {@code > <file>} or comment.
 *
 * @param words the command and its arguments
 * @param target the file that the output goes to
 * @param headLines how many lines of the output are shown
 */
record ShellLine(List<String> words, Optional<String> target, Optional<Integer> headLines) {
    static ShellLine parse(String line) {
        List<String> words = new ArrayList<>();
        List<Boolean> quoted = new ArrayList<>();
        split(line.replace("\\\n", " "), words, quoted);
        for (int i = 0; i < words.size(); i++) {
            if (quoted.get(i)) {
                continue;
            }
            if (words.get(i).equals(">") && i == words.size() - 2) {
                return new ShellLine(List.copyOf(words.subList(0, i)), Optional.of(words.get(i + 1)), Optional.empty());
            }
            if (words.get(i).equals("|") && words.subList(i + 1, i + 3).equals(List.of("head", "-n"))) {
                int lines = Integer.parseInt(words.get(i + 3));
                return new ShellLine(List.copyOf(words.subList(0, i)), Optional.empty(), Optional.of(lines));
            }
        }
        return new ShellLine(List.copyOf(words), Optional.empty(), Optional.empty());
    }

    private static void split(String line, List<String> words, List<Boolean> quoted) {
        StringBuilder word = new StringBuilder();
        boolean inWord = false;
        boolean wasQuoted = false;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '\'' || c == '"') {
                int end = line.indexOf(c, i + 1);
                if (end < 0) {
                    throw new IllegalArgumentException("a quote is not closed: " + line);
                }
                word.append(line, i + 1, end);
                inWord = true;
                wasQuoted = true;
                i = end;
            } else if (c == ' ' || c == '\n') {
                if (inWord) {
                    words.add(word.toString());
                    quoted.add(wasQuoted);
                }
                word.setLength(0);
                inWord = false;
                wasQuoted = false;
            } else if (c == '#' && !inWord) {
                return;
            } else {
                word.append(c);
                inWord = true;
            }
        }
        if (inWord) {
            words.add(word.toString());
            quoted.add(wasQuoted);
        }
    }
}
