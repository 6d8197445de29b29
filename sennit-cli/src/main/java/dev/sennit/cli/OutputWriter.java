package dev.sennit.cli;

import dev.sennit.model.ErrorText;
import dev.sennit.model.StoreException;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Writes UTF-8 to a stream of the process. Unlike a {@link java.io.PrintWriter} around it alone, it does not go on when
 * that fails: the first failure is an {@link OutputClosedException} if nobody reads any more, else a
 * {@link StoreException}, and what is written after that is dropped.
 */
final class OutputWriter extends Writer {
    private static final int BUFFER_CHARS = 1 << 14;

    private final Writer out;
    private boolean failed;

    OutputWriter(OutputStream out) {
        this.out = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), BUFFER_CHARS);
    }

    @Override
    public void write(char[] text, int offset, int length) {
        if (!failed) {
            guard(() -> out.write(text, offset, length));
        }
    }

    @Override
    public void flush() {
        if (!failed) {
            guard(out::flush);
        }
    }

    @Override
    public void close() {
        flush();
    }

    private interface Write {
        void run() throws IOException;
    }

    private void guard(Write write) {
        try {
            write.run();
        } catch (IOException e) {
            failed = true;
            if (isClosedPipe(e)) {
                throw new OutputClosedException(e);
            }
            throw StoreException.unavailable(
                    ErrorText.of("cannot write the output").cause(String.valueOf(e.getMessage())), e);
        }
    }

    /** The class of the exception does not tell it from a full disk; all systems have the word in their message. */
    private static boolean isClosedPipe(IOException e) {
        return String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT).contains("pipe");
    }
}
