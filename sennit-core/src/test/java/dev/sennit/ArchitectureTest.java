package dev.sennit;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import dev.sennit.model.SennitException;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/**
 * The rules about who may know whom, checked on the compiled main classes of this module. Whoever adds a package gives
 * it a place in {@link #LAYERS}; the picture of it is in docs/architecture.md.
 *
 * <p>Each rule is also shown to fail on something that breaks it.
 */
class ArchitectureTest {
    /** Top to bottom. A package, with its subpackages, may use those below it. */
    private static final List<String> LAYERS = List.of(
            "dev.sennit",
            "dev.sennit.maintain",
            "dev.sennit.branch",
            "dev.sennit.write",
            "dev.sennit.merge",
            "dev.sennit.query",
            "dev.sennit.validate",
            "dev.sennit.protocol",
            "dev.sennit.manifest",
            "dev.sennit.schema",
            "dev.sennit.input",
            "dev.sennit.store",
            "dev.sennit.model");

    /**
     * The classes that hand the real clock and real randomness to all others. Everything else is given them, so that
     * tests can give something else. Top-level class names.
     */
    private static final Set<String> SOURCES_OF_TIME_AND_CHANCE =
            Set.of("dev.sennit.model.Ticker", "dev.sennit.GraphRuntimes", "dev.sennit.RuntimeParts");

    private static final JavaClasses CORE = new ClassFileImporter()
            .importUrl(
                    SennitException.class.getProtectionDomain().getCodeSource().getLocation());

    @Test
    void packagesUseOnlyPackagesBelowThem() {
        layering(LAYERS).check(CORE);
        assertBroken(layering(LAYERS.reversed()), CORE);
    }

    @Test
    void everyClassHasAPlaceInTheLayers() {
        classes()
                .should(beIn(describe("one of the layers", type -> layerOf(type, LAYERS) >= 0)))
                .check(CORE);
        assertThat(layerOf(new ClassFileImporter().importClass(String.class), LAYERS))
                .isNegative();
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("dev.sennit.(**)").should().beFreeOfCycles().check(CORE);
    }

    @Test
    void inputKnowsNothingAboutTheStore() {
        noClasses()
                .that()
                .resideInAPackage("dev.sennit.input..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.sennit.store..")
                .allowEmptyShould(true) // holds before the package exists
                .check(CORE);
    }

    @Test
    void onlyTheStoreTouchesLance() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.sennit.store..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.lance..")
                .check(CORE);
    }

    @Test
    void timeAndChanceAreHandedIn() {
        timeAndChance().check(CORE);
        assertBroken(timeAndChance(), ReadsNanoTime.class);
        assertBroken(timeAndChance(), RefersToNow.class);
        assertBroken(timeAndChance(), DrawsWithoutASeed.class);
        assertHolds(timeAndChance(), DrawsWithASeed.class);
    }

    @Test
    void sourcesOfTimeAndChanceExistAndAreNeeded() {
        for (String name : SOURCES_OF_TIME_AND_CHANCE) {
            assertThat(CORE.stream()
                            .filter(type -> outermost(type).equals(name))
                            .flatMap(type -> type.getAccessesFromSelf().stream()))
                    .as("%s, or a class in it, reads a clock or draws at random", name)
                    .anyMatch(access -> readsTimeOrChance().test(access));
        }
    }

    @Test
    void nothingIsPrintedAndLoggingGoesThroughSlf4j() {
        printing().check(CORE);
        assertBroken(printing(), Prints.class);
        assertBroken(printing(), PrintsAStackTrace.class);
        assertBroken(printing(), LogsThroughTheJdk.class);
    }

    @Test
    void namesSayWhatAClassIs() {
        vagueNames().check(CORE);
        assertBroken(vagueNames(), StringUtil.class);
    }

    @Test
    void everyPackageSaysWhatItIsForAndIsNullMarked() {
        Set<JavaPackage> packages =
                CORE.stream().map(JavaClass::getPackage).collect(java.util.stream.Collectors.toSet());
        assertThat(packages)
                .isNotEmpty()
                .allSatisfy(p -> assertThat(
                                p.tryGetPackageInfo().filter(info -> info.isAnnotatedWith(NullMarked.class)))
                        .as("package-info of %s with @NullMarked", p.getName())
                        .isPresent());
    }

    // --- the rules ---

    private static ArchRule layering(List<String> layers) {
        return classes().should(new ArchCondition<>("use only packages below their own") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
                    int target = layerOf(dependency.getTargetClass(), layers);
                    if (target >= 0 && target < layerOf(type, layers)) {
                        events.add(SimpleConditionEvent.violated(dependency, dependency.getDescription()));
                    }
                }
            }
        });
    }

    /** The index of the layer that holds a class, or -1. */
    private static int layerOf(JavaClass type, List<String> layers) {
        String name = type.getPackageName();
        for (int i = 0; i < layers.size(); i++) {
            // "dev.sennit" is itself a layer, without what is below it
            boolean holdsSubpackages = !layers.get(i).equals("dev.sennit");
            if (name.equals(layers.get(i)) || (holdsSubpackages && name.startsWith(layers.get(i) + "."))) {
                return i;
            }
        }
        return -1;
    }

    private static ArchCondition<JavaClass> beIn(DescribedPredicate<JavaClass> place) {
        return ArchCondition.from(place).as("be in %s", place.getDescription());
    }

    private static ArchRule timeAndChance() {
        return noClasses()
                .that(describe(
                        "are not sources of time and chance",
                        type -> !SOURCES_OF_TIME_AND_CHANCE.contains(outermost(type))))
                .should()
                .accessTargetWhere(readsTimeOrChance());
    }

    private static String outermost(JavaClass type) {
        int nested = type.getName().indexOf('$');
        return nested < 0 ? type.getName() : type.getName().substring(0, nested);
    }

    private static DescribedPredicate<JavaAccess<?>> readsTimeOrChance() {
        return describe("reads a clock or draws at random", access -> {
            AccessTarget target = access.getTarget();
            String member = target.getName();
            boolean noParameters = target instanceof AccessTarget.CodeUnitAccessTarget codeUnit
                    && codeUnit.getRawParameterTypes().isEmpty();
            return switch (target.getOwner().getName()) {
                case "java.lang.System" -> member.equals("currentTimeMillis") || member.equals("nanoTime");
                case "java.lang.Math", "java.lang.StrictMath" -> member.equals("random");
                case "java.time.Clock" -> member.startsWith("system") || member.startsWith("tick");
                case "java.util.Random", "java.util.SplittableRandom" -> member.equals("<init>") && noParameters;
                case "java.util.UUID" -> member.equals("randomUUID");
                case "java.util.Date" -> member.equals("<init>") && noParameters;
                case "java.util.concurrent.ThreadLocalRandom", "java.security.SecureRandom" -> true;
                default ->
                    target.getOwner().getPackageName().startsWith("java.time")
                            && member.equals("now")
                            && !takesAClock(target);
            };
        });
    }

    private static boolean takesAClock(AccessTarget target) {
        return target instanceof AccessTarget.CodeUnitAccessTarget codeUnit
                && codeUnit.getRawParameterTypes().stream()
                        .anyMatch(type -> type.getName().equals("java.time.Clock"));
    }

    private static ArchRule printing() {
        return noClasses()
                .should()
                .accessTargetWhere(describe("prints", access -> {
                    String owner = access.getTargetOwner().getName();
                    String member = access.getName();
                    return (owner.equals("java.lang.System") && (member.equals("out") || member.equals("err")))
                            || (member.equals("printStackTrace")
                                    && access.getTarget() instanceof AccessTarget.CodeUnitAccessTarget codeUnit
                                    && codeUnit.getRawParameterTypes().isEmpty()
                                    && access.getTargetOwner().isAssignableTo(Throwable.class));
                }))
                .orShould()
                .dependOnClassesThat(resideInAnyPackage("java.util.logging.."));
    }

    private static ArchRule vagueNames() {
        return noClasses().should().haveNameMatching(".*(Utils?|Helpers?|Managers?|Impl)(\\$.*)?");
    }

    // --- that the rules can fail ---

    private static void assertBroken(ArchRule rule, Class<?> breaker) {
        assertBroken(rule, new ClassFileImporter().importClasses(breaker));
    }

    private static void assertBroken(ArchRule rule, JavaClasses classes) {
        assertThat(rule.evaluate(classes).hasViolation())
                .as("the rule \"%s\" notices what breaks it", rule.getDescription())
                .isTrue();
    }

    private static void assertHolds(ArchRule rule, Class<?> keeper) {
        assertThat(rule.evaluate(new ClassFileImporter().importClasses(keeper))
                        .getFailureReport()
                        .getDetails())
                .isEmpty();
    }

    static final class ReadsNanoTime {
        final long time = System.nanoTime();
    }

    static final class RefersToNow {
        final Supplier<Instant> clock = Instant::now;
    }

    static final class DrawsWithoutASeed {
        final Random random = new Random();
    }

    static final class DrawsWithASeed {
        final Random random = new Random(7);
    }

    static final class Prints {
        void print() {
            System.out.println();
        }
    }

    static final class PrintsAStackTrace {
        void print(IllegalStateException e) {
            e.printStackTrace();
        }
    }

    static final class LogsThroughTheJdk {
        final java.util.logging.Logger log = java.util.logging.Logger.getLogger("test");
    }

    static final class StringUtil {}
}
