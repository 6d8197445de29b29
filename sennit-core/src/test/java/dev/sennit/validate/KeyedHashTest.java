package dev.sennit.validate;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class KeyedHashTest {
    /** The published vectors of SipHash-2-4 with 128 bits: key 00 to 0f, input 00, 01, 02 and so on. */
    @Test
    void agreesWithThePublishedVectors() {
        assertThat(hash(0)).isEqualTo("a3817f04ba25a8e66df67214c7550293");
        assertThat(hash(1)).isEqualTo("da87c1d86b99af44347659119b22fc45");
    }

    @Test
    void anotherKeyGivesAnotherHash() {
        KeyedHash one = new KeyedHash(1, 2);
        KeyedHash other = new KeyedHash(1, 3);
        one.hash(new byte[8], 8);
        other.hash(new byte[8], 8);
        assertThat(one.high()).isNotEqualTo(other.high());
        assertThat(one.low()).isNotEqualTo(other.low());
    }

    private static String hash(int length) {
        byte[] input = new byte[length];
        for (int i = 0; i < length; i++) {
            input[i] = (byte) i;
        }
        KeyedHash hash = new KeyedHash(0x0706050403020100L, 0x0f0e0d0c0b0a0908L);
        hash.hash(input, length);
        ByteBuffer bytes = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putLong(hash.low()).putLong(hash.high());
        return HexFormat.of().formatHex(bytes.array());
    }
}
