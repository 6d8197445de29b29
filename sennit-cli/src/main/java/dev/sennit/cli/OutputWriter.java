package dev.sennit.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;

/**
 * Writes UTF-8 to a stream of the process. Unlike a {@link java.io.PrintWriter} around it alone, it does not go on when
 * nobody reads any more: the first failure is an {@link OutputClosedException}, and what is written after that is
 * dropped.
 */
final class OutputWriter extends Writer {
    private static final int BUFFER_CHARS = 1 << 14;

    private final Writer out;
    private boolean failed;

    OutputWriter(OutputStream out) {
        this.out = new java.io.BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), BUFFER_CHARS);
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
            throw new OutputClosedException(e);
        }
    }
}
