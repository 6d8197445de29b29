package dev.sennit.testkit.power;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * File operations in the order in which they ended. Immutable.
 *
 * @param start what was there before the first, and is surely on the disk
 */
public record FileLog(CrashImage start, List<FileOperation> operations) {
    /** Nothing, in an empty directory. */
    public static final FileLog EMPTY = new FileLog(CrashImage.EMPTY, List.of());

    public FileLog {
        operations = List.copyOf(operations);
    }

    /** A log of nothing, that begins with what an earlier loss of power left, and what had been told before it. */
    public static FileLog after(CrashState crash) {
        return new FileLog(
                crash.image(),
                crash.marks().stream()
                        .<FileOperation>map(FileOperation.Mark::new)
                        .toList());
    }

    /** This log and, after it, the operations of processes that ran later. */
    public FileLog then(List<FileOperation> later) {
        int shift = operations.size();
        List<FileOperation> all = new ArrayList<>(operations);
        for (FileOperation operation : later) {
            all.add(
                    operation instanceof FileOperation.Sync sync
                            ? new FileOperation.Sync(sync.path(), sync.begun() + shift)
                            : operation);
        }
        return new FileLog(start, all);
    }

    /** This log as it would be if those paths had not been synced from an operation on. */
    public FileLog withoutSyncs(int from, Predicate<String> path) {
        List<FileOperation> kept = new ArrayList<>(operations);
        for (int i = from; i < kept.size(); i++) {
            if (kept.get(i) instanceof FileOperation.Sync sync && path.test(sync.path())) {
                // A mark of nothing keeps the numbers by which other syncs say what they cover.
                kept.set(i, new FileOperation.Mark(""));
            }
        }
        return new FileLog(start, kept);
    }

    /** The marks among the first operations, in order. */
    public List<String> marks(int first) {
        return operations.subList(0, first).stream()
                .filter(FileOperation.Mark.class::isInstance)
                .map(operation -> ((FileOperation.Mark) operation).text())
                .filter(text -> !text.isEmpty())
                .toList();
    }

    /**
     * How many operations there are until the first mark that begins so, itself included.
     *
     * @throws IllegalArgumentException if there is none
     */
    public int indexAfterFirstMark(String beginning) {
        for (int i = 0; i < operations.size(); i++) {
            if (operations.get(i) instanceof FileOperation.Mark mark
                    && mark.text().startsWith(beginning)) {
                return i + 1;
            }
        }
        throw new IllegalArgumentException("no mark begins with '" + beginning + "'");
    }
}
