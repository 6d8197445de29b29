package dev.sennit.testkit.power;

import dev.sennit.testkit.power.FileOperation.Create;
import dev.sennit.testkit.power.FileOperation.Link;
import dev.sennit.testkit.power.FileOperation.MakeDirectory;
import dev.sennit.testkit.power.FileOperation.Mark;
import dev.sennit.testkit.power.FileOperation.Remove;
import dev.sennit.testkit.power.FileOperation.Rename;
import dev.sennit.testkit.power.FileOperation.Sync;
import dev.sennit.testkit.power.FileOperation.Truncate;
import dev.sennit.testkit.power.FileOperation.Write;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Turns a trace of system calls into file operations. Keeps what the calls do not say themselves: which files exist,
 * so that an opening that may create one is known to, and where in a file a descriptor stands.
 */
final class FileLogReader {
    /** The calls to trace: all that change or sync files, and those that would bypass them. */
    static final String CALLS =
            "open,openat,openat2,creat,lseek,write,pwrite64,writev,pwritev,pwritev2,truncate,ftruncate,"
                    + "fallocate,copy_file_range,sendfile,splice,mmap,io_uring_setup,io_submit,rename,renameat,renameat2,link,"
                    + "linkat,symlink,symlinkat,unlink,unlinkat,mkdir,mkdirat,rmdir,mknod,mknodat,fsync,fdatasync";

    private static final String UNFINISHED = " <unfinished ...>";
    private static final String RESUMED = " resumed>";

    private final String root;
    private final String marks;
    private final Set<String> files = new HashSet<>();
    private final Map<String, Long> positions = new HashMap<>();
    private final List<FileOperation> operations = new ArrayList<>();

    /** A call that another thread's came in between of. */
    private record Begun(String text, int operations) {}

    /**
     * @param root the directory whose files count
     * @param marks the file outside it to which processes write marks, one by each write
     * @param present paths of files below the root that exist already, relative to it
     */
    FileLogReader(Path root, Path marks, Set<String> present) {
        this.root = root.toAbsolutePath().normalize() + "/";
        this.marks = marks.toAbsolutePath().normalize().toString();
        this.files.addAll(present);
    }

    List<FileOperation> read(Path trace) throws IOException {
        Map<String, Begun> unfinished = new HashMap<>();
        try (BufferedReader lines = Files.newBufferedReader(trace, StandardCharsets.ISO_8859_1)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                int blank = line.indexOf(' ');
                String process = line.substring(0, blank);
                String text = line.substring(blank).strip();
                if (text.startsWith("---") || text.startsWith("+++")) {
                    continue; // a signal, or the end of a process
                }
                Begun begun = new Begun("", operations.size());
                if (text.startsWith("<... ")) {
                    begun = unfinished.remove(process);
                    if (begun == null) {
                        throw new IllegalArgumentException("resumed but never begun: " + line);
                    }
                    text = text.substring(text.indexOf(RESUMED) + RESUMED.length());
                }
                if (text.endsWith(UNFINISHED)) {
                    text = text.substring(0, text.length() - UNFINISHED.length());
                    unfinished.put(process, new Begun(begun.text() + text, begun.operations()));
                    continue;
                }
                SystemCall call = SystemCall.parse(begun.text() + text, begun.operations());
                if (!call.isFailed()) {
                    add(call);
                }
            }
        }
        return List.copyOf(operations);
    }

    private void add(SystemCall call) {
        switch (call.name()) {
            case "open", "openat" -> open(call, call.name().equals("open") ? 1 : 2);
            case "lseek" -> {
                String descriptor = call.argument(0);
                positions.computeIfPresent(descriptor, (d, before) -> call.returned());
            }
            case "write" -> write(call, call.bytes(1), -1);
            case "pwrite64" -> write(call, call.bytes(1), call.number(3));
            case "truncate" -> below(call.path(-1, 0), path -> operations.add(new Truncate(path, call.number(1))));
            case "ftruncate" ->
                below(call.descriptorPath(0), path -> operations.add(new Truncate(path, call.number(1))));
            case "rename" -> rename(call.path(-1, 0), call.path(-1, 1));
            case "renameat", "renameat2" -> rename(call.path(0, 1), call.path(2, 3));
            case "link" -> link(call.path(-1, 0), call.path(-1, 1));
            case "linkat" -> link(call.path(0, 1), call.path(2, 3));
            case "unlink", "rmdir" -> below(call.path(-1, 0), this::remove);
            case "unlinkat" -> below(call.path(0, 1), this::remove);
            case "mkdir" -> below(call.path(-1, 0), path -> operations.add(new MakeDirectory(path)));
            case "mkdirat" -> below(call.path(0, 1), path -> operations.add(new MakeDirectory(path)));
            case "fsync", "fdatasync" -> sync(call);
            case "mmap" -> {
                boolean writes = call.argument(2).contains("PROT_WRITE")
                        && call.argument(3).contains("MAP_SHARED");
                if (writes) {
                    below(call.descriptorPath(4), path -> refuse(call));
                }
            }
            case "writev", "pwritev", "pwritev2", "fallocate", "sendfile" ->
                below(call.descriptorPath(0), path -> refuse(call));
            case "copy_file_range", "splice" -> below(call.descriptorPath(2), path -> refuse(call));
            // Each of these may change files in a way the model does not follow, whatever its arguments are.
            default -> refuse(call);
        }
    }

    private void open(SystemCall call, int flagsIndex) {
        String flags = call.argument(flagsIndex);
        if (!flags.contains("O_WRONLY") && !flags.contains("O_RDWR") && !flags.contains("O_CREAT")) {
            return;
        }
        below(call.openedPath(), path -> {
            if (flags.contains("O_APPEND") || flags.contains("O_TMPFILE")) {
                refuse(call);
            }
            if (flags.contains("O_CREAT") && files.add(path)) {
                operations.add(new Create(path));
            } else if (flags.contains("O_TRUNC")) {
                operations.add(new Truncate(path, 0));
            }
            positions.put(call.result(), 0L);
        });
    }

    private void write(SystemCall call, byte[] given, long offset) {
        byte[] bytes = Arrays.copyOf(given, Math.toIntExact(call.returned()));
        if (call.descriptorPath(0).equals(marks)) {
            operations.add(new Mark(new String(bytes, StandardCharsets.UTF_8).strip()));
            return;
        }
        below(call.descriptorPath(0), path -> {
            long at = offset;
            if (at < 0) {
                at = positions.getOrDefault(call.argument(0), -1L);
                if (at < 0) {
                    refuse(call); // opened under another name
                }
                positions.put(call.argument(0), at + bytes.length);
            }
            operations.add(new Write(path, at, bytes));
        });
    }

    private void sync(SystemCall call) {
        String path = call.descriptorPath(0);
        if ((path + "/").equals(root)) {
            operations.add(new Sync("", call.begun()));
        }
        below(path, found -> operations.add(new Sync(found, call.begun())));
    }

    private void rename(String from, String to) {
        if (isBelow(from) != isBelow(to) || isBelow(from) && !parent(from).equals(parent(to))) {
            throw new UnsupportedOperationException("renamed to another directory: " + from + " to " + to);
        }
        below(from, path -> {
            operations.add(new Rename(path, relative(to)));
            if (!files.remove(path)) {
                throw new UnsupportedOperationException("renamed, but not a file: " + from);
            }
            files.add(relative(to));
        });
    }

    private void link(String existing, String added) {
        if (isBelow(existing) != isBelow(added)) {
            throw new UnsupportedOperationException("linked across the root: " + existing + " to " + added);
        }
        below(added, path -> {
            operations.add(new Link(relative(existing), path));
            files.add(path);
        });
    }

    private void remove(String path) {
        operations.add(new Remove(path));
        files.remove(path);
    }

    private interface PathUse {
        void accept(String relative);
    }

    private void below(String path, PathUse use) {
        if (isBelow(path)) {
            use.accept(relative(path));
        }
    }

    private boolean isBelow(String path) {
        return path.startsWith(root);
    }

    private String relative(String path) {
        String relative = path.substring(root.length());
        if (relative.contains("//") || relative.contains("/../") || relative.endsWith("(deleted)")) {
            throw new UnsupportedOperationException("a path the model does not follow: " + path);
        }
        return relative;
    }

    private static String parent(String path) {
        return path.substring(0, path.lastIndexOf('/'));
    }

    private static void refuse(SystemCall call) {
        throw new UnsupportedOperationException("the model does not know what this does: " + call.name() + "("
                + call.arguments() + ") = " + call.result());
    }
}
