package dev.sennit.nativelib;

import java.lang.reflect.Field;
import java.util.Set;

/** Arrow's loader keeps the names of the libraries it has yet to unpack; there is no other way to tell it not to. */
final class ArrowLoader {
    private ArrowLoader() {}

    /**
     * Loads the library in Arrow's stead, unless Arrow has loaded it before.
     *
     * @return whether {@code load} was run
     */
    static boolean replace(Class<?> loader, String library, Runnable load) throws ReflectiveOperationException {
        Object instance = loader.getMethod("get").invoke(null);
        Field pending = loader.getDeclaredField("librariesToLoad");
        pending.setAccessible(true);
        synchronized (instance) { // Arrow loads under the same lock
            if (!(pending.get(instance) instanceof Set<?> names) || !names.contains(library)) {
                return false;
            }
            load.run();
            names.remove(library);
            return true;
        }
    }
}
