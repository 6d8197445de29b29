package dev.sennit.maintain;

import dev.sennit.maintain.PinnedVersions.Use;
import dev.sennit.manifest.TableLayouts;
import dev.sennit.model.CheckReport.Kind;
import dev.sennit.model.ErrorText;
import dev.sennit.store.FileCondition;
import dev.sennit.store.FragmentInfo;
import dev.sennit.store.TableFile;
import dev.sennit.store.TableLayout;
import dev.sennit.store.TableStore;
import dev.sennit.store.TableVersion;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Checks table versions without reading their rows: that their files are what was written, that they open, have the
 * columns of their type, and the rows and the index coverage that their commit says. Not thread-safe.
 */
final class VersionCheck {
    private final TableStore tables;
    private final boolean contents;
    private final Findings findings;
    private final Map<String, FileCondition> looked = new HashMap<>();
    private final Set<Use> damaged = new HashSet<>();
    private final Set<String> withoutChecksums = new HashSet<>();
    private long bytes;

    /** @param contents whether the contents of all files are read and compared with their checksums */
    VersionCheck(TableStore tables, boolean contents, Findings findings) {
        this.tables = tables;
        this.contents = contents;
        this.findings = findings;
    }

    /** Files looked at. */
    long files() {
        return looked.size();
    }

    /** Bytes of these files. */
    long bytes() {
        return bytes;
    }

    /** Whether a version is too damaged to read rows of it: a damaged file may end the process that reads it. */
    boolean isDamaged(Use use) {
        return damaged.contains(use);
    }

    void check(Use use) {
        boolean openable = true;
        Optional<List<TableFile>> recorded =
                tables.recordedFiles(use.table().table(), use.table().pin());
        if (recorded.isPresent()) {
            openable = isIntact(use, recorded.get().getFirst(), true);
            recorded.get().stream().skip(1).forEach(file -> isIntact(use, file, contents));
        } else if (withoutChecksums.add(use.directory())) {
            findings.note(
                    Kind.FILE,
                    use.directory(),
                    Optional.of(use.commit()),
                    ErrorText.of("files of " + use.describe() + " were not compared")
                            .cause("it has no checksums; they are lost when power is, just after a write"));
        }
        if (openable) {
            open(use);
        }
    }

    private void open(Use use) {
        try (TableVersion version = tables.open(use.table().table(), use.table().pin())) {
            version.files().forEach(file -> isIntact(use, file, false));
            checkLayout(use, version);
            checkCounts(use, version);
        } catch (RuntimeException e) {
            damaged.add(use);
            findings.problem(
                    Kind.TABLE, use.directory(), Optional.of(use.commit()), withRemedy(use, Findings.damage(e)));
        }
    }

    /** Whether a file is what was written; looks at it once, whichever versions need it. */
    private boolean isIntact(Use use, TableFile file, boolean contents) {
        String path = use.directory() + "/" + file.path();
        FileCondition condition = looked.get(path);
        if (condition == null) {
            condition = tables.condition(use.table().table(), file, contents);
            looked.put(path, condition);
            if (condition instanceof FileCondition.Intact intact) {
                bytes += intact.sizeBytes();
            } else {
                findings.problem(
                        Kind.FILE,
                        path,
                        Optional.of(use.commit()),
                        withRemedy(use, Findings.describe(condition).cause(use.describe() + " needs it")));
            }
        }
        if (condition instanceof FileCondition.Intact) {
            return true;
        }
        damaged.add(use);
        return false;
    }

    private void checkLayout(Use use, TableVersion version) {
        TableLayout expected = TableLayouts.of(use.type(), use.schema()).stored();
        if (!version.layout().equals(expected)) {
            findings.problem(
                    Kind.TABLE,
                    use.directory(),
                    Optional.of(use.commit()),
                    ErrorText.of(use.describe() + " has other columns than its type")
                            .cause("columns " + version.layout().columns() + ", not " + expected.columns()));
        }
    }

    private void checkCounts(Use use, TableVersion version) {
        Set<Integer> ids = new HashSet<>();
        for (FragmentInfo fragment : version.fragments()) {
            if (!ids.add(fragment.id())) {
                findings.problem(
                        Kind.TABLE,
                        use.directory(),
                        Optional.of(use.commit()),
                        ErrorText.of(use.describe() + " has two fragments with id " + fragment.id()));
            }
        }
        if (version.rowCount() != use.table().rowCount()) {
            findings.problem(
                    Kind.COUNT,
                    use.directory(),
                    Optional.of(use.commit()),
                    ErrorText.of(use.describe() + " has " + version.rowCount() + " rows, but its commit says "
                            + use.table().rowCount()));
        }
        for (String column : TableLayouts.systemColumns(use.type())) {
            long recorded = use.table().indexedRows().getOrDefault(column, 0L);
            Set<Integer> covered = version.indexedFragments(column);
            long indexed = version.fragments().stream()
                    .filter(fragment -> covered.contains(fragment.id()))
                    .mapToLong(FragmentInfo::rowCount)
                    .sum();
            if (recorded != indexed) {
                findings.problem(
                        Kind.INDEX,
                        use.directory(),
                        Optional.of(use.commit()),
                        ErrorText.of("the index on " + column + " of " + use.describe() + " covers " + indexed
                                + " rows, but its commit says " + recorded));
            }
        }
    }

    private static ErrorText withRemedy(Use use, ErrorText text) {
        return text.remedy() != null
                ? text
                : text.remedy("copy the file from a backup of the graph; without one, "
                        + use.type().name() + " can be read only at commits that do not need it");
    }
}
