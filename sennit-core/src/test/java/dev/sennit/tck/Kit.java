package dev.sennit.tck;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/** The Technology Compatibility Kit of openCypher, read from its jar on the class path. */
final class Kit {
    private Kit() {}

    /** All scenarios, in the order of their features' names. */
    static List<Run> runs() {
        URL known = Objects.requireNonNull(Kit.class.getResource("/features/clauses/match/Match1.feature"));
        try {
            JarFile jar = ((JarURLConnection) known.openConnection()).getJarFile();
            List<Run> runs = new ArrayList<>();
            for (JarEntry entry : jar.stream()
                    .filter(e -> e.getName().endsWith(".feature"))
                    .sorted(Comparator.comparing(JarEntry::getName))
                    .toList()) {
                String name = entry.getName();
                String feature = name.substring(name.lastIndexOf('/') + 1, name.length() - ".feature".length());
                try (InputStream text = jar.getInputStream(entry)) {
                    runs.addAll(FeatureReader.read(feature, new String(text.readAllBytes(), StandardCharsets.UTF_8)));
                }
            }
            return runs;
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** The statement that makes a graph the kit knows by name. */
    static String graph(String name) {
        try (InputStream text = Kit.class.getResourceAsStream("/graphs/" + name + "/" + name + ".cypher")) {
            return new String(Objects.requireNonNull(text).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
