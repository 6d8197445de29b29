package dev.sennit.store;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnitAccess;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Which of Lance's methods Sennit calls, and where. The list is closed in both directions: what is not on it must be
 * thought about before it is used, since many methods commit to a table's linear history, destroy what detached versions
 * need, or end the process.
 */
class LanceUseTest {
    private static final String LANCE = "org.lance.";

    private static final Set<String> ALLOWED = Set.of(
            "Branch.getName",
            "CleanupPolicy$Builder.build",
            "CleanupPolicy$Builder.withBeforeVersion",
            "CleanupPolicy$Builder.withErrorIfTaggedOldVersions",
            "CleanupPolicy.builder",
            "CommitBuilder(Dataset)",
            "CommitBuilder(String, BufferAllocator)",
            "CommitBuilder.detached",
            "CommitBuilder.enableV2ManifestPaths",
            "CommitBuilder.execute",
            "CommitBuilder.storageFormat",
            "CommitBuilder.useStableRowIds",
            "CommitBuilder.writeParams",
            "CreateIndex$Builder.build",
            "CreateIndex$Builder.withNewIndices",
            "CreateIndex$Builder.withRemovedIndices",
            "CreateIndex.builder",
            "DataFile(String, int[], int[], int, int, Long, Integer)",
            "DataFile.getColumnIndices",
            "DataFile.getFields",
            "DataFile.getFileSizeBytes",
            "DataFile.getPath",
            "Dataset$Branches.delete",
            "Dataset$Branches.list",
            "Dataset$Tags.create",
            "Dataset.branches",
            "Dataset.calculateDataSize",
            "Dataset.cleanupWithPolicy",
            "Dataset.close",
            "Dataset.countRows",
            "Dataset.createBranch",
            "Dataset.createIndex",
            "Dataset.getFragments",
            "Dataset.getIndexes",
            "Dataset.getLanceSchema",
            "Dataset.getVersion",
            "Dataset.listVersions",
            "Dataset.newScan",
            "Dataset.open",
            "Dataset.readTransaction",
            "Dataset.tags",
            "Dataset.takeRows",
            "Dataset.version",
            "Dataset.write",
            "DeletionFile.getFileType",
            "DeletionFile.getId",
            "DeletionFile.getReadVersion",
            "Fragment(Dataset, int)",
            "Fragment.deleteRows",
            "Fragment.metadata",
            "Fragment.write",
            "FragmentMetadata(int, List, Long, DeletionFile, RowIdMeta)",
            "FragmentMetadata.getDeletionFile",
            "FragmentMetadata.getFiles",
            "FragmentMetadata.getId",
            "FragmentMetadata.getNumDeletions",
            "FragmentMetadata.getNumRows",
            "FragmentMetadata.getPhysicalRows",
            "Index.fields",
            "Index.fragments",
            "Index.uuid",
            "IndexOptions$Builder.build",
            "IndexOptions$Builder.replace",
            "IndexOptions$Builder.withFragmentIds",
            "IndexOptions$Builder.withIndexName",
            "IndexOptions.builder",
            "IndexParams$Builder.build",
            "IndexParams$Builder.setScalarIndexParams",
            "IndexParams.builder",
            "LanceField.getChildren",
            "LanceField.getId",
            "LanceField.getMetadata",
            "LanceField.getName",
            "LanceField.isNullable",
            "LanceFileWriter.close",
            "LanceFileWriter.open",
            "LanceFileWriter.write",
            "LanceScanner.close",
            "LanceScanner.scanBatches",
            "LanceSchema.fields",
            "Merge$Builder.build",
            "Merge$Builder.fragments",
            "Merge$Builder.schema",
            "Merge.builder",
            "OpenDatasetBuilder.allocator",
            "OpenDatasetBuilder.build",
            "OpenDatasetBuilder.readOptions",
            "OpenDatasetBuilder.uri",
            "Overwrite$Builder.build",
            "Overwrite$Builder.fragments",
            "Overwrite$Builder.schema",
            "Overwrite.builder",
            "Project$Builder.build",
            "Project$Builder.schema",
            "Project.builder",
            "ReadOptions$Builder()",
            "ReadOptions$Builder.build",
            "ReadOptions$Builder.setSession",
            "ReadOptions$Builder.setStorageOptions",
            "ReadOptions$Builder.setVersion",
            "Ref.ofMain",
            "ScalarIndexParams.create",
            "ScanOptions$Builder()",
            "ScanOptions$Builder.build",
            "ScanOptions$Builder.columns",
            "ScanOptions$Builder.filter",
            "ScanOptions$Builder.fragmentIds",
            "ScanOptions$Builder.limit",
            "ScanOptions$Builder.useScalarIndex",
            "ScanOptions$Builder.withRowAddress",
            "Session$Builder.build",
            "Session$Builder.indexCacheSizeBytes",
            "Session$Builder.metadataCacheSizeBytes",
            "Session.builder",
            "Session.close",
            "Transaction$Builder()",
            "Transaction$Builder.build",
            "Transaction$Builder.operation",
            "Transaction$Builder.readVersion",
            "Transaction$Builder.transactionProperties",
            "Transaction$Builder.uuid",
            "Transaction.close",
            "Transaction.uuid",
            "Update$Builder.build",
            "Update$Builder.fieldsForPreservingFragBitmap",
            "Update$Builder.newFragments",
            "Update$Builder.removedFragmentIds",
            "Update$Builder.updateMode",
            "Update$Builder.updatedFragments",
            "Update.builder",
            "UpdateConfig$Builder.build",
            "UpdateConfig$Builder.configUpdates",
            "UpdateConfig.builder",
            "UpdateMap$Builder.build",
            "UpdateMap$Builder.replace",
            "UpdateMap$Builder.updates",
            "UpdateMap.builder",
            "Version.getDataTime",
            "Version.getId",
            "WriteDatasetBuilder.allocator",
            "WriteDatasetBuilder.dataStorageVersion",
            "WriteDatasetBuilder.enableStableRowIds",
            "WriteDatasetBuilder.execute",
            "WriteDatasetBuilder.mode",
            "WriteDatasetBuilder.schema",
            "WriteDatasetBuilder.storageOptions",
            "WriteDatasetBuilder.uri",
            "WriteFragmentBuilder.allocator",
            "WriteFragmentBuilder.data",
            "WriteFragmentBuilder.dataStorageVersion",
            "WriteFragmentBuilder.datasetUri",
            "WriteFragmentBuilder.execute",
            "WriteFragmentBuilder.mode",
            "WriteFragmentBuilder.storageOptions");

    /** Methods that only one class may call. */
    private static final Map<String, String> RESERVED = Map.of(
            "Dataset.cleanupWithPolicy", "ManifestCleanup",
            "Dataset.listVersions", "LanceManifestTable",
            "Dataset.createBranch", "LanceManifestBranches",
            "Dataset.branches", "LanceManifestBranches",
            "Overwrite.builder", "LanceManifestTable",
            "Project.builder", "ColumnProjection",
            "Dataset.createIndex", "IndexBuild",
            "CommitBuilder.detached", "DetachedCommit",
            "WriteDatasetBuilder.execute", "LanceTableStore");

    private static JavaClasses classes;

    @BeforeAll
    static void importClasses() {
        classes = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("dev.sennit");
    }

    @Test
    void onlyTheStoreTouchesLance() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.sennit.store..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.lance..")
                .check(classes);
    }

    @Test
    void theStoreKnowsNothingAboveIt() {
        noClasses()
                .that()
                .resideInAPackage("dev.sennit.store..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "dev.sennit",
                        "dev.sennit.maintain..",
                        "dev.sennit.branch..",
                        "dev.sennit.write..",
                        "dev.sennit.query..",
                        "dev.sennit.validate..",
                        "dev.sennit.protocol..",
                        "dev.sennit.manifest..",
                        "dev.sennit.schema..")
                .check(classes);
    }

    @Test
    void theMethodsCalled_areExactlyTheAllowedOnes() {
        assertThat(callers().keySet()).containsExactlyInAnyOrderElementsOf(ALLOWED);
    }

    @Test
    void reservedMethods_areCalledInOnePlace() {
        Map<String, Set<String>> callers = callers();
        RESERVED.forEach((method, caller) ->
                assertThat(callers.get(method)).as("callers of %s", method).isEqualTo(Set.of(caller)));
        assertThat(callers.get("CommitBuilder(Dataset)"))
                .isEqualTo(Set.of("LanceManifestTable", "DetachedCommit", "LanceTableStore"));
        assertThat(callers.get("CommitBuilder(String, BufferAllocator)"))
                .as("commits to the newest version, whatever that is")
                .isEqualTo(Set.of("LanceManifestTable"));
    }

    @Test
    void whatWouldHarmTables_isNotOnTheList() {
        Set<String> harmful = new HashSet<>();
        for (String method : List.of(
                "restore",
                "checkoutLatest",
                "delete",
                "mergeInsert",
                "compact",
                "optimizeIndices",
                "addColumns",
                "dropColumns",
                "alterColumns",
                "updateConfig",
                "truncateTable",
                "dropIndex",
                "sql",
                "drop",
                "commit",
                "commitAppend",
                "commitOverwrite",
                "commitTransaction",
                "commitExistingIndexSegments",
                "shallowClone",
                "migrateManifestPathsV2",
                "initializeMemWal",
                "deleteConfigKeys")) {
            harmful.add("Dataset." + method);
        }
        harmful.add("Append.builder");
        harmful.add("Restore.builder");
        harmful.add("Dataset$Tags.delete");

        assertThat(ALLOWED).doesNotContainAnyElementsOf(harmful);
    }

    /** Simple names of the calling classes by method, or constructor with its parameters. */
    private static Map<String, Set<String>> callers() {
        Map<String, Set<String>> callers = new TreeMap<>();
        for (JavaClass each : classes) {
            Stream<JavaCodeUnitAccess<? extends CodeUnitAccessTarget>> accesses = Stream.of(
                            each.getMethodCallsFromSelf(),
                            each.getMethodReferencesFromSelf(),
                            each.getConstructorCallsFromSelf(),
                            each.getConstructorReferencesFromSelf())
                    .flatMap(Set::stream);
            accesses.filter(access -> access.getTargetOwner().getName().startsWith(LANCE))
                    .forEach(access -> callers.computeIfAbsent(name(access.getTarget()), name -> new TreeSet<>())
                            .add(each.getSimpleName()));
        }
        return callers;
    }

    private static String name(CodeUnitAccessTarget target) {
        String owner = target.getOwner().getName();
        String simple = owner.substring(owner.lastIndexOf('.') + 1);
        if (!target.getName().equals("<init>")) {
            return simple + "." + target.getName();
        }
        List<String> parameters = target.getRawParameterTypes().stream()
                .map(JavaClass::getSimpleName)
                .toList();
        return simple + "(" + String.join(", ", parameters) + ")";
    }
}
