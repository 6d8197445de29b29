package dev.sennit.cli;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Ends this process. {@link System#exit} waits 300 ms for threads in native code to leave it, and the one that Lance's
 * library attaches to the JVM never does: most of the time that a short command takes. So where all work of the JVM's
 * own end is done, the process ends without it, through {@code _exit} of the C library.
 *
 * <p>What the JVM would still do is run shutdown hooks (there is none to run when a command is over; temporary files
 * lie in a directory that the launcher removes) and write the class data archive that makes the next start fast. The
 * archive is why the short way is taken only if one is in use already.
 */
final class ProcessEnd {
    /** Names the class data archive that the launcher told the JVM to use, or else to write at its end. */
    static final String ARCHIVE = "sennit.archive";

    private static final int FIRST_WITH_FOREIGN_FUNCTIONS = 22;

    private ProcessEnd() {}

    /** Ends the process with the exit code; everything printed has to be flushed already. */
    static void exit(int code) {
        if (isArchiveInUse()) {
            exitNow(code);
        }
        System.exit(code);
    }

    /** Ends the process at once if this JVM can; returns if it cannot. */
    static void exitNow(int code) {
        if (Runtime.version().feature() < FIRST_WITH_FOREIGN_FUNCTIONS) {
            return;
        }
        try {
            exitFunction().invokeWithArguments(code);
        } catch (Throwable unavailable) {
            // Without the function the process ends as any other does.
            return;
        }
    }

    private static boolean isArchiveInUse() {
        String archive = System.getProperty(ARCHIVE, "");
        if (archive.isEmpty()) {
            return false;
        }
        try (Stream<String> mapped = Files.lines(Path.of("/proc/self/maps"))) {
            return mapped.anyMatch(line -> line.endsWith(archive));
        } catch (IOException | RuntimeException notLinux) {
            return false;
        }
    }

    /** By reflection, since the package is newer than the oldest Java that Sennit runs on. */
    private static MethodHandle exitFunction() throws ReflectiveOperationException {
        Class<?> linkers = Class.forName("java.lang.foreign.Linker");
        Class<?> layouts = Class.forName("java.lang.foreign.MemoryLayout");
        Class<?> functions = Class.forName("java.lang.foreign.FunctionDescriptor");
        Class<?> segments = Class.forName("java.lang.foreign.MemorySegment");
        Class<?> options = Class.forName("java.lang.foreign.Linker$Option");

        Object linker = linkers.getMethod("nativeLinker").invoke(null);
        Object library = linkers.getMethod("defaultLookup").invoke(linker);
        Method find = Class.forName("java.lang.foreign.SymbolLookup").getMethod("find", String.class);
        Object address = ((Optional<?>) find.invoke(library, "_exit")).orElseThrow();

        Object arguments = Array.newInstance(layouts, 1);
        Array.set(
                arguments,
                0,
                Class.forName("java.lang.foreign.ValueLayout")
                        .getField("JAVA_INT")
                        .get(null));
        Object signature = functions.getMethod("ofVoid", arguments.getClass()).invoke(null, arguments);
        Object noOptions = Array.newInstance(options, 0);
        return (MethodHandle) linkers.getMethod("downcallHandle", segments, functions, noOptions.getClass())
                .invoke(linker, address, signature, noOptions);
    }
}
