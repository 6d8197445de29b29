package dev.sennit.branch;

import dev.sennit.model.ErrorText;
import dev.sennit.model.InvalidArgumentException;
import dev.sennit.model.Ulid;
import dev.sennit.protocol.RefKind;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Which names branches and tags may have: those that Git accepts and that mean nothing else to it, in any script, up to
 * {@value #MAX_BYTES} bytes of UTF-8. Two names are the same if their code points are.
 */
public final class RefNames {
    /** How long the UTF-8 form of a name may be, in bytes. */
    public static final int MAX_BYTES = 100;

    private static final String FORBIDDEN = " ~^:?*[\\";

    private RefNames() {}

    /** @throws InvalidArgumentException if no branch or tag may have that name */
    public static void require(RefKind kind, String name) {
        problem(name).ifPresent(why -> {
            throw new InvalidArgumentException(ErrorText.of("'" + printable(name) + "' is no name for a " + kind.text())
                    .cause(why)
                    .remedy("write a name such as review/2026")
                    .detail("name", name));
        });
    }

    private static Optional<String> problem(String name) {
        if (name.isEmpty()) {
            return Optional.of("it is empty");
        }
        Optional<byte[]> bytes = utf8(name);
        if (bytes.isEmpty()) {
            return Optional.of("it is not valid Unicode");
        }
        if (bytes.get().length > MAX_BYTES) {
            return Optional.of("it takes " + bytes.get().length + " bytes, and may take " + MAX_BYTES);
        }
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c < ' ' || c == 0x7f) {
                return Optional.of("it contains a control character");
            }
            if (FORBIDDEN.indexOf(c) >= 0) {
                return Optional.of("it contains '" + c + "'");
            }
        }
        if (name.contains("..") || name.contains("@{")) {
            return Optional.of("it contains '" + (name.contains("..") ? ".." : "@{") + "'");
        }
        if (name.startsWith("-")) {
            return Optional.of("it begins with '-'");
        }
        if (name.endsWith(".") || name.equals("@") || name.equals("HEAD")) {
            return Optional.of(name.endsWith(".") ? "it ends with '.'" : "Git reads it as something else");
        }
        if (name.startsWith("refs/")) {
            return Optional.of("with 'refs/' Git begins the full name of a branch or tag");
        }
        if (Ulid.isValid(name)) {
            return Optional.of("it has the form of a commit id, and would be taken for one");
        }
        for (String part : name.split("/", -1)) {
            if (part.isEmpty()) {
                return Optional.of("a part of it between slashes is empty");
            }
            if (part.startsWith(".") || part.endsWith(".lock")) {
                return Optional.of("a part of it " + (part.startsWith(".") ? "begins with '.'" : "ends with '.lock'"));
            }
        }
        return Optional.empty();
    }

    private static Optional<byte[]> utf8(String name) {
        try {
            ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(name));
            byte[] bytes = new byte[encoded.remaining()];
            encoded.get(bytes);
            return Optional.of(bytes);
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    private static String printable(String name) {
        return name.replaceAll("\\p{Cntrl}", "?");
    }
}
