package dev.sennit.testkit.power;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Bytes of a file, and a digest of them, computed once. Nobody changes the bytes. */
final class Content {
    static final Content EMPTY = new Content(new byte[0]);

    private final byte[] bytes;
    private final byte[] digest;

    Content(byte[] bytes) {
        this.bytes = bytes;
        this.digest = sha256().digest(bytes);
    }

    byte[] bytes() {
        return bytes;
    }

    byte[] digest() {
        return digest;
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has it", e);
        }
    }
}
