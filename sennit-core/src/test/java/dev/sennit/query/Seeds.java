package dev.sennit.query;

import java.util.stream.LongStream;

/** Which seeds random tests run with: some always, and with {@code -Dsennit.long=true} two hundred. */
final class Seeds {
    private static final int MANY = 200;

    private Seeds() {}

    static LongStream of(long... always) {
        return Boolean.getBoolean("sennit.long") ? LongStream.rangeClosed(1, MANY) : LongStream.of(always);
    }
}
