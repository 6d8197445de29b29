package dev.sennit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.cli.ScriptSandbox.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a POSIX shell script")
class LauncherTest {
    @TempDir
    Path temporary;

    private ScriptSandbox sandbox;

    @BeforeEach
    void makeABuiltProject() {
        sandbox = new ScriptSandbox(temporary.resolve("a sandbox"));
        for (String module : List.of("sennit-native", "sennit-core", "sennit-cli")) {
            sandbox.write("project/" + module + "/pom.xml", "<project/>", false);
        }
        sandbox.write("project/sennit-core/src/main/java/A.java", "class A {}", false);
        sandbox.write("project/sennit-cli/target/dist/lib/sennit.jar", "", false);
        markAsBuilt();
        sandbox.write(
                "project/mvnw",
                "#!/bin/sh\necho \"$@\" >>mvnw.calls\necho noise\nmkdir -p sennit-cli/target/dist\ntouch sennit-cli/target/dist/built\nexit ${FAKE_MAVEN_EXIT:-0}\n",
                true);
        sandbox.with("JAVA_HOME", sandbox.jdk("jdk", "25.0.3"));
    }

    @Test
    void argumentsArePassedUntouched() throws Exception {
        String[] arguments = {"query", "a graph", "MATCH (n) RETURN *", "", "it's \"$HOME\"", "-f", "*", "a\\b"};

        Outcome outcome = sandbox.run("project/sennit", arguments);

        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.err()).isEmpty();
        int jar = outcome.out().indexOf("<-jar>");
        assertThat(outcome.out().subList(jar + 2, outcome.out().size() - 1))
                .containsExactlyElementsOf(
                        List.of(arguments).stream().map(a -> "<" + a + ">").toList());
    }

    @Test
    void theExitCodeIsPassedOn() throws Exception {
        assertThat(sandbox.with("FAKE_EXIT", 5).run("project/sennit", "merge").exitCode())
                .isEqualTo(5);
    }

    @Test
    void aClosedStandardInputIsEmptyForJava_soThatNoFileTakesItsPlace() throws Exception {
        Outcome outcome = sandbox.runIn(
                sandbox.directory("elsewhere"),
                "/bin/sh",
                "-c",
                "exec '" + sandbox.path("project/sennit") + "' info g <&-");

        assertThat(outcome.exitCode()).isZero();
    }

    @Test
    void worksThroughASymbolicLinkFromAnotherDirectory() throws Exception {
        Path link = Files.createSymbolicLink(sandbox.directory("bin").resolve("snt"), sandbox.path("project/sennit"));
        Outcome outcome = sandbox.runIn(sandbox.directory("elsewhere"), link.toString(), "info");
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).contains("<" + sandbox.path("project/sennit-cli/target/dist/lib/sennit.jar") + ">");
    }

    @Test
    void flagsOfNewerJavaAreNotGivenToOlderJava() throws Exception {
        String flag = "<--sun-misc-unsafe-memory-access=allow>";
        assertThat(sandbox.run("project/sennit", "info").out()).contains(flag);
        sandbox.with("JAVA_HOME", sandbox.jdk("older", "21.0.2"));
        assertThat(sandbox.run("project/sennit", "info").out())
                .contains("<-Xss4m>")
                .doesNotContain(flag);
    }

    @Test
    void shortCommandsStartFast_longOnesGetTheOptimizingCompiler() throws Exception {
        assertThat(sandbox.run("project/sennit", "log", "g").out()).contains("<-XX:TieredStopAtLevel=1>");
        assertThat(sandbox.run("project/sennit", "quickstart").out()).contains("<-XX:TieredStopAtLevel=1>");
        assertThat(sandbox.run("project/sennit", "load", "g", "log").out())
                .contains("<-XX:+UseParallelGC>")
                .doesNotContain("<-XX:TieredStopAtLevel=1>");
    }

    @Test
    void eachCommandHasItsOwnClassDataArchive_helpIncluded() throws Exception {
        Path archives = sandbox.path("project/sennit-cli/target/dist/archives");
        assertThat(sandbox.run("project/sennit", "load", "g").out())
                .contains("<-XX:SharedArchiveFile=" + archives + "/load-25.jsa>");
        assertThat(sandbox.run("project/sennit", "load", "--help").out())
                .contains("<-XX:SharedArchiveFile=" + archives + "/help-25.jsa>");
        assertThat(sandbox.run("project/sennit", "help", "load").out())
                .contains("<-XX:SharedArchiveFile=" + archives + "/help-25.jsa>");
        assertThat(sandbox.run("project/sennit", "outcome", "g", "load").out())
                .contains("<-XX:SharedArchiveFile=" + archives + "/outcome-25.jsa>");
        assertThat(sandbox.run("project/sennit", "../../x", "load").out())
                .contains("<-XX:SharedArchiveFile=" + archives + "/load-25.jsa>");
    }

    @Test
    void archiveOfOlderJarsIsRemoved_sinceTheJvmWouldNotRenewIt() throws Exception {
        Path archive = sandbox.write("project/sennit-cli/target/dist/archives/info-25.jsa", "", false);
        sandbox.setAge(archive, Duration.ofMinutes(-20));
        sandbox.run("project/sennit", "info");
        assertThat(archive).exists();
        sandbox.setAge(archive, Duration.ofMinutes(20));
        sandbox.run("project/sennit", "info");
        assertThat(archive).doesNotExist();
    }

    @Test
    void withoutALocale_argumentsAreReadAsUtf8_andALocaleIsLeftAlone() throws Exception {
        assertThat(sandbox.run("project/sennit", "info").out()).contains("<LC_ALL=C.UTF-8>");
        sandbox.with("LC_ALL", "POSIX");
        assertThat(sandbox.run("project/sennit", "info").out()).contains("<LC_ALL=C.UTF-8>");
        sandbox.with("LC_ALL", "de_DE.UTF-8");
        assertThat(sandbox.run("project/sennit", "info").out()).contains("<LC_ALL=de_DE.UTF-8>");
    }

    @Test
    void optionsOfTheUserComeAfterOurs() throws Exception {
        sandbox.with("SENNIT_JAVA_OPTS", "-Xss8m -Dx=*");
        assertThat(sandbox.run("project/sennit", "info").out())
                .containsSubsequence("<-Xss4m>", "<-Xss8m>", "<-Dx=*>", "<-jar>");
    }

    @Test
    void cacheIsInTheHomeDirectory_orWhereTheEnvironmentSays() throws Exception {
        assertThat(sandbox.run("project/sennit", "info").out())
                .contains("<-Dsennit.native.cache=" + sandbox.path("home/.cache/sennit/native") + ">");
        sandbox.with("XDG_CACHE_HOME", sandbox.path("xdg"));
        assertThat(sandbox.run("project/sennit", "info").out())
                .contains("<-Dsennit.native.cache=" + sandbox.path("xdg/sennit/native") + ">");
        sandbox.with("SENNIT_CACHE", sandbox.path("own cache"));
        assertThat(sandbox.run("project/sennit", "info").out())
                .contains("<-Dsennit.native.cache=" + sandbox.path("own cache/native") + ">");
    }

    @Test
    void eachProcessHasATemporaryDirectory_andTheNextOneRemovesThoseOfTheDead() throws Exception {
        Outcome first = sandbox.run("project/sennit", "info");
        Path mine = temporaryDirectoryOf(first);
        assertThat(mine).isDirectory().hasFileName(mine.getFileName().toString());
        assertThat(mine.getFileName().toString()).endsWith("." + first.pid());
        assertThat(first.out()).contains("<-Djava.io.tmpdir=" + mine + ">");
        Files.writeString(mine.resolve("left behind"), "by a killed process");
        String prefix = mine.getFileName().toString().replaceFirst("[0-9]+$", "");
        Path ofALiveProcess = Files.createDirectory(
                mine.resolveSibling(prefix + ProcessHandle.current().pid()));
        Path ofAnotherHost = Files.createDirectory(mine.resolveSibling("elsewhere.1." + first.pid()));

        Outcome second = sandbox.run("project/sennit", "info");

        assertThat(mine).doesNotExist();
        assertThat(ofALiveProcess).isDirectory();
        assertThat(ofAnotherHost).isDirectory();
        assertThat(temporaryDirectoryOf(second)).isDirectory().isEmptyDirectory();
    }

    @Test
    void unusableCache_isToldWithTheRemedy() throws Exception {
        sandbox.write("a file", "", false);
        Outcome outcome = sandbox.with("SENNIT_CACHE", sandbox.path("a file")).run("project/sennit", "info");
        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err())
                .isEqualTo("sennit: cannot write to the cache directory " + sandbox.path("a file")
                        + ": let SENNIT_CACHE name one that you can write to.\n");
    }

    @Test
    void nothingIsBuiltWhileTheSourcesAreOlderThanTheBuild() throws Exception {
        sandbox.run("project/sennit", "info");
        assertThat(sandbox.path("project/mvnw.calls")).doesNotExist();
    }

    @Test
    void changedSources_areBuiltOnce() throws Exception {
        sandbox.setAge(sandbox.path("project/sennit-core/src/main/java/A.java"), Duration.ofHours(-1));
        Outcome outcome = sandbox.run("project/sennit", "info");
        assertThat(outcome.err()).startsWith("sennit: building Sennit (its sources have changed)…\n");
        assertThat(outcome.out().getFirst())
                .as("what the build prints is no output")
                .doesNotContain("noise");
        assertThat(sandbox.path("project/mvnw.calls")).isNotEmptyFile();
        assertThat(outcome.exitCode()).isZero();
    }

    @Test
    void removedSource_isBuiltToo() throws Exception {
        Files.delete(sandbox.path("project/sennit-core/src/main/java/A.java"));
        sandbox.setAge(sandbox.path("project/sennit-core/src/main/java"), Duration.ofHours(-1));
        assertThat(sandbox.run("project/sennit", "info").err()).contains("its sources have changed");
    }

    @Test
    void firstUse_saysThatItTakesAWhile() throws Exception {
        Files.delete(sandbox.path("project/sennit-cli/target/dist/built"));
        assertThat(sandbox.run("project/sennit", "info").err())
                .startsWith("sennit: building Sennit (first use, about a minute)…\n");
    }

    @Test
    void failedBuild_startsNothing() throws Exception {
        Files.delete(sandbox.path("project/sennit-cli/target/dist/built"));
        Outcome outcome = sandbox.with("FAKE_MAVEN_EXIT", 1).run("project/sennit", "info");
        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err()).endsWith("sennit: the build failed: see the lines above.\n");
    }

    private void markAsBuilt() {
        // A little into the future, so that everything that this test has just written counts as older.
        sandbox.setAge(sandbox.write("project/sennit-cli/target/dist/built", "", false), Duration.ofMinutes(-30));
    }

    private static Path temporaryDirectoryOf(Outcome outcome) throws IOException {
        String last = outcome.out().getLast();
        assertThat(last).startsWith("<TMPDIR=").endsWith(">");
        return Path.of(last.substring("<TMPDIR=".length(), last.length() - 1));
    }
}
