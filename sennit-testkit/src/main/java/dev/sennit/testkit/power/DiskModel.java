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
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;

/**
 * A directory on a disk that promises only what POSIX does: content survives a loss of power once its file was synced, a
 * name once its directory was, and all the names above it, too. The root itself is surely there.
 */
final class DiskModel {
    private final DirectoryNode root = new DirectoryNode();
    private int applied;

    /** @param start what is surely there */
    DiskModel(CrashImage start) {
        start.paths()
                .forEach((path, content) -> add(
                        -1,
                        path,
                        content.<Node>map(bytes -> new FileNode(-1, bytes)).orElseGet(DirectoryNode::new)));
        start.paths().forEach((path, content) -> {
            if (content.isEmpty()) {
                ((DirectoryNode) node(path)).sync(0);
            }
        });
        root.sync(0);
    }

    void apply(FileOperation operation) {
        int index = applied++;
        switch (operation) {
            case Create create -> add(index, create.path(), new FileNode(index, Content.EMPTY));
            case MakeDirectory directory -> add(index, directory.path(), new DirectoryNode());
            case Write write -> file(write.path()).write(index, write.offset(), write.bytes());
            case Truncate truncate -> file(truncate.path()).truncate(index, truncate.length());
            case Link link -> add(index, link.path(), file(link.existing()));
            case Rename rename -> {
                Map<String, Optional<Node>> entries = new LinkedHashMap<>();
                entries.put(name(rename.to()), Optional.of(file(rename.from())));
                entries.put(name(rename.from()), Optional.empty());
                parent(rename.from()).change(index, entries);
            }
            case Remove remove -> {
                if (node(remove.path()) instanceof DirectoryNode directory && !directory.isEmpty()) {
                    throw new IllegalStateException("not empty: " + remove.path());
                }
                parent(remove.path()).change(index, Map.of(name(remove.path()), Optional.empty()));
            }
            case Sync sync -> {
                switch (node(sync.path())) {
                    case FileNode file -> file.sync(sync.begun());
                    case DirectoryNode directory -> directory.sync(sync.begun());
                }
            }
            case Mark ignored -> {}
        }
    }

    private void add(int index, String path, Node node) {
        if (parent(path).entry(name(path)).isPresent()) {
            throw new IllegalStateException("exists already: " + path);
        }
        parent(path).change(index, Map.of(name(path), Optional.of(node)));
    }

    private FileNode file(String path) {
        return (FileNode) node(path);
    }

    private DirectoryNode parent(String path) {
        int slash = path.lastIndexOf('/');
        return slash < 0 ? root : (DirectoryNode) node(path.substring(0, slash));
    }

    private static String name(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    private Node node(String path) {
        if (path.isEmpty()) {
            return root;
        }
        Node node = root;
        for (String name : path.split("/")) {
            node = ((DirectoryNode) node)
                    .entry(name)
                    .orElseThrow(() -> new IllegalStateException("no such file in the model: " + path));
        }
        return node;
    }

    /** What is not surely on the disk. */
    Unsynced unsynced() {
        Map<Integer, String> names = new TreeMap<>();
        Map<Integer, String> files = new TreeMap<>();
        Set<Node> visited = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<Map.Entry<String, Node>> open = new ArrayDeque<>(List.of(Map.entry("", root)));
        while (!open.isEmpty()) {
            String path = open.getFirst().getKey();
            Node node = open.removeFirst().getValue();
            if (!visited.add(node)) {
                continue;
            }
            switch (node) {
                case FileNode file -> {
                    if (!file.isSynced()) {
                        files.put(file.id(), path);
                    }
                }
                case DirectoryNode directory -> {
                    String prefix = path.isEmpty() ? "" : path + "/";
                    directory
                            .unsynced()
                            .forEach(change -> names.put(
                                    change.index(), prefix + change.entries().keySet()));
                    directory.possible().forEach((name, found) -> open.add(Map.entry(prefix + name, found)));
                }
            }
        }
        return new Unsynced(names, files);
    }

    /**
     * The directory after a loss of power.
     *
     * @param survives which changes of directories, by the index of the operation
     * @param fates what becomes of files with content not synced, by the index of the operation that created them
     */
    CrashImage crash(IntPredicate survives, IntFunction<Survival> fates) {
        Map<String, Optional<Content>> paths = new TreeMap<>();
        collect("", root, survives, fates, paths);
        return new CrashImage(paths);
    }

    private static void collect(
            String prefix,
            DirectoryNode directory,
            IntPredicate survives,
            IntFunction<Survival> fates,
            Map<String, Optional<Content>> paths) {
        directory.entries(survives).forEach((name, node) -> {
            String path = prefix + name;
            switch (node) {
                case FileNode file -> paths.put(path, Optional.of(file.content(fates.apply(file.id()))));
                case DirectoryNode below -> {
                    paths.put(path, Optional.empty());
                    collect(path + "/", below, survives, fates, paths);
                }
            }
        });
    }

    /**
     * What a loss of power decides about.
     *
     * @param names changes of directories, by the index of the operation, each with what it is about
     * @param files files with content not synced, by the index of the operation that created them, each with a path
     */
    record Unsynced(Map<Integer, String> names, Map<Integer, String> files) {}
}
