package dev.sennit.input;

import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.model.FileTrouble;
import dev.sennit.model.InvalidDataException;
import dev.sennit.model.StoreException;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.util.Optional;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/** Reads the rows of one file, in order, each once. Not thread-safe; the rows are. */
public final class InputReader implements Closeable {
    private final String source;
    private final InputOptions options;
    private final Rows rows;
    private final CountingStream raw;

    private InputReader(String source, InputOptions options, Rows rows, CountingStream raw) {
        this.raw = raw;
        this.source = source;
        this.options = options;
        this.rows = rows;
    }

    /**
     * Opens a file and reads its header, where it has one.
     *
     * @throws dev.sennit.model.NotFoundException if the file does not exist
     * @throws InvalidDataException if the header cannot be read, or does not fit the target
     * @throws dev.sennit.model.InvalidArgumentException if the options do not fit the file
     * @throws StoreException if the file system fails
     */
    public static InputReader open(InputSource source, InputTarget target, InputOptions options) {
        InputFormat format = source.format(options);
        String name = source.name();
        InputStream in = null;
        try {
            CountingStream raw = new CountingStream(source.openRaw());
            in = raw;
            in = source.decoded(raw, options.encoding());
            Rows rows = format == InputFormat.JSON_LINES
                    ? new JsonRows(in, name, target, options)
                    : new CsvRows(in, name, target, options.csvFormat(format), options);
            in = null;
            return new InputReader(name, options, rows, raw);
        } catch (IOException e) {
            throw unreadable(name, options, e);
        } finally {
            closeQuietly(in);
        }
    }

    /**
     * The next row; null after the last.
     *
     * @throws InvalidDataException if the rest of the file cannot be read: a broken archive, an encoding that is not
     *     the file's, a quote that is never closed
     * @throws StoreException if the file system fails
     */
    @Nullable
    public InputRow next() {
        try {
            return rows.next();
        } catch (IOException e) {
            throw unreadable(source, options, e);
        }
    }

    /** Bytes of the file read so far, as it lies there. */
    public long bytesRead() {
        return raw.count();
    }

    /** The columns all rows have; empty where each row brings its own. */
    public Optional<Columns> header() {
        return Optional.ofNullable(rows.header());
    }

    /** What kinds of rows the file can have, as far as its header or target tells. */
    public RowKinds kinds() {
        return rows.kinds();
    }

    /** The file's name as the user gave it. */
    public String source() {
        return source;
    }

    @Override
    public void close() {
        closeQuietly(rows);
    }

    private static RuntimeException unreadable(String name, InputOptions options, IOException e) {
        ErrorText text = ErrorText.of("cannot read " + name).detail("source", name);
        return switch (e) {
            case CharacterCodingException encoding ->
                new InvalidDataException(text.cause("its text is not " + options.encoding())
                        .remedy("name the file's encoding with --encoding"));
            case ZipException broken ->
                new InvalidDataException(text.cause("it is not a gzip file: " + broken.getMessage()));
            case EOFException cut -> new InvalidDataException(text.cause("the compressed file is cut off"));
            default -> new StoreException(ErrorCode.STORE_UNAVAILABLE, text.cause(FileTrouble.of(e)), e);
        };
    }

    private static void closeQuietly(@Nullable Closeable closeable) {
        if (closeable != null) {
            try {
                closeable.close();
            } catch (IOException e) {
                // nothing was written: a file that was read is as good closed as not
                return;
            }
        }
    }
}
