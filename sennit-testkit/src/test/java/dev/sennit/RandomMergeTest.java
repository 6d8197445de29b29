package dev.sennit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sennit.model.CommitInfo;
import dev.sennit.model.Durability;
import dev.sennit.model.Element;
import dev.sennit.model.MergeConflictsException;
import dev.sennit.model.MergeResult;
import dev.sennit.model.MergeResult.Outcome;
import dev.sennit.model.MergeSide;
import dev.sennit.model.MergeStrategy;
import dev.sennit.model.Node;
import dev.sennit.model.SennitException;
import dev.sennit.schema.SchemaParser;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The laws of merging, on random histories of several branches against a reference in memory: branches of branches, criss-
 * cross and sibling merges, branches that were deleted and created again, tables that were optimized in between, and
 * schemas to which several branches add the same, each under identities of its own, with DEFAULT or without: to the
 * reference names are all there is, and an element without a value has what DEFAULT gave on any side.
 * A few histories share a graph, each with branches of its own, which it deletes.
 */
class RandomMergeTest {
    private static final OpenOptions RELAXED = OpenOptions.DEFAULT.durability(Durability.RELAXED);
    private static final int SEEDS_OF_A_GRAPH = 4;
    private static final int STEPS = 8;
    private static final int BRANCHES = 4;
    private static final Map<Outcome, AtomicInteger> OUTCOMES = new HashMap<>();

    /** What a run must have met, each at least once, to have shown anything. */
    private enum Met {
        SEVERAL_ANCESTORS,
        BRANCH_THREE_DEEP,
        CREATED_AGAIN,
        HISTORY_OF_A_MERGED_AND_DELETED_BRANCH,
        OTHER_LAYOUT,
        /** Both sides have added the same, apart from each other. */
        EQUAL_ADDITIONS,
        /** DEFAULT has given values on one side, or on both. */
        DEFAULTS_OF_ONE_SIDE,
        DEFAULTS_OF_BOTH_SIDES,
        /** Both added a property, and only one gave values. */
        DEFAULTS_BESIDE_NONE,
        /** Several ancestors that do not have the same schema. */
        ANCESTORS_OF_SEVERAL_SCHEMAS
    }

    private static final Map<Met, AtomicInteger> MET = new EnumMap<>(Met.class);

    static {
        for (Outcome outcome : Outcome.values()) {
            OUTCOMES.put(outcome, new AtomicInteger());
        }
        for (Met met : Met.values()) {
            MET.put(met, new AtomicInteger());
        }
    }

    @TempDir
    Path directory;

    private final Map<String, Map<String, Element>> contents = new HashMap<>();
    private final Map<String, Set<RandomAdditions.Addition>> additions = new HashMap<>();

    /** What came with a DEFAULT, by commit. */
    private final Map<String, Set<RandomAdditions.Addition>> given = new HashMap<>();

    private final Map<String, List<String>> parents = new HashMap<>();
    private final List<String> names = new ArrayList<>();

    /** How many branches a branch comes from; kept when it is deleted. */
    private final Map<String, Integer> depths = new HashMap<>();

    private final Set<String> mergedHeads = new HashSet<>();
    private final List<String> deletedHeads = new ArrayList<>();
    private String prefix = "";

    static Stream<List<Long>> seeds() {
        List<Long> seeds = Seeds.first(100, 1_000).boxed().toList();
        return IntStream.iterate(0, from -> from < seeds.size(), from -> from + SEEDS_OF_A_GRAPH)
                .mapToObj(from -> seeds.subList(from, Math.min(from + SEEDS_OF_A_GRAPH, seeds.size())));
    }

    @AfterAll
    static void everythingHasHappened() {
        System.out.println("random merges: " + OUTCOMES + ", " + MET);
        if (Seeds.areChosen()) {
            return;
        }
        assertThat(MET.values()).allSatisfy(met -> assertThat(met).hasPositiveValue());
        for (Outcome outcome : List.of(Outcome.UP_TO_DATE, Outcome.FAST_FORWARD, Outcome.MERGED, Outcome.CONFLICTS)) {
            assertThat(OUTCOMES.get(outcome)).as(outcome.name()).hasPositiveValue();
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void mergesKeepTheLaws(List<Long> seeds) {
        try (Graph graph = Sennit.create(
                directory.resolve("g").toString(), SchemaParser.parse(WriterScenario.SCHEMA), RELAXED, "")) {
            seeds.forEach(seed -> history(graph, seed));
            assertThat(graph.check().findings()).as("seeds %s", seeds).isEmpty();
        }
    }

    private void history(Graph graph, long seed) {
        Random random = new Random(seed);
        RandomChanges changes = new RandomChanges(random);
        RandomAdditions schemas = new RandomAdditions(new Random(-seed));
        contents.clear();
        additions.clear();
        given.clear();
        parents.clear();
        names.clear();
        depths.clear();
        mergedHeads.clear();
        deletedHeads.clear();
        prefix = "seed" + seed + "/";
        String trunk = prefix + "trunk";
        create(graph, trunk, "main");
        note(graph, trunk);
        for (int i = 0; i < 2; i++) {
            changes.commit(graph.branch(trunk));
            note(graph, trunk);
        }
        create(graph, prefix + "b0", trunk);
        create(graph, prefix + "b1", prefix + "b0");
        for (int step = 0; step < STEPS; step++) {
            step(graph, random, changes, schemas, "seed " + seed + ", step " + step);
        }
        deletedHeads.forEach(commit -> {
            assertThat(ReferenceMerge.text(ReferenceMerge.content(graph.at(commit))))
                    .as("seed %d: commit %s, of a branch that is gone", seed, commit)
                    .isEqualTo(ReferenceMerge.text(content(commit)));
            if (mergedHeads.contains(commit)) {
                met(Met.HISTORY_OF_A_MERGED_AND_DELETED_BRANCH);
            }
        });
        // Each merge looks at every branch there is.
        names.forEach(name -> graph.deleteBranch(name, true));
    }

    private static void met(Met what) {
        Objects.requireNonNull(MET.get(what)).incrementAndGet();
    }

    private void step(Graph graph, Random random, RandomChanges changes, RandomAdditions schemas, String where) {
        String name = names.get(random.nextInt(names.size()));
        switch (random.nextInt(11)) {
            case 9, 10 -> {
                String other = names.get(random.nextInt(names.size()));
                for (String each : List.of(name, other)) {
                    Set<RandomAdditions.Addition> more = schemas.apply(graph.branch(each));
                    note(graph, each);
                    if (!more.isEmpty()) {
                        given.put(head(graph, each), both(given(head(graph, each)), more));
                    }
                    schemas.commit(graph.branch(each));
                    note(graph, each);
                }
                if (!name.equals(other) && random.nextBoolean()) {
                    merge(graph, name, other, random, where);
                }
            }
            case 8 -> crissCross(graph, random, changes, where);
            case 0 -> create(graph, prefix + "b" + random.nextInt(BRANCHES), name);
            case 1 -> {
                if (!name.endsWith("trunk") && random.nextInt(3) > 0) {
                    note(graph, name);
                    deletedHeads.add(head(graph, name));
                    graph.deleteBranch(name, true);
                    names.remove(name);
                    if (random.nextBoolean()) {
                        create(graph, name, names.get(random.nextInt(names.size())));
                    }
                } else if (random.nextInt(2) == 0) {
                    graph.branch(name).optimize();
                    note(graph, name);
                }
            }
            case 2, 3, 4 -> {
                changes.commit(graph.branch(name));
                schemas.commit(graph.branch(name));
                note(graph, name);
            }
            default -> merge(graph, name, names.get(random.nextInt(names.size())), random, where);
        }
    }

    /** Two branches take over each other's heads at the same time, and then something of their own happens on both. */
    private void crissCross(Graph graph, Random random, RandomChanges changes, String where) {
        String left = names.get(random.nextInt(names.size()));
        String right = names.get(random.nextInt(names.size()));
        if (left.equals(right)) {
            return;
        }
        for (String name : List.of(left, right)) {
            changes.commit(graph.branch(name));
            note(graph, name);
        }
        String ofLeft = head(graph, left);
        merge(graph, left, right, random, where);
        merge(graph, right, ofLeft, random, where);
        for (String name : List.of(left, right)) {
            changes.commit(graph.branch(name));
            note(graph, name);
        }
        merge(graph, left, right, random, where);
    }

    private void create(Graph graph, String name, String start) {
        if (!names.contains(name)) {
            graph.createBranch(name, start);
            names.add(name);
            int depth = 1 + depths.getOrDefault(start, -1);
            if (depths.put(name, depth) != null) {
                met(Met.CREATED_AGAIN);
            }
            if (depth == 3) {
                met(Met.BRANCH_THREE_DEEP);
            }
        }
    }

    private void merge(Graph graph, String target, String source, Random random, String where) {
        Branch branch = graph.branch(target);
        if (target.equals(source)) {
            assertThatThrownBy(() -> branch.merge(source)).as(where).isInstanceOf(SennitException.class);
            return;
        }
        String ours = head(graph, target);
        String theirs = graph.commit(source).id().toString();
        String what = where + ": " + source + " " + theirs + " into " + target + " " + ours;
        List<String> bases = bases(ours, theirs);
        ReferenceMerge reference = reference(bases, ours, theirs, Optional.empty());
        MergeResult dry = branch.merge(source, MergeOptions.DEFAULT.asDryRun());
        Set<String> told = ids(dry);
        RandomRevertTest.requireSameConflicts(told, reference, what);
        if (names.contains(source)) {
            requireSymmetry(graph, target, source, told, reference, what);
        }
        if (bases.size() > 1) {
            met(Met.SEVERAL_ANCESTORS);
        }
        noteSchemas(bases, ours, theirs);
        noteDefaults(bases, ours, theirs);
        Objects.requireNonNull(OUTCOMES.get(dry.outcome())).incrementAndGet();
        mergedHeads.add(theirs);
        if (random.nextInt(10) == 0) {
            requireSameOnAnotherLayout(graph, ours, theirs, told, reference, what);
        }
        if (!told.isEmpty()) {
            assertThat(dry.outcome()).as(what).isEqualTo(Outcome.CONFLICTS);
            assertThatThrownBy(() -> branch.merge(source)).as(what).isInstanceOf(MergeConflictsException.class);
            assertThat(head(graph, target)).as(what).isEqualTo(ours);
            resolve(graph, target, source, bases, random, what);
        } else {
            MergeResult result = branch.merge(source);
            assertThat(result.outcome()).as(what).isEqualTo(dry.outcome());
            assertThat(result.outcome() == Outcome.UP_TO_DATE).as(what).isEqualTo(bases.contains(theirs));
            assertThat(result.outcome() == Outcome.FAST_FORWARD)
                    .as(what)
                    .isEqualTo(!bases.contains(theirs) && bases.contains(ours));
            requireContent(graph, target, reference.merged(), what);
            Set<RandomAdditions.Addition> both = EnumSet.copyOf(additionsOf(ours));
            both.addAll(additionsOf(theirs));
            assertThat(RandomAdditions.of(branch.snapshot())).as(what).isEqualTo(both);
        }
        note(graph, target);
        if (!head(graph, target).equals(ours)) {
            assertThat(parents.get(head(graph, target))).as(what).containsExactly(ours, theirs);
            assertThat(branch.merge(source).outcome()).as(what + ", again").isEqualTo(Outcome.UP_TO_DATE);
        }
        assertThat(branch.merge(ours).outcome()).as(what + ": an ancestor").isEqualTo(Outcome.UP_TO_DATE);
    }

    private ReferenceMerge reference(List<String> bases, String ours, String theirs, Optional<MergeSide> winner) {
        Set<RandomAdditions.Addition> result = both(given(ours), given(theirs));
        return new ReferenceMerge(base(bases, result), side(ours, result), side(theirs, result), winner);
    }

    /** A commit as a schema sees it in which DEFAULT gave more. */
    private ReferenceMerge.Side side(String commit, Set<RandomAdditions.Addition> result) {
        Map<String, Element> content = new TreeMap<>(content(commit));
        Set<String> lacks = new TreeSet<>();
        Map<String, Object> fills = new TreeMap<>();
        for (RandomAdditions.Addition addition : RandomAdditions.Addition.values()) {
            addition.given().ifPresent(each -> {
                if (!additionsOf(commit).contains(addition)) {
                    lacks.add(each.property());
                }
                if (result.contains(addition) && !given(commit).contains(addition)) {
                    fills.put(each.property(), each.value());
                    content.replaceAll((id, element) -> ReferenceMerge.filled(id, element, each));
                }
            });
        }
        return new ReferenceMerge.Side(content, lacks, fills);
    }

    /** What has been given values by DEFAULT in a commit, or before it. */
    private Set<RandomAdditions.Addition> given(String commit) {
        Set<RandomAdditions.Addition> known = given.get(commit);
        if (known == null) {
            known = EnumSet.noneOf(RandomAdditions.Addition.class);
            for (String parent : Objects.requireNonNull(parents.get(commit), commit)) {
                known.addAll(given(parent));
            }
            given.put(commit, known);
        }
        return known;
    }

    private static Set<RandomAdditions.Addition> both(
            Set<RandomAdditions.Addition> one, Set<RandomAdditions.Addition> other) {
        Set<RandomAdditions.Addition> both = EnumSet.noneOf(RandomAdditions.Addition.class);
        both.addAll(one);
        both.addAll(other);
        return both;
    }

    private void noteDefaults(List<String> bases, String ours, String theirs) {
        Set<RandomAdditions.Addition> since = both(given(ours), given(theirs));
        bases.forEach(each -> since.removeAll(given(each)));
        for (RandomAdditions.Addition addition : since) {
            boolean ofBoth = given(ours).contains(addition) && given(theirs).contains(addition);
            boolean isInBoth =
                    additionsOf(ours).contains(addition) && additionsOf(theirs).contains(addition);
            met(ofBoth ? Met.DEFAULTS_OF_BOTH_SIDES : isInBoth ? Met.DEFAULTS_BESIDE_NONE : Met.DEFAULTS_OF_ONE_SIDE);
        }
    }

    private Set<RandomAdditions.Addition> additionsOf(String commit) {
        return Objects.requireNonNull(additions.get(commit), commit);
    }

    private void noteSchemas(List<String> bases, String ours, String theirs) {
        Set<RandomAdditions.Addition> alike = EnumSet.copyOf(additionsOf(ours));
        alike.retainAll(additionsOf(theirs));
        bases.forEach(each -> alike.removeAll(additionsOf(each)));
        if (!alike.isEmpty()) {
            met(Met.EQUAL_ADDITIONS);
        }
        if (bases.stream().map(this::additionsOf).distinct().count() > 1) {
            met(Met.ANCESTORS_OF_SEVERAL_SCHEMAS);
        }
    }

    private void resolve(Graph graph, String target, String source, List<String> bases, Random random, String what) {
        MergeStrategy strategy = random.nextBoolean() ? MergeStrategy.OURS : MergeStrategy.THEIRS;
        ReferenceMerge resolved =
                reference(bases, head(graph, target), graph.commit(source).id().toString(), strategy.side());
        MergeOptions options = MergeOptions.DEFAULT.strategy(strategy);
        try {
            graph.branch(target).merge(source, options);
            if (!resolved.breaksRules()) {
                requireContent(graph, target, resolved.merged(), what + " " + strategy);
            }
        } catch (MergeConflictsException e) {
            assertThat(resolved.breaksRules()).as(what + " " + strategy).isTrue();
        }
    }

    /** The conflicts are the same in the other direction; of those that break a rule together another may be named. */
    private void requireSymmetry(
            Graph graph, String target, String source, Set<String> told, ReferenceMerge reference, String what) {
        MergeResult reversed = graph.branch(source).merge(target, MergeOptions.DEFAULT.asDryRun());
        assertThat(ids(reversed).stream().map(RandomMergeTest::kind).sorted().toList())
                .as(what + ", the other way")
                .isEqualTo(told.stream().map(RandomMergeTest::kind).sorted().toList());
        assertThat(ids(reversed)).as(what + ", the other way").containsAll(reference.conflicts());
    }

    /** The same comes of states that hold the same in other fragments; of optimizing, commits that change no element. */
    private void requireSameOnAnotherLayout(
            Graph graph, String ours, String theirs, Set<String> told, ReferenceMerge reference, String what) {
        String left = prefix + "left";
        String right = prefix + "right";
        graph.createBranch(left, ours);
        graph.createBranch(right, theirs);
        // Both add the same, in more small fragments than a table may have.
        for (int i = 0; i < 5; i++) {
            String name = "scattered" + i;
            graph.branch(left).write(tx -> tx.create("City", Map.of("name", name)));
            graph.branch(right).write(tx -> tx.create("City", Map.of("name", name)));
        }
        try {
            long rewritten = Stream.of(left, right)
                    .flatMap(name -> graph.branch(name).optimize().types().stream())
                    .filter(type -> !type.commits().isEmpty())
                    .count();
            if (rewritten > 0) {
                MergeResult result = graph.branch(left).merge(right, MergeOptions.DEFAULT.asDryRun());
                assertThat(ids(result)).as(what + ", optimized").isEqualTo(told);
                if (told.isEmpty()) {
                    graph.branch(left).merge(right);
                    Map<String, Element> expected = new TreeMap<>(reference.merged());
                    for (int i = 0; i < 5; i++) {
                        String name = "scattered" + i;
                        expected.put("City:" + name, scattered(name, ours, theirs));
                    }
                    requireContent(graph, left, expected, what + ", optimized");
                }
                met(Met.OTHER_LAYOUT);
            }
        } finally {
            graph.deleteBranch(left, true);
            graph.deleteBranch(right, true);
        }
    }

    /** An element that both insert without a value: where both could have set one, it has what DEFAULT gave on one side. */
    private Element scattered(String name, String ours, String theirs) {
        RandomAdditions.Addition size = RandomAdditions.Addition.CITY_SIZE;
        Node node = new Node("City", List.of("City"), name, Map.of("name", name));
        boolean isInBoth =
                additionsOf(ours).contains(size) && additionsOf(theirs).contains(size);
        boolean isGivenOnOne = given(ours).contains(size) != given(theirs).contains(size);
        return isInBoth && isGivenOnOne
                ? ReferenceMerge.filled("City:" + name, node, size.given().orElseThrow())
                : node;
    }

    /** A tail so long that the merge folds it. */
    @Test
    void foldingChangesNothing() {
        try (Graph graph = Sennit.create(
                directory.resolve("g").toString(), SchemaParser.parse(WriterScenario.SCHEMA), RELAXED, "")) {
            graph.main().write(tx -> tx.create("Person", Map.of("name", "first", "age", 1)));
            graph.createBranch("side", "main");
            graph.branch("side").write(tx -> tx.create("Person", Map.of("name", "of the side", "age", 1)));
            Map<String, Element> base = ReferenceMerge.content(graph.main().snapshot());
            for (int i = 0; i < 63; i++) {
                String name = "only on main " + i;
                graph.main().write(tx -> tx.create("Person", Map.of("name", name, "age", 1)));
            }
            Map<String, Element> ours = ReferenceMerge.content(graph.main().snapshot());
            Map<String, Element> theirs =
                    ReferenceMerge.content(graph.branch("side").snapshot());
            long before = fragments(graph);
            graph.main().merge("side");
            assertThat(before).isEqualTo(64);
            assertThat(fragments(graph)).isEqualTo(1);
            requireContent(graph, "main", new ReferenceMerge(base, ours, theirs, Optional.empty()).merged(), "folded");
            assertThat(graph.check().findings()).isEmpty();
        }
    }

    private static long fragments(Graph graph) {
        return graph.main()
                .optimize(OptimizeOptions.DEFAULT.type("Person").asDryRun())
                .types()
                .getFirst()
                .before()
                .fragments();
    }

    private static String kind(String conflict) {
        return conflict.substring(0, conflict.indexOf(' '));
    }

    /** No two conflicts of a merge have the same. */
    private static Set<String> ids(MergeResult result) {
        List<String> ids =
                result.conflicts().stream().map(c -> c.conflict().id()).toList();
        assertThat(ids).doesNotHaveDuplicates();
        return new TreeSet<>(ids);
    }

    private static void requireContent(Graph graph, String branch, Map<String, Element> expected, String what) {
        assertThat(ReferenceMerge.text(
                        ReferenceMerge.content(graph.branch(branch).snapshot())))
                .as(what)
                .isEqualTo(ReferenceMerge.text(expected));
    }

    private void note(Graph graph, String branch) {
        Snapshot snapshot = graph.branch(branch).snapshot();
        CommitInfo commit = snapshot.commit();
        contents.computeIfAbsent(commit.id().toString(), id -> ReferenceMerge.content(snapshot));
        additions.computeIfAbsent(commit.id().toString(), id -> RandomAdditions.of(snapshot));
        parents.put(
                commit.id().toString(),
                commit.parents().stream().map(Object::toString).toList());
        try (Stream<CommitInfo> log = graph.log(branch)) {
            log.skip(1)
                    .takeWhile(older -> !parents.containsKey(older.id().toString()))
                    .forEach(older -> {
                        parents.put(
                                older.id().toString(),
                                older.parents().stream().map(Object::toString).toList());
                        Snapshot then = graph.at(older.id().toString());
                        contents.put(older.id().toString(), ReferenceMerge.content(then));
                        additions.put(older.id().toString(), RandomAdditions.of(then));
                    });
        }
    }

    private static String head(Graph graph, String branch) {
        return graph.branch(branch).snapshot().commit().id().toString();
    }

    private Map<String, Element> content(String commit) {
        return Objects.requireNonNull(contents.get(commit), commit);
    }

    private Map<String, Element> base(List<String> bases, Set<RandomAdditions.Addition> result) {
        ReferenceMerge.Side united = side(bases.getFirst(), result);
        for (String other : bases.subList(1, bases.size())) {
            united = ReferenceMerge.Side.of(ReferenceMerge.virtualBase(
                    base(bases(bases.getFirst(), other), result), united, side(other, result)));
        }
        return united.content();
    }

    /** The best common ancestors, newest first: a commit's id begins with its time. */
    private List<String> bases(String left, String right) {
        Set<String> common = ancestors(left);
        common.retainAll(ancestors(right));
        Set<String> best = new TreeSet<>(common);
        for (String each : common) {
            Set<String> below = ancestors(each);
            below.remove(each);
            best.removeAll(below);
        }
        List<String> sorted = new ArrayList<>(best);
        sorted.sort((a, b) -> b.compareTo(a));
        return sorted;
    }

    private Set<String> ancestors(String commit) {
        Set<String> found = new HashSet<>();
        List<String> open = new ArrayList<>(List.of(commit));
        while (!open.isEmpty()) {
            String next = open.removeLast();
            if (found.add(next)) {
                open.addAll(Objects.requireNonNull(parents.get(next), next));
            }
        }
        return found;
    }
}
