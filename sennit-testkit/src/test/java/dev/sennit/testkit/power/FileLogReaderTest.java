package dev.sennit.testkit.power;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Traces as strace prints them, but for the strings, which are put into hexadecimal here. */
class FileLogReaderTest {
    private static final Pattern STRING = Pattern.compile("\"([^\"]*)\"|<(/[^>]*)>");

    @TempDir
    Path directory;

    @Test
    void aFileWrittenUnderATemporaryName_linked_andSynced() throws IOException {
        assertThat(read("""
                        7 mkdir("/r/d", 0777) = 0
                        7 openat(AT_FDCWD</home>, "/r/d/t", O_WRONLY|O_CREAT|O_EXCL|O_CLOEXEC, 0600) = 5</r/d/t>
                        7 write(5</r/d/t>, "abc", 3) = 3
                        7 write(5</r/d/t>, "defgh", 5) = 2
                        7 lseek(5</r/d/t>, 1, SEEK_SET) = 1
                        7 write(5</r/d/t>, "x", 1) = 1
                        7 pwrite64(5</r/d/t>, "y", 1, 9) = 1
                        7 fsync(5</r/d/t>) = 0
                        7 link("/r/d/t", "/r/d/f") = 0
                        7 unlink("/r/d/t") = 0
                        7 openat(AT_FDCWD</home>, "/r/d", O_RDONLY) = 5</r/d>
                        7 fsync(5</r/d>) = 0
                        """))
                .hasToString("[MakeDirectory[path=d], Create[path=d/t], Write[path=d/t, offset=0, 3 bytes],"
                        + " Write[path=d/t, offset=3, 2 bytes], Write[path=d/t, offset=1, 1 bytes],"
                        + " Write[path=d/t, offset=9, 1 bytes], Sync[path=d/t, begun=6], Link[existing=d/t, path=d/f],"
                        + " Remove[path=d/t], Sync[path=d, begun=9]]");
    }

    @Test
    void pathsRelativeToADirectory_renames_andTheRootItself() throws IOException {
        assertThat(read("""
                        7 mkdirat(3</r>, "d", 0777) = 0
                        7 openat(3</r/d>, "a", O_RDWR|O_CREAT|O_TRUNC, 0666) = 5</r/d/a>
                        7 renameat(3</r/d>, "a", 3</r/d>, "b") = 0
                        7 openat(AT_FDCWD</r/d>, "b", O_WRONLY|O_TRUNC) = 6</r/d/b>
                        7 ftruncate(6</r/d/b>, 4096) = 0
                        7 unlinkat(3</r/d>, "b", 0) = 0
                        7 rmdir("/r/d") = 0
                        7 fdatasync(3</r>) = 0
                        """))
                .hasToString("[MakeDirectory[path=d], Create[path=d/a], Rename[from=d/a, to=d/b],"
                        + " Truncate[path=d/b, length=0], Truncate[path=d/b, length=4096], Remove[path=d/b],"
                        + " Remove[path=d], Sync[path=, begun=7]]");
    }

    @Test
    void aSyncCoversOnlyWhatHadEndedWhenItBegan() throws IOException {
        assertThat(read("""
                        7 openat(AT_FDCWD</home>, "/r/f", O_WRONLY|O_CREAT, 0666) = 5</r/f>
                        8 fsync(5</r/f> <unfinished ...>
                        7 write(5</r/f>, "abc", 3 <unfinished ...>
                        9 openat(AT_FDCWD</home>, "/else", O_RDONLY <unfinished ...>
                        7 <... write resumed>) = 3
                        9 <... openat resumed>) = -1 ENOENT (No such file or directory)
                        8 <... fsync resumed>) = 0
                        7 +++ exited with 0 +++
                        """)).hasToString("[Create[path=f], Write[path=f, offset=0, 3 bytes], Sync[path=f, begun=1]]");
    }

    @Test
    void whatFailed_orHappenedElsewhere_orOnlyRead_isLeftOut_andMarksAreKept() throws IOException {
        assertThat(read("""
                        7 openat(AT_FDCWD</home>, "/r/f", O_RDONLY) = 5</r/f>
                        7 mkdir("/r/d", 0777) = -1 EEXIST (File exists)
                        7 openat(AT_FDCWD</home>, "/other/f", O_WRONLY|O_CREAT|O_APPEND, 0666) = 6</other/f>
                        7 writev(6</other/f>, [{iov_base="a", iov_len=1}], 1) = 1
                        7 mmap(NULL, 4096, PROT_READ|PROT_WRITE, MAP_SHARED, 6</other/f>, 0) = 0x7f0000000000
                        7 mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, 5</r/f>, 0) = 0x7f0000000000
                        7 write(2<pipe:[1]>, "hello", 5) = 5
                        7 openat(AT_FDCWD</home>, "/marks", O_WRONLY|O_CREAT|O_APPEND, 0666) = 6</marks>
                        7 write(6</marks>, "done", 4) = 4
                        --- SIGCHLD {si_signo=SIGCHLD} ---
                        """.replace("--- SIG", "7 --- SIG"))).containsExactly(new FileOperation.Mark("done"));
    }

    @Test
    void whatTheModelDoesNotFollow_isRefused() {
        for (String call : List.of(
                "mmap(NULL, 4096, PROT_READ|PROT_WRITE, MAP_SHARED, 5</r/f>, 0) = 0x7f0000000000",
                "writev(5</r/f>, [{iov_base=\"a\", iov_len=1}], 1) = 1",
                "copy_file_range(3</x>, NULL, 5</r/f>, NULL, 10, 0) = 10",
                "rename(\"/r/a/f\", \"/r/b/f\") = 0",
                "rename(\"/elsewhere\", \"/r/f\") = 0",
                "openat(AT_FDCWD</home>, \"/r/f\", O_WRONLY|O_CREAT|O_APPEND, 0666) = 5</r/f>",
                "write(5</r/f>, \"a\", 1) = 1",
                "symlink(\"/r/a\", \"/r/b\") = 0")) {
            assertThatThrownBy(() -> read("7 " + call + "\n"))
                    .as(call)
                    .isInstanceOf(UnsupportedOperationException.class);
        }
    }

    private List<FileOperation> read(String trace) throws IOException {
        Path file = directory.resolve("trace");
        Files.writeString(file, STRING.matcher(trace).replaceAll(FileLogReaderTest::escaped));
        return new FileLogReader(Path.of("/r"), Path.of("/marks"), Set.of()).read(file);
    }

    private static String escaped(java.util.regex.MatchResult string) {
        boolean quoted = string.group(1) != null;
        StringBuilder hex = new StringBuilder();
        for (byte b : (quoted ? string.group(1) : string.group(2)).getBytes(StandardCharsets.UTF_8)) {
            hex.append(String.format(java.util.Locale.ROOT, "\\x%02x", b));
        }
        return Matcher.quoteReplacement(quoted ? "\"" + hex + "\"" : "<" + hex + ">");
    }
}
