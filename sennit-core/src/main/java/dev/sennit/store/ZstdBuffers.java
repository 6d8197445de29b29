package dev.sennit.store;

import io.airlift.compress.zstd.ZstdDecompressor;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.compression.AbstractCompressionCodec;
import org.apache.arrow.vector.compression.CompressionCodec;
import org.apache.arrow.vector.compression.CompressionUtil;

/** Reads buffers of Arrow files that are compressed with Zstandard. Stateless; thread-safe. */
final class ZstdBuffers extends AbstractCompressionCodec {
    private final long maxBytes;

    private ZstdBuffers(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    /** @param maxBytes no buffer is larger than this; a file that says so is damaged */
    static CompressionCodec.Factory upTo(long maxBytes) {
        return new CompressionCodec.Factory() {
            @Override
            public CompressionCodec createCodec(CompressionUtil.CodecType type) {
                if (type != CompressionUtil.CodecType.ZSTD) {
                    throw new IllegalArgumentException("compressed with " + type);
                }
                return new ZstdBuffers(maxBytes);
            }

            @Override
            public CompressionCodec createCodec(CompressionUtil.CodecType type, int level) {
                return createCodec(type);
            }
        };
    }

    @Override
    protected ArrowBuf doDecompress(BufferAllocator allocator, ArrowBuf compressed) {
        long length = readUncompressedLength(compressed);
        if (length > maxBytes) {
            throw new IllegalArgumentException("a buffer of " + length + " bytes");
        }
        int prefix = Math.toIntExact(CompressionUtil.SIZE_OF_UNCOMPRESSED_LENGTH);
        byte[] packed = new byte[Math.toIntExact(compressed.writerIndex()) - prefix];
        compressed.getBytes(prefix, packed);
        byte[] bytes = new byte[Math.toIntExact(length)];
        int written = new ZstdDecompressor().decompress(packed, 0, packed.length, bytes, 0, bytes.length);
        if (written != bytes.length) {
            throw new IllegalArgumentException(written + " bytes instead of " + bytes.length);
        }
        ArrowBuf buffer = allocator.buffer(length);
        buffer.setBytes(0, bytes);
        buffer.writerIndex(length);
        return buffer;
    }

    @Override
    protected ArrowBuf doCompress(BufferAllocator allocator, ArrowBuf uncompressed) {
        throw new UnsupportedOperationException("nothing is written here");
    }

    @Override
    public CompressionUtil.CodecType getCodecType() {
        return CompressionUtil.CodecType.ZSTD;
    }
}
