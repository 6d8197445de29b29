package dev.sennit.input;

import dev.sennit.model.ErrorText;
import dev.sennit.model.FileTrouble;
import dev.sennit.model.InvalidArgumentException;
import dev.sennit.model.NotFoundException;
import dev.sennit.model.StoreException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/** One file to read, or the standard input. A name that ends in {@code .gz} is decompressed. */
public final class InputSource {
    private static final String STANDARD_INPUT = "-";
    private static final int GZIP_BUFFER_BYTES = 1 << 16;

    private final String name;

    @Nullable
    private final Path path;

    @Nullable
    private final InputStream stream;

    private InputSource(String name, @Nullable Path path, @Nullable InputStream stream) {
        this.name = name;
        this.path = path;
        this.stream = stream;
    }

    /** A file. */
    public static InputSource of(Path path) {
        return new InputSource(path.toString(), path, null);
    }

    /** A stream under a name that messages and the format go by; read once. */
    public static InputSource of(String name, InputStream stream) {
        return new InputSource(name, null, Objects.requireNonNull(stream, "stream"));
    }

    /**
     * What a command-line argument stands for: a file, all files a glob matches in the order of their names, or the
     * standard input for {@code -}. Files that exist under exactly the given name are taken as they are.
     *
     * @throws NotFoundException if no file is there
     * @throws InvalidArgumentException if the argument names a directory
     */
    public static List<InputSource> find(String argument, InputStream standardInput) {
        if (argument.equals(STANDARD_INPUT)) {
            return List.of(of("standard input", standardInput));
        }
        Path path = Path.of(argument);
        if (Files.isDirectory(path)) {
            throw new InvalidArgumentException(ErrorText.of(argument + " is a directory")
                    .remedy("name files in it, for example " + argument + "/*.csv"));
        }
        if (Files.exists(path)) {
            return List.of(of(path));
        }
        int glob = firstGlob(argument);
        List<InputSource> found = glob < 0 ? List.of() : matching(argument, glob);
        if (found.isEmpty()) {
            throw new NotFoundException(ErrorText.of(glob < 0 ? "no file " + argument : "no file matches " + argument)
                    .detail("source", argument));
        }
        return found;
    }

    /** The name messages use. */
    public String name() {
        return name;
    }

    /** Whether the source can be opened more than once. */
    public boolean isRereadable() {
        return path != null;
    }

    /**
     * The format of the file: the options' or that of the name's extension; CSV where the options give a delimiter or
     * columns.
     *
     * @throws InvalidArgumentException if neither tells
     */
    public InputFormat format(InputOptions options) {
        return options.format()
                .or(() -> InputFormat.ofName(name))
                .or(() -> options.delimiter().isPresent() || options.columns().isPresent()
                        ? Optional.of(InputFormat.CSV)
                        : Optional.empty())
                .orElseThrow(() -> new InvalidArgumentException(ErrorText.of("cannot tell the format of " + name)
                        .cause("its name does not end in .csv, .tsv, .jsonl, .ndjson or .json")
                        .remedy("name the format, or give --delimiter or --columns for a CSV file")
                        .detail("source", name)));
    }

    /** The size of the file as it lies there; empty for a stream. */
    public OptionalLong sizeBytes() {
        if (path == null) {
            return OptionalLong.empty();
        }
        try {
            return OptionalLong.of(Files.size(path));
        } catch (IOException e) {
            return OptionalLong.empty();
        }
    }

    /**
     * A source that can be opened more than once: this one if it can, otherwise one of the same name whose content is
     * copied to a file first.
     *
     * @param copy the file to make
     */
    public InputSource rereadable(Path copy) {
        if (path != null) {
            return this;
        }
        try (InputStream in = Objects.requireNonNull(stream)) {
            Files.copy(in, copy);
            return new InputSource(name, copy, null);
        } catch (IOException e) {
            throw StoreException.unavailable(
                    ErrorText.of("cannot copy " + name + " to " + copy).cause(FileTrouble.of(e)), e);
        }
    }

    /** The bytes as they lie there. */
    public InputStream openRaw() throws IOException {
        return path == null ? Objects.requireNonNull(stream) : openFile(path);
    }

    /** The text as UTF-8 without byte-order mark, decompressed. UTF-8 itself is not checked here. */
    InputStream decoded(InputStream raw, Charset encoding) throws IOException {
        InputStream in = raw;
        try {
            if (name.toLowerCase(Locale.ROOT).endsWith(".gz")) {
                in = new GZIPInputStream(in, GZIP_BUFFER_BYTES);
            }
            if (!encoding.equals(StandardCharsets.UTF_8)) {
                in = new TranscodingStream(in, encoding);
            }
            return withoutByteOrderMark(in);
        } catch (IOException e) {
            in.close();
            throw e;
        }
    }

    private static InputStream openFile(Path path) throws IOException {
        if (!Files.exists(path)) {
            throw new NotFoundException(ErrorText.of("no file " + path).detail("source", path.toString()));
        }
        return Files.newInputStream(path);
    }

    private static InputStream withoutByteOrderMark(InputStream in) throws IOException {
        byte[] first = in.readNBytes(3);
        boolean mark =
                first.length == 3 && first[0] == (byte) 0xEF && first[1] == (byte) 0xBB && first[2] == (byte) 0xBF;
        return mark ? in : new PrefixedStream(first, in);
    }

    private static int firstGlob(String argument) {
        for (int i = 0; i < argument.length(); i++) {
            if ("*?[{".indexOf(argument.charAt(i)) >= 0) {
                return i;
            }
        }
        return -1;
    }

    private static List<InputSource> matching(String pattern, int firstGlob) {
        int slash = pattern.lastIndexOf('/', firstGlob);
        Path directory = Path.of(slash < 0 ? "" : slash == 0 ? "/" : pattern.substring(0, slash));
        String rest = pattern.substring(slash + 1);
        PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + rest);
        int depth = rest.contains("**")
                ? Integer.MAX_VALUE
                : (int) rest.chars().filter(c -> c == '/').count() + 1;
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(directory, depth)) {
            return files.filter(file -> matcher.matches(directory.relativize(file)) && Files.isRegularFile(file))
                    .sorted()
                    .map(InputSource::of)
                    .toList();
        } catch (IOException e) {
            throw StoreException.unavailable(
                    ErrorText.of("cannot list " + directory).cause(FileTrouble.of(e)), e);
        }
    }
}
