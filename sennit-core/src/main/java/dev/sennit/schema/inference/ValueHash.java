package dev.sennit.schema.inference;

/** A 64-bit hash of texts and of sequences of hashes. */
final class ValueHash {
    private static final long SEED = 0x9E3779B97F4A7C15L;

    private ValueHash() {}

    static long of(String text) {
        long hash = SEED ^ text.length();
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * 0xFF51AFD7ED558CCDL;
            hash ^= hash >>> 32;
        }
        return mix(hash);
    }

    /** The hash of a sequence that continues one. */
    static long combine(long sequence, long next) {
        return mix(sequence * 31 + next + SEED);
    }

    private static long mix(long hash) {
        long mixed = (hash ^ hash >>> 30) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
        return mixed ^ mixed >>> 31;
    }
}
