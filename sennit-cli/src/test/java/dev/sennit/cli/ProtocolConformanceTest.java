package dev.sennit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the conformance page names exists: a renamed method or a removed test makes the page wrong. */
class ProtocolConformanceTest {
    private static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();

    /** {@code Class} or {@code Class.member} between backticks. */
    private static final Pattern NAMED = Pattern.compile("`([A-Z]\\w+)(?:\\.(\\w+))?`");

    /** Backticked words that are no classes: codes, points, bugs, faults and model rules. */
    private static final Pattern CONSTANT = Pattern.compile("[A-Z][A-Z_]+");

    @Test
    void everyClassMethodAndTestThePageNames_exists() throws IOException {
        Map<String, String> sources = sources();
        String page = Files.readString(PROJECT.resolve("docs/protocol-conformance.md"));
        List<String> missing = new ArrayList<>();
        int named = 0;
        for (Matcher name = NAMED.matcher(page); name.find(); ) {
            String type = name.group(1);
            if (CONSTANT.matcher(type).matches()) {
                continue;
            }
            named++;
            String source = sources.get(type);
            String member = name.group(2);
            if (source == null) {
                missing.add(type);
            } else if (member != null
                    && !Pattern.compile("\\b" + member + "\\b").matcher(source).find()) {
                missing.add(type + "." + member);
            }
        }
        assertThat(named).isGreaterThan(100);
        assertThat(missing).isEmpty();
    }

    @Test
    void everyInvariantStageAndCrashPoint_hasItsRow() throws IOException {
        String page = Files.readString(PROJECT.resolve("docs/protocol-conformance.md"));
        for (int invariant = 1; invariant <= 9; invariant++) {
            assertThat(page).contains("\n| " + invariant + " | ");
        }
        for (String stage : List.of("A", "B", "C", "D", "E", "F", "G", "H", "§4.9")) {
            assertThat(page).contains("\n| " + stage + " | ");
        }
        assertThat(page)
                .contains(
                        "| before the intent |",
                        "| intent, no effect |",
                        "| some effects |",
                        "| all effects confirmed |",
                        "| published, intent remains |");
    }

    /** The text of each class's file, by simple name. */
    private static Map<String, String> sources() throws IOException {
        Map<String, String> sources = new TreeMap<>();
        for (String module : List.of("sennit-core", "sennit-testkit", "sennit-cli")) {
            try (Stream<Path> files = Files.walk(PROJECT.resolve(module).resolve("src"))) {
                for (Path file :
                        files.filter(f -> f.toString().endsWith(".java")).toList()) {
                    String name = file.getFileName().toString();
                    sources.put(name.substring(0, name.length() - ".java".length()), Files.readString(file));
                }
            }
        }
        return sources;
    }
}
