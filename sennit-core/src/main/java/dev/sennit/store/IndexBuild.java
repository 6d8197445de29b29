package dev.sennit.store;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.lance.Dataset;
import org.lance.index.Index;
import org.lance.index.IndexOptions;
import org.lance.index.IndexParams;
import org.lance.index.IndexType;
import org.lance.index.scalar.ScalarIndexParams;
import org.lance.operation.CreateIndex;

/** Builds BTREE segments over some fragments of a version. */
final class IndexBuild {
    private static final String NAME_PREFIX = "btree_";

    private final LanceRuntime runtime;
    private final LanceTableVersion base;
    private final List<Integer> fragments;

    IndexBuild(LanceRuntime runtime, LanceTableVersion base, List<Integer> fragments) {
        this.runtime = runtime;
        this.base = base;
        this.fragments = List.copyOf(fragments);
    }

    /** Builds one segment per column and commits them together. */
    TablePin execute(List<String> names, DetachedCommit commit) {
        List<TableSchema.Column> columns = base.schema().columns(names);
        check(columns);
        List<Index> built = new ArrayList<>();
        List<Index> removed = new ArrayList<>();
        List<String> files = new ArrayList<>();
        for (TableSchema.Column column : columns) {
            Index segment = build(column);
            built.add(segment);
            removed.addAll(superseded(column));
            String directory = TableFiles.INDEXES + "/" + segment.uuid();
            Optional<Path> root = base.location().localPath();
            root.ifPresent(path -> files.addAll(TableFiles.list(path, directory)));
        }
        CreateIndex operation = CreateIndex.builder()
                .withNewIndices(built)
                .withRemovedIndices(removed)
                .build();
        CommittedFragments expected = CommittedFragments.unchanged(base.fragmentMetadata());
        return commit.execute(operation, files, committed -> expected.check(base.doing("index"), committed));
    }

    private void check(List<TableSchema.Column> columns) {
        if (columns.isEmpty() || fragments.isEmpty()) {
            throw new IllegalArgumentException("nothing to index of " + base);
        }
        Set<Integer> chosen = new HashSet<>(fragments);
        if (chosen.size() != fragments.size() || !base.fragmentIds().containsAll(chosen)) {
            throw new IllegalArgumentException(
                    "fragments " + fragments + " are not distinct fragments of " + base + ": " + base.fragmentIds());
        }
        for (TableSchema.Column column : columns) {
            if (!FilterLiteral.isComparable(column.layout().type())) {
                throw new IllegalArgumentException(
                        "no BTREE on column '" + column.layout().name() + "' of type "
                                + column.layout().type().text());
            }
            for (Set<Integer> covered : base.indexSegments(column.layout().name())) {
                if (!chosen.containsAll(covered) && !Collections.disjoint(chosen, covered)) {
                    throw new IllegalArgumentException("fragments " + covered + " of " + base
                            + " are indexed together, and " + fragments + " are only some of them");
                }
            }
        }
    }

    /** Writes the segment's files; the version gets it by the commit. */
    private Index build(TableSchema.Column column) {
        IndexOptions options = IndexOptions.builder(
                        List.of(column.physicalName()),
                        IndexType.BTREE,
                        IndexParams.builder()
                                .setScalarIndexParams(ScalarIndexParams.create("btree", "{}"))
                                .build())
                .withIndexName(NAME_PREFIX + column.fieldId())
                .replace(true) // of the name; what is removed is up to the commit
                .withFragmentIds(fragments)
                .build();
        String doing = base.doing("index column '" + column.layout().name() + "' of");
        // A handle of its own: building may move it.
        try (Dataset dataset = LanceErrors.call(
                doing, () -> runtime.open(base.location(), base.pin().version()))) {
            return LanceErrors.call(doing, () -> dataset.createIndex(options));
        }
    }

    /** Segments that cover nothing but what the new one does, those whose fragments are all gone among them. */
    private List<Index> superseded(TableSchema.Column column) {
        return base.indexes(column).stream()
                .filter(index -> fragments.containsAll(base.coverage(index)))
                .toList();
    }
}
