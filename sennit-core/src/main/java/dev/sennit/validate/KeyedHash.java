package dev.sennit.validate;

/**
 * A keyed 128-bit hash of byte strings: SipHash-2-4 with 128 bits of output. Whoever does not know the key cannot make
 * two strings collide on purpose; by chance, a billion different keys collide with a probability below 10<sup>-20</sup>.
 * Not thread-safe.
 */
final class KeyedHash {
    private final long key0;
    private final long key1;

    private long v0;
    private long v1;
    private long v2;
    private long v3;
    private long high;
    private long low;

    KeyedHash(long key0, long key1) {
        this.key0 = key0;
        this.key1 = key1;
    }

    /** Hashes the first {@code length} bytes; the result is in {@link #high} and {@link #low} until the next call. */
    void hash(byte[] bytes, int length) {
        v0 = key0 ^ 0x736f6d6570736575L;
        v1 = key1 ^ 0x646f72616e646f6dL ^ 0xee;
        v2 = key0 ^ 0x6c7967656e657261L;
        v3 = key1 ^ 0x7465646279746573L;
        int whole = length & ~7;
        for (int i = 0; i < whole; i += 8) {
            long word = (bytes[i] & 0xFFL)
                    | (bytes[i + 1] & 0xFFL) << 8
                    | (bytes[i + 2] & 0xFFL) << 16
                    | (bytes[i + 3] & 0xFFL) << 24
                    | (bytes[i + 4] & 0xFFL) << 32
                    | (bytes[i + 5] & 0xFFL) << 40
                    | (bytes[i + 6] & 0xFFL) << 48
                    | (bytes[i + 7] & 0xFFL) << 56;
            absorb(word);
        }
        long last = (long) length << 56;
        for (int i = whole; i < length; i++) {
            last |= (bytes[i] & 0xFFL) << 8 * (i - whole);
        }
        absorb(last);
        v2 ^= 0xee;
        rounds(4);
        low = v0 ^ v1 ^ v2 ^ v3;
        v1 ^= 0xdd;
        rounds(4);
        high = v0 ^ v1 ^ v2 ^ v3;
    }

    long high() {
        return high;
    }

    long low() {
        return low;
    }

    private void absorb(long word) {
        v3 ^= word;
        rounds(2);
        v0 ^= word;
    }

    private void rounds(int count) {
        long a = v0;
        long b = v1;
        long c = v2;
        long d = v3;
        for (int i = 0; i < count; i++) {
            a += b;
            c += d;
            b = Long.rotateLeft(b, 13) ^ a;
            d = Long.rotateLeft(d, 16) ^ c;
            a = Long.rotateLeft(a, 32);
            c += b;
            a += d;
            b = Long.rotateLeft(b, 17) ^ c;
            d = Long.rotateLeft(d, 21) ^ a;
            c = Long.rotateLeft(c, 32);
        }
        v0 = a;
        v1 = b;
        v2 = c;
        v3 = d;
    }
}
