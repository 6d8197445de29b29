package dev.sennit.store;

import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Where something of a graph is stored, as Lance names it.
 *
 * @param uri a path of the local file system, or a URI of an object store, without a slash at the end
 * @param storageOptions Lance's options for the object store: endpoint, region, credentials; empty for local paths
 */
public record StoreLocation(String uri, Map<String, String> storageOptions) {
    private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]+://.*|file:.*");

    public StoreLocation {
        storageOptions = Map.copyOf(storageOptions);
        if (uri.isEmpty() || uri.endsWith("/") && uri.length() > 1) {
            throw new IllegalArgumentException("a location is not empty and has no slash at its end: '" + uri + "'");
        }
    }

    /** A directory of the local file system. */
    public static StoreLocation local(Path directory) {
        return new StoreLocation(directory.toAbsolutePath().normalize().toString(), Map.of());
    }

    /** The location of that relative path below this one. */
    public StoreLocation child(String relative) {
        return new StoreLocation(uri + "/" + relative, storageOptions);
    }

    /** The same as a path, if it is on the local file system. */
    public Optional<Path> localPath() {
        if (!SCHEME.matcher(uri).matches()) {
            return Optional.of(Path.of(uri));
        }
        return uri.startsWith("file:") ? Optional.of(Path.of(URI.create(uri))) : Optional.empty();
    }

    @Override
    public String toString() {
        return uri; // the options hold credentials
    }
}
