package dev.sennit.input;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** Text of another encoding as UTF-8. A byte the encoding does not have is an error, never a replacement. */
final class TranscodingStream extends InputStream {
    private static final int CHARS = 1 << 14;

    private final Reader reader;
    private final CharsetEncoder encoder = StandardCharsets.UTF_8
            .newEncoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    private final CharBuffer chars = CharBuffer.allocate(CHARS).flip();
    private final ByteBuffer bytes = ByteBuffer.allocate(4 * CHARS).flip();
    private boolean atEnd;

    TranscodingStream(InputStream in, Charset encoding) {
        this.reader = new InputStreamReader(
                in,
                encoding.newDecoder()
                        .onMalformedInput(CodingErrorAction.REPORT)
                        .onUnmappableCharacter(CodingErrorAction.REPORT));
    }

    @Override
    public int read() throws IOException {
        return fill() ? bytes.get() & 0xFF : -1;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (!fill()) {
            return -1;
        }
        int count = Math.min(length, bytes.remaining());
        bytes.get(target, offset, count);
        return count;
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }

    private boolean fill() throws IOException {
        while (!bytes.hasRemaining() && !atEnd) {
            chars.compact();
            atEnd = reader.read(chars) < 0;
            chars.flip();
            bytes.clear();
            var result = encoder.encode(chars, bytes, atEnd);
            if (result.isError()) {
                result.throwException();
            }
            bytes.flip();
        }
        return bytes.hasRemaining();
    }
}
