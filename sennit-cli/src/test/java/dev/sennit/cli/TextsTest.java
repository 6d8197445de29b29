package dev.sennit.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sennit.model.ErrorCode;
import dev.sennit.model.StoreException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import org.junit.jupiter.api.Test;

class TextsTest {
    @Test
    void aFileThatThisUserMayNotRead_isSaidToBeThat() {
        InputStream forbidden = new InputStream() {
            @Override
            public int read() throws IOException {
                throw new AccessDeniedException("one.cypher");
            }

            @Override
            public int read(byte[] bytes, int from, int length) throws IOException {
                return read();
            }
        };
        assertThatThrownBy(() -> new Texts(forbidden).read(Texts.STANDARD_INPUT))
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORE_UNAVAILABLE))
                .hasMessage("cannot read standard input: permission denied");
    }
}
