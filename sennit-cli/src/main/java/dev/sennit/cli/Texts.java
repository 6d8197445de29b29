package dev.sennit.cli;

import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.model.FileTrouble;
import dev.sennit.model.InvalidArgumentException;
import dev.sennit.model.InvalidDataException;
import dev.sennit.model.NotFoundException;
import dev.sennit.model.StoreException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Reads small files that arguments name: queries, schemas, parameters. {@code -} is standard input. */
final class Texts {
    static final String STANDARD_INPUT = "-";

    private final InputStream standardInput;

    Texts(InputStream standardInput) {
        this.standardInput = standardInput;
    }

    /**
     * The text of a file, without byte-order mark.
     *
     * @throws NotFoundException if there is no such file
     * @throws InvalidArgumentException if it is a directory
     * @throws InvalidDataException if it is not UTF-8
     * @throws StoreException if it cannot be read
     */
    String read(String file) {
        boolean standard = file.equals(STANDARD_INPUT);
        String name = standard ? "standard input" : file;
        ErrorText unreadable = ErrorText.of("cannot read " + name).detail("source", name);
        try {
            byte[] bytes = standard ? standardInput.readAllBytes() : Files.readAllBytes(Path.of(file));
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            return text.startsWith("\uFEFF") ? text.substring(1) : text;
        } catch (NoSuchFileException e) {
            throw new NotFoundException(ErrorText.of("no file " + name).detail("source", name));
        } catch (CharacterCodingException e) {
            throw new InvalidDataException(unreadable.cause("its text is not UTF-8"));
        } catch (IOException e) {
            if (!standard && Files.isDirectory(Path.of(file))) {
                throw new InvalidArgumentException(
                        unreadable.cause("it is a directory").remedy("name a file"));
            }
            throw new StoreException(ErrorCode.STORE_UNAVAILABLE, unreadable.cause(FileTrouble.of(e)), e);
        }
    }

    /**
     * Refuses an argument with a replacement character, which stands where the shell gave bytes that are not text: nobody
     * knows any more what they were.
     *
     * @param what the argument is
     * @param otherwise how to give it so that its bytes are read as they are
     * @throws InvalidArgumentException if it has one
     */
    static void requireDecoded(String what, String argument, String otherwise) {
        requireText(what, argument, otherwise + ", which is read as UTF-8; for U+FFFD write \\uFFFD in the string");
    }

    /** The same of an argument that can be given in no other way. */
    static void requireDecoded(String what, String argument) {
        requireText(what, argument, "write it in the locale's characters, or set one with UTF-8: LC_ALL=C.UTF-8");
    }

    private static void requireText(String what, String argument, String remedy) {
        int at = argument.indexOf('\uFFFD');
        if (at >= 0) {
            throw new InvalidArgumentException(ErrorText.of(
                            what + " has bytes that are not text at character " + (argument.codePointCount(0, at) + 1))
                    .cause("the shell's locale has no character for them, or they are U+FFFD itself")
                    .remedy(remedy));
        }
    }
}
