package dev.sennit.nativelib;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NativeLibraryCacheTest {
    private static final int SIZE_BYTES = 8 << 20;

    @TempDir
    Path directory;

    private Path cacheDirectory;
    private byte[] content;

    @BeforeEach
    void newDirectory() {
        cacheDirectory = directory.resolve("cache");
        content = new byte[SIZE_BYTES];
        new Random(7).nextBytes(content);
    }

    @Test
    void unpacksOnce_andNamesTheFileByItsContent() throws IOException {
        URL packed = jarWith(content);
        NativeLibraryCache cache = new NativeLibraryCache(cacheDirectory);

        Path first = cache.unpack(packed);
        Object firstKey = Files.readAttributes(first, java.nio.file.attribute.BasicFileAttributes.class)
                .fileKey();
        Path second = cache.unpack(packed);

        assertThat(second).isEqualTo(first).hasBinaryContent(content);
        assertThat(Files.readAttributes(second, java.nio.file.attribute.BasicFileAttributes.class)
                        .fileKey())
                .isEqualTo(firstKey);
        assertThat(first.getFileName().toString()).matches("libsample-" + SIZE_BYTES + "-[0-9a-f]{8}\\.so");
    }

    @Test
    void anotherContentOfTheSameName_getsAnotherFile() throws IOException {
        NativeLibraryCache cache = new NativeLibraryCache(cacheDirectory);
        Path first = cache.unpack(jarWith(content));
        content[0]++;

        Path second = cache.unpack(jarWith(content));

        assertThat(second).isNotEqualTo(first).hasBinaryContent(content);
    }

    @Test
    void aTruncatedFile_isUnpackedAgain() throws IOException {
        URL packed = jarWith(content);
        NativeLibraryCache cache = new NativeLibraryCache(cacheDirectory);
        Path unpacked = cache.unpack(packed);
        Files.write(unpacked, new byte[10]);

        assertThat(cache.unpack(packed)).hasBinaryContent(content);
    }

    @Test
    void manyProcessesAtOnce_endWithOneFile() throws Exception {
        URL packed = jarWith(content);
        List<Process> processes = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            processes.add(unpackInChild(packed, "once"));
        }

        for (Process process : processes) {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isZero();
        }
        assertThat(filesInCache())
                .singleElement()
                .satisfies(file -> assertThat(file).hasBinaryContent(content));
    }

    @Test
    void aKilledUnpack_leavesNothingThatHurts_andIsSweptByTheNext() throws Exception {
        URL packed = jarWith(content);
        Process child = unpackInChild(packed, "stall");
        try (InputStream out = child.getInputStream()) {
            assertThat(out.read()).isEqualTo('w'); // it has begun to write
        }
        assertThat(filesInCache())
                .singleElement()
                .satisfies(file -> assertThat(file.toString()).endsWith(".unpacking"));
        Path unfinished = filesInCache().getFirst();

        Path beside = new NativeLibraryCache(cacheDirectory).unpack(packed);
        assertThat(unfinished).as("a live process keeps its temporary file").exists();
        child.destroyForcibly();
        assertThat(child.waitFor(60, TimeUnit.SECONDS)).isTrue();
        Files.delete(beside);
        Path unpacked = new NativeLibraryCache(cacheDirectory).unpack(packed);

        assertThat(filesInCache()).containsExactly(unpacked);
        assertThat(unpacked).hasBinaryContent(content);
    }

    @Test
    void theCacheDirectory_isThePropertyThenTheEnvironmentThenTheHomeDirectory() {
        Map<String, String> properties = Map.of("user.home", "/home/u");
        assertThat(NativeLibraries.cacheDirectory(
                        Map.of("user.home", "/home/u", "sennit.native.cache", "/p")::get,
                        Map.of("SENNIT_CACHE", "/s", "XDG_CACHE_HOME", "/x")))
                .isEqualTo(Path.of("/p"));
        assertThat(NativeLibraries.cacheDirectory(
                        properties::get, Map.of("SENNIT_CACHE", "/s", "XDG_CACHE_HOME", "/x")))
                .isEqualTo(Path.of("/s/native"));
        assertThat(NativeLibraries.cacheDirectory(properties::get, Map.of("XDG_CACHE_HOME", "/x")))
                .isEqualTo(Path.of("/x/sennit/native"));
        assertThat(NativeLibraries.cacheDirectory(properties::get, Map.of()))
                .isEqualTo(Path.of("/home/u/.cache/sennit/native"));
    }

    private List<Path> filesInCache() throws IOException {
        try (Stream<Path> files = Files.list(cacheDirectory)) {
            return files.map(Path::toAbsolutePath).toList();
        }
    }

    private URL jarWith(byte[] body) throws IOException {
        Path jar = Files.createTempFile(directory, "lib", ".jar");
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(out)) {
            entries.putNextEntry(new JarEntry("nativelib/libsample.so"));
            entries.write(body);
            entries.closeEntry();
        }
        return URI.create("jar:" + jar.toUri() + "!/nativelib/libsample.so").toURL();
    }

    private Process unpackInChild(URL packed, String mode) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        UnpackInChild.class.getName(),
                        cacheDirectory.toString(),
                        packed.toString(),
                        mode)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }
}
