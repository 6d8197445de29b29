package io.questdb.jar.jni;

import dev.sennit.nativelib.NativeLibraries;
import org.jspecify.annotations.Nullable;

/** Loads a native library that is packed in a jar. Called by {@code org.lance.JniLoader}. */
public interface JarJniLoader {
    /**
     * Loads {@code <path>/<platform>/<prefix><name><suffix>} for the platform of this JVM, for example
     * {@code /nativelib/linux-x86-64/liblance_jni.so}.
     *
     * @throws LoadException if there is no library for this platform or it cannot be unpacked
     */
    static <T> void loadLib(Class<T> anchor, String path, String name) {
        loadLib(anchor, path, name, NativeLibraries.platform());
    }

    /**
     * Loads {@code <path>/<subdirectory>/<prefix><name><suffix>}.
     *
     * @param anchor a class beside whose code the library is packed
     * @throws LoadException if there is no such library or it cannot be unpacked
     */
    static <T> void loadLib(Class<T> anchor, String path, String name, @Nullable String subdirectory) {
        StringBuilder resource = new StringBuilder(path);
        if (!path.endsWith("/")) {
            resource.append('/');
        }
        if (subdirectory != null) {
            resource.append(subdirectory).append('/');
        }
        resource.append(System.mapLibraryName(name));
        NativeLibraries.load(anchor, resource.toString());
    }
}
