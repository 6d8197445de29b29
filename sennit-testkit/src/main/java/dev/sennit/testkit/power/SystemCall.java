package dev.sennit.testkit.power;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * One successful system call as strace prints it with {@code -y -xx}: every string in hexadecimal, every descriptor with
 * the path it stood for.
 *
 * @param begun how many calls of the trace had ended when this one began
 */
record SystemCall(String name, List<String> arguments, String result, int begun) {
    /**
     * Reads a call.
     *
     * @param text the line without the process id
     */
    static SystemCall parse(String text, int begun) {
        int open = text.indexOf('(');
        int equals = text.lastIndexOf(" = ");
        int close = text.lastIndexOf(')', equals);
        if (open < 0 || close < open) {
            throw new IllegalArgumentException("not a system call: " + text);
        }
        return new SystemCall(
                text.substring(0, open), split(text.substring(open + 1, close)), text.substring(equals + 3), begun);
    }

    /** Splits at commas that are not within brackets; strings are hexadecimal and hold none. */
    private static List<String> split(String arguments) {
        List<String> parts = new ArrayList<>();
        int depth = 0;
        int start = 0;
        for (int i = 0; i < arguments.length(); i++) {
            char c = arguments.charAt(i);
            if (c == '[' || c == '{' || c == '(') {
                depth++;
            } else if (c == ']' || c == '}' || c == ')') {
                depth--;
            } else if (c == ',' && depth == 0) {
                parts.add(arguments.substring(start, i).strip());
                start = i + 1;
            }
        }
        parts.add(arguments.substring(start).strip());
        return parts;
    }

    String argument(int index) {
        return arguments.get(index);
    }

    long number(int index) {
        return Long.decode(arguments.get(index));
    }

    /** A string argument. */
    byte[] bytes(int index) {
        return bytes(arguments.get(index));
    }

    private static byte[] bytes(String quoted) {
        if (quoted.length() < 2 || quoted.charAt(0) != '"' || quoted.charAt(quoted.length() - 1) != '"') {
            throw new IllegalArgumentException("not a whole string: " + quoted);
        }
        return unescape(quoted.substring(1, quoted.length() - 1));
    }

    private static byte[] unescape(String escaped) {
        return HexFormat.of().parseHex(escaped.replace("\\x", ""));
    }

    /** A path argument, absolute; {@code directory} is the index of the descriptor it is relative to, or -1. */
    String path(int directory, int index) {
        String path = new String(bytes(index), StandardCharsets.UTF_8);
        if (path.startsWith("/")) {
            return path;
        }
        if (directory < 0) {
            throw new IllegalArgumentException("relative to an unknown directory: " + path);
        }
        return descriptorPath(arguments.get(directory)) + "/" + path;
    }

    /** The path of the file behind a descriptor argument. */
    String descriptorPath(int index) {
        return descriptorPath(arguments.get(index));
    }

    /** The path of the file that was opened. */
    String openedPath() {
        return descriptorPath(result);
    }

    private static String descriptorPath(String annotated) {
        int open = annotated.indexOf('<');
        int close = annotated.lastIndexOf('>');
        if (open < 0 || close < open) {
            return ""; // a descriptor of nothing with a name
        }
        String suffix = annotated.substring(close + 1);
        String path = annotated.substring(open + 1, close);
        if (!path.startsWith("\\x")) {
            return ""; // a pipe, a socket
        }
        return new String(unescape(path), StandardCharsets.UTF_8) + suffix;
    }

    /** The result as a number. */
    long returned() {
        int end = 0;
        while (end < result.length() && (Character.isDigit(result.charAt(end)) || end == 0)) {
            end++;
        }
        return Long.parseLong(result.substring(0, end));
    }

    boolean isFailed() {
        return result.startsWith("-1 ") || result.startsWith("?");
    }
}
