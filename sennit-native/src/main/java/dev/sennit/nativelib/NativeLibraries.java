package dev.sennit.nativelib;

import io.questdb.jar.jni.LoadException;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Loads native libraries through the cache. Thread-safe, and safe across processes. */
public final class NativeLibraries {
    /** Names the cache directory; takes precedence over everything else. */
    public static final String CACHE_PROPERTY = "sennit.native.cache";

    private static final String ARROW_LOADER = "org.apache.arrow.c.jni.JniLoader";
    private static final String ARROW_LIBRARY = "arrow_cdata_jni";

    private NativeLibraries() {}

    /**
     * Loads the library of that absolute resource name.
     *
     * @throws LoadException if it is missing or cannot be unpacked
     */
    public static void load(Class<?> anchor, String resource) {
        System.load(unpack(anchor, resource).toString());
    }

    /**
     * Loads the library of Arrow's C data interface from the cache, so that Arrow does not unpack a copy of its own into
     * the temporary directory at each start. Where that does not work, Arrow still loads it by itself.
     *
     * @return whether Arrow uses the cached library
     */
    public static synchronized boolean loadArrow() {
        try {
            Class<?> loader = Class.forName(ARROW_LOADER);
            if (!Objects.equals(loader.getClassLoader(), NativeLibraries.class.getClassLoader())) {
                return false; // a library belongs to the class loader that loads it
            }
            String resource =
                    "/" + ARROW_LIBRARY + "/" + arrowArchitecture() + "/" + System.mapLibraryName(ARROW_LIBRARY);
            return ArrowLoader.replace(loader, ARROW_LIBRARY, () -> load(loader, resource));
        } catch (ReflectiveOperationException | RuntimeException | UnsatisfiedLinkError e) {
            return false;
        }
    }

    /** The platform's directory in Lance's jar. */
    public static String platform() {
        String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String name = os.startsWith("linux") ? "linux" : os.startsWith("mac") ? "darwin" : "win32";
        String arch = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
        return switch (arch) {
            case "amd64", "x86_64", "x64" -> name + "-x86-64";
            case "aarch64", "arm64" -> name + "-aarch64";
            default -> name + "-" + arch;
        };
    }

    /** Where libraries are unpacked, given system properties and environment. */
    static Path cacheDirectory(Function<String, @Nullable String> properties, Map<String, String> environment) {
        String chosen = properties.apply(CACHE_PROPERTY);
        if (chosen != null && !chosen.isEmpty()) {
            return Path.of(chosen);
        }
        String sennit = environment.get("SENNIT_CACHE");
        if (sennit != null && !sennit.isEmpty()) {
            return Path.of(sennit, "native");
        }
        String xdg = environment.get("XDG_CACHE_HOME");
        if (xdg != null && !xdg.isEmpty()) {
            return Path.of(xdg, "sennit", "native");
        }
        String home = properties.apply("user.home");
        return Path.of(home == null ? "." : home, ".cache", "sennit", "native");
    }

    private static Path unpack(Class<?> anchor, String resource) {
        URL packed = anchor.getResource(resource);
        if (packed == null) {
            throw new LoadException("no native library " + resource + " beside " + anchor.getName()
                    + "; this platform is not supported, or the jar is damaged");
        }
        NativeLibraryCache cache = new NativeLibraryCache(cacheDirectory(System::getProperty, System.getenv()));
        try {
            return cache.unpack(packed);
        } catch (IOException e) {
            throw new LoadException(
                    "cannot unpack " + resource + " into " + cache.directory() + ": " + e + "; set -D" + CACHE_PROPERTY
                            + " to a directory on a file system with room for it",
                    e);
        }
    }

    private static String arrowArchitecture() {
        String arch = System.getProperty("os.arch").toLowerCase(Locale.US);
        return switch (arch) {
            case "amd64" -> "x86_64";
            case "aarch64" -> "aarch_64";
            default -> arch;
        };
    }
}
