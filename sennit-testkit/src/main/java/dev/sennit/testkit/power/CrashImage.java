package dev.sennit.testkit.power;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Collections;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/** A directory as a loss of power may leave it. Immutable. */
public final class CrashImage {
    static final CrashImage EMPTY = new CrashImage(Map.of());

    private final SortedMap<String, Optional<Content>> paths;

    /** @param paths content of files by relative path; empty for directories */
    CrashImage(Map<String, Optional<Content>> paths) {
        this.paths = Collections.unmodifiableSortedMap(new TreeMap<>(paths));
    }

    /** Content of files by relative path, empty for directories; a directory comes before what is in it. */
    SortedMap<String, Optional<Content>> paths() {
        return paths;
    }

    /** Identifies the image's content, but for paths that make no difference. */
    String digest(Predicate<String> indifferent) {
        MessageDigest digest = Content.sha256();
        paths.forEach((path, content) -> {
            if (indifferent.test(path)) {
                return;
            }
            digest.update((path + "\0").getBytes(StandardCharsets.UTF_8));
            content.ifPresent(bytes -> digest.update(bytes.digest()));
        });
        return HexFormat.of().formatHex(digest.digest());
    }

    /** Makes the image real in an existing, empty directory. */
    public void write(Path directory) throws IOException {
        for (Map.Entry<String, Optional<Content>> entry : paths.entrySet()) {
            Path path = directory.resolve(entry.getKey());
            if (entry.getValue().isPresent()) {
                Files.write(path, entry.getValue().get().bytes());
            } else {
                Files.createDirectory(path);
            }
        }
    }
}
