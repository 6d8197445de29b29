package dev.sennit.testkit.power;

/**
 * One operation that changed, or synced, something below the recorded directory. Paths are relative to it; its own is
 * empty.
 */
public sealed interface FileOperation {
    /** A new, empty file. */
    record Create(String path) implements FileOperation {}

    record Write(String path, long offset, byte[] bytes) implements FileOperation {
        @Override
        public String toString() {
            return "Write[path=" + path + ", offset=" + offset + ", " + bytes.length + " bytes]";
        }
    }

    /** The file now has that length; what is added is zeros. */
    record Truncate(String path, long length) implements FileOperation {}

    record MakeDirectory(String path) implements FileOperation {}

    /** A second name for a file. */
    record Link(String existing, String path) implements FileOperation {}

    /** A new name for a file, in the same directory, in place of what had it. */
    record Rename(String from, String to) implements FileOperation {}

    /** Removes a name of a file, or an empty directory. */
    record Remove(String path) implements FileOperation {}

    /**
     * Content of a file, or entries of a directory, synced.
     *
     * @param begun how many operations of the log had ended when this one began: those it surely covers
     */
    record Sync(String path, int begun) implements FileOperation {}

    /** What a process told the outside world, for example that a write is acknowledged. */
    record Mark(String text) implements FileOperation {}
}
