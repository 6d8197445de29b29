package dev.sennit.nativelib;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.nio.file.Path;

/** Unpacks one library in a process of its own; in mode {@code stall} it stops for ever in the middle of the copy. */
final class UnpackInChild {
    private UnpackInChild() {}

    public static void main(String[] arguments) throws IOException {
        URL packed = URI.create(arguments[1]).toURL();
        NativeLibraryCache cache = new NativeLibraryCache(Path.of(arguments[0]));
        cache.unpack(arguments[2].equals("stall") ? stalling(packed) : packed);
    }

    private static URL stalling(URL packed) throws IOException {
        return URL.of(URI.create("stall:/nativelib/libsample.so"), new URLStreamHandler() {
            @Override
            protected URLConnection openConnection(URL url) {
                return new StallingConnection(packed);
            }
        });
    }

    private static final class StallingConnection extends URLConnection {
        StallingConnection(URL packed) {
            super(packed);
        }

        @Override
        public void connect() {}

        @Override
        public long getContentLengthLong() {
            return 1 << 20;
        }

        @Override
        public InputStream getInputStream() {
            return new InputStream() {
                private int read;

                @Override
                public int read() {
                    return read++ < 100_000 ? 1 : stall();
                }

                @Override
                public int read(byte[] buffer, int offset, int length) {
                    if (read > 0) {
                        return stall();
                    }
                    read += length;
                    return length;
                }

                private int stall() {
                    System.out.write('w');
                    System.out.flush();
                    try {
                        Thread.sleep(Long.MAX_VALUE);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                    return -1;
                }
            };
        }
    }
}
