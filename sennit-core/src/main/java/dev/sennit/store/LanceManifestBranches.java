package dev.sennit.store;

import dev.sennit.model.Durability;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.lance.Branch;
import org.lance.Dataset;
import org.lance.Ref;

/** Native branches as Lance stores them: a dataset below {@code tree/} and a reference below {@code _refs/branches/}. */
public final class LanceManifestBranches implements ManifestBranches {
    private static final String TREE = "tree";
    private static final String REFERENCES = "_refs/branches";
    private static final String REFERENCE_SUFFIX = ".json";

    /** Lance checks names after it has written files, and nests those with slashes into each other's directories. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9]+");

    private final LanceRuntime runtime;
    private final StoreLocation manifest;
    private final Supplier<Optional<Instant>> boot;

    /** The branches of the manifest at that location, which exists. */
    public LanceManifestBranches(LanceRuntime runtime, StoreLocation manifest) {
        this(runtime, manifest, BootTime::read);
    }

    /** @param boot when the operating system started: what a loss of power tore was written before */
    public LanceManifestBranches(LanceRuntime runtime, StoreLocation manifest, Supplier<Optional<Instant>> boot) {
        this.runtime = runtime;
        this.manifest = manifest;
        this.boot = boot;
    }

    @Override
    public ManifestTable create(String name, Durability durability) {
        StoreLocation location = location(name);
        String doing = "create branch " + name + " of " + manifest;
        try (Dataset first = openFirst(doing)) {
            LanceErrors.run(doing, () -> createBranch(first, name));
        }
        Optional<Path> root = manifest.localPath();
        if (durability == Durability.FULL && root.isPresent()) {
            LanceErrors.run(doing, () -> {
                FileSync.syncTree(location.localPath().orElseThrow());
                FileSync.syncTree(root.get().resolve("_refs"));
            });
        }
        return open(name);
    }

    private void createBranch(Dataset first, String name) {
        Map<String, String> options = manifest.storageOptions();
        Ref start = Ref.ofMain(ManifestTable.FIRST);
        Dataset unusable = options.isEmpty() // it has no allocator
                ? first.createBranch(name, start)
                : first.createBranch(name, start, options);
        unusable.close();
    }

    @Override
    public ManifestTable open(String name) {
        return new LanceManifestTable(runtime, location(name), true, boot);
    }

    @Override
    public List<String> list() {
        Optional<Path> root = manifest.localPath();
        TreeSet<String> names = new TreeSet<>();
        if (root.isPresent()) {
            names.addAll(names(root.get().resolve(TREE), ""));
            names.addAll(names(root.get().resolve(REFERENCES), REFERENCE_SUFFIX));
            return List.copyOf(names);
        }
        String doing = "list the branches of " + manifest;
        try (Dataset first = openFirst(doing)) {
            for (Branch branch : LanceErrors.call(doing, () -> first.branches().list())) {
                names.add(branch.getName());
            }
        }
        return List.copyOf(names);
    }

    @Override
    public void delete(String name) {
        String doing = "delete branch " + name + " of " + manifest;
        location(name);
        if (manifest.localPath().isPresent() && !list().contains(name)) {
            return;
        }
        try (Dataset first = openFirst(doing)) {
            LanceErrors.run(doing, () -> first.branches().delete(name));
        }
    }

    private Dataset openFirst(String doing) {
        return LanceErrors.call(doing, () -> runtime.open(manifest, ManifestTable.FIRST));
    }

    private StoreLocation location(String name) {
        if (!NAME.matcher(name).matches() || name.equals("main")) {
            throw new IllegalArgumentException("not the name of a native branch: '" + name + "'");
        }
        return manifest.child(TREE + "/" + name);
    }

    private static List<String> names(Path directory, String suffix) {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .filter(file -> file.endsWith(suffix))
                    .map(file -> file.substring(0, file.length() - suffix.length()))
                    .filter(name -> NAME.matcher(name).matches())
                    .toList();
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (IOException e) {
            throw LanceErrors.classify("list " + directory, e);
        }
    }
}
