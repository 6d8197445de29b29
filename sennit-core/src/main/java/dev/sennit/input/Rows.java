package dev.sennit.input;

import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The rows of one file in one format. */
sealed interface Rows extends Closeable permits CsvRows, JsonRows {
    /** The next row; null after the last. */
    @Nullable
    InputRow next() throws IOException;

    /** What kinds of rows may come. */
    RowKinds kinds();

    /** The columns all rows have, where the file has a header; null where each row brings its own. */
    @Nullable
    Columns header();
}
