package dev.sennit.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import org.junit.jupiter.api.Test;

class FileTroubleTest {
    @Test
    void theCauseIsSaid_evenWhereTheJdkOnlyNamesTheFile() {
        assertThat(FileTrouble.of(new AccessDeniedException("a.csv"))).isEqualTo("permission denied");
        assertThat(FileTrouble.of(new NoSuchFileException("a.csv"))).isEqualTo("there is no a.csv");
        assertThat(FileTrouble.of(new FileAlreadyExistsException("a.csv"))).isEqualTo("it exists already");
        assertThat(FileTrouble.of(new NotDirectoryException("a.csv"))).isEqualTo("it is not a directory");
        assertThat(FileTrouble.of(new FileSystemException("a.csv", null, "Too many links")))
                .isEqualTo("Too many links");
        assertThat(FileTrouble.of(new IOException("Is a directory"))).isEqualTo("Is a directory");
        assertThat(FileTrouble.of(new IOException())).isEqualTo("IOException");
    }
}
