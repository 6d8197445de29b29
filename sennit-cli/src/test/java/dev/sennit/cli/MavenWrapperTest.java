package dev.sennit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.cli.ScriptSandbox.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the wrapper is a POSIX shell script")
class MavenWrapperTest {
    private static final String DISTS = "home/.m2/wrapper/dists/apache-maven-9.9.9-bin";

    @TempDir
    Path temporary;

    private ScriptSandbox sandbox;

    @BeforeEach
    void makeAProjectAndAMavenToFetch() throws Exception {
        sandbox = new ScriptSandbox(temporary.resolve("a sandbox"));
        sandbox.write(
                "apache-maven-9.9.9/bin/mvn",
                "#!/bin/sh\nprintf '<%s>\\n' \"$@\" \"JAVA_HOME=$JAVA_HOME\" \"MAVEN_OPTS=$MAVEN_OPTS\"\n",
                true);
        Outcome tar =
                sandbox.runIn(temporary.resolve("a sandbox"), "tar", "-czf", "maven.tar.gz", "apache-maven-9.9.9");
        assertThat(tar.exitCode()).as(tar.err()).isZero();
        pin(sha512(sandbox.path("maven.tar.gz")));
        // Stands in for curl: writes the archive to where -o says.
        sandbox.write(
                "tools/curl",
                "#!/bin/sh\nwhile [ \"$1\" != -o ]; do shift; done\necho \"$3\" >>'" + sandbox.path("urls") + "'\ncp '"
                        + sandbox.path("maven.tar.gz") + "' \"$2\"\n",
                true);
        sandbox.with("PATH", sandbox.path("tools") + ":" + System.getenv("PATH"));
        sandbox.with("MVNW_REPOURL", "https://repository.example/maven/");
        sandbox.with("JAVA_HOME", sandbox.jdk("jdk", "25.0.3"));
    }

    @Test
    void mavenIsFetchedOnceFromTheGivenRepository() throws Exception {
        Outcome first = sandbox.run("project/mvnw", "-q", "a b");
        assertThat(first.exitCode()).as(first.err()).isZero();
        assertThat(first.err()).isEqualTo("mvnw: fetching Maven 9.9.9 (first use)…\n");
        assertThat(first.out()).startsWith("<-q>", "<a b>", "<JAVA_HOME=" + sandbox.path("jdk") + ">");

        Outcome second = sandbox.run("project/mvnw", "-v");
        assertThat(second.err()).isEmpty();
        assertThat(sandbox.path("urls"))
                .hasContent("https://repository.example/maven/org/apache/maven/apache-maven/9.9.9/"
                        + "apache-maven-9.9.9-bin.tar.gz\n");
        assertThat(sandbox.path(DISTS)).isDirectoryNotContaining("glob:**fetch*");
    }

    @Test
    void severalFirstRunsAtOnce_allFindMavenComplete() throws Exception {
        List<Process> processes = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            processes.add(sandbox.start(
                    temporary, List.of(sandbox.path("project/mvnw").toString(), "-v")));
        }
        for (Process process : processes) {
            Outcome outcome = sandbox.finish(process);
            assertThat(outcome.exitCode()).as(outcome.err()).isZero();
            assertThat(outcome.out()).startsWith("<-v>");
        }
        try (var entries = Files.list(sandbox.path(DISTS))) {
            assertThat(entries.map(Path::getFileName).map(Path::toString)).containsExactly("apache-maven-9.9.9");
        }
        assertThat(sandbox.path(DISTS + "/apache-maven-9.9.9/apache-maven-9.9.9"))
                .doesNotExist();
    }

    @Test
    void damagedDownload_isRefusedAndLeavesNothing() throws Exception {
        pin("0".repeat(128));
        Outcome outcome = sandbox.run("project/mvnw", "-v");
        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err()).contains("apache-maven-9.9.9-bin.tar.gz has the SHA-512", "was not used");
        assertThat(sandbox.path(DISTS)).isEmptyDirectory();
    }

    @Test
    void noWayToFetch_namesBothRemedies() throws Exception {
        sandbox.with("MVNW_REPOURL", "").with("PATH", onlyTools("dirname", "readlink", "mkdir", "mktemp", "rm"));
        Outcome outcome =
                sandbox.runIn(temporary, "/bin/sh", sandbox.path("project/mvnw").toString(), "-v");
        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.err()).contains("install any Maven", "MVNW_REPOURL");
        assertThat(sandbox.path(DISTS)).isEmptyDirectory();
    }

    @Test
    void oldJavaHome_isPassedOverForTheJavaOnThePath() throws Exception {
        sandbox.with("JAVA_HOME", sandbox.jdk("old", "17.0.15"));
        Path newer = sandbox.jdk("newer", "22");
        sandbox.with("PATH", newer.resolve("bin") + ":" + sandbox.path("tools") + ":" + System.getenv("PATH"));
        assertThat(sandbox.run("project/mvnw", "-v").out())
                .contains(
                        "<JAVA_HOME=" + newer + ">",
                        "<MAVEN_OPTS=-XX:-UsePerfData --enable-native-access=ALL-UNNAMED>");
    }

    @Test
    void javaWithoutACompiler_isNotUsedToBuild() throws Exception {
        Path runtime = sandbox.jdk("jre", "25");
        Files.delete(runtime.resolve("bin/javac"));
        Path jdk = sandbox.jdk("jdk 24", "24-ea");
        sandbox.with("JAVA_HOME", runtime);
        sandbox.with("PATH", jdk.resolve("bin") + ":" + sandbox.path("tools") + ":" + System.getenv("PATH"));
        assertThat(sandbox.run("project/mvnw", "-v").out()).contains("<JAVA_HOME=" + jdk + ">");
    }

    @Test
    void amongInstalledJdks25IsPreferredToOlderAndNewer() throws Exception {
        for (String version : List.of("21.0.9", "25.0.1", "99")) {
            sandbox.jdk("home/.sdkman/candidates/java/" + version, version);
        }
        sandbox.with("PATH", onlyTools("readlink"));
        Outcome outcome = sandbox.runIn(
                temporary,
                "/bin/sh",
                "-c",
                "unset JAVA_HOME; . \"$0\" && select_jdk javac && echo \"$jdk_major\"",
                sandbox.path("project/build/select-jdk.sh").toString());
        assertThat(outcome.out()).containsExactly("25");
    }

    @Test
    void noSuitableJdk_isToldInOneSentence() throws Exception {
        sandbox.with("JAVA_HOME", sandbox.jdk("old", "17.0.15"));
        Outcome outcome = sandbox.runIn(
                temporary,
                "/bin/sh",
                "-c",
                ". \"$0\"; jdk_minimum=1000; select_jdk javac",
                sandbox.path("project/build/select-jdk.sh").toString());
        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err())
                .startsWith("Sennit needs a JDK 1000 or newer and found none (JAVA_HOME=" + sandbox.path("old")
                        + " does not suit): install one")
                .containsOnlyOnce("\n");
    }

    private void pin(String sha512) {
        sandbox.write(
                "project/.mvn/wrapper/maven-wrapper.properties",
                "# a comment\nmavenVersion=9.9.9\nsha512=" + sha512 + "\n",
                false);
    }

    /** A search path that holds these commands of the machine and nothing else. */
    private Path onlyTools(String... names) throws Exception {
        for (String name : names) {
            Outcome which = sandbox.runIn(temporary, "/bin/sh", "-c", "PATH=/usr/bin:/bin; command -v " + name);
            sandbox.write("few tools/" + name, "#!/bin/sh\nexec " + which.out().getFirst() + " \"$@\"\n", true);
        }
        return sandbox.path("few tools");
    }

    private static String sha512(Path file) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-512").digest(Files.readAllBytes(file)));
    }
}
