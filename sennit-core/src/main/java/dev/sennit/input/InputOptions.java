package dev.sennit.input;

import dev.sennit.model.ErrorText;
import dev.sennit.model.InvalidArgumentException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * How to read input files.
 *
 * @param format the format of all files; empty to go by each name's extension
 * @param delimiter the delimiter of CSV; empty for the format's own
 * @param quote the quote of CSV; empty for none
 * @param nullText the text that means null in CSV besides the empty cell, see {@link CsvFormat}
 * @param encoding the encoding of the files
 * @param columns the header of CSV files that have none, each as a header line would write it; an empty name or
 *     {@code _} is a column to ignore
 * @param mapping which columns properties are read from
 * @param maxRecordBytes the bound of one record
 */
public record InputOptions(
        Optional<InputFormat> format,
        Optional<Character> delimiter,
        Optional<Character> quote,
        Optional<String> nullText,
        Charset encoding,
        Optional<List<String>> columns,
        ColumnMapping mapping,
        int maxRecordBytes) {
    public static final InputOptions DEFAULTS = new InputOptions(
            Optional.empty(),
            Optional.empty(),
            Optional.of('"'),
            Optional.empty(),
            StandardCharsets.UTF_8,
            Optional.empty(),
            ColumnMapping.NONE,
            16 << 20);

    public InputOptions {
        columns = columns.map(List::copyOf);
        if (maxRecordBytes < 1 || maxRecordBytes >= CsvScanner.MAX_RECORD_BYTES) {
            throw new InvalidArgumentException(ErrorText.of("record bound of " + maxRecordBytes + " bytes")
                    .remedy("choose 1 to " + (CsvScanner.MAX_RECORD_BYTES - 1)));
        }
    }

    public InputOptions withFormat(InputFormat newFormat) {
        return new InputOptions(
                Optional.of(newFormat), delimiter, quote, nullText, encoding, columns, mapping, maxRecordBytes);
    }

    public InputOptions withDelimiter(char newDelimiter) {
        return new InputOptions(
                format, Optional.of(newDelimiter), quote, nullText, encoding, columns, mapping, maxRecordBytes);
    }

    public InputOptions withQuote(Optional<Character> newQuote) {
        return new InputOptions(format, delimiter, newQuote, nullText, encoding, columns, mapping, maxRecordBytes);
    }

    public InputOptions withNullText(String newNullText) {
        return new InputOptions(
                format, delimiter, quote, Optional.of(newNullText), encoding, columns, mapping, maxRecordBytes);
    }

    public InputOptions withEncoding(Charset newEncoding) {
        return new InputOptions(format, delimiter, quote, nullText, newEncoding, columns, mapping, maxRecordBytes);
    }

    public InputOptions withColumns(List<String> newColumns) {
        return new InputOptions(
                format, delimiter, quote, nullText, encoding, Optional.of(newColumns), mapping, maxRecordBytes);
    }

    public InputOptions withMapping(ColumnMapping newMapping) {
        return new InputOptions(format, delimiter, quote, nullText, encoding, columns, newMapping, maxRecordBytes);
    }

    public InputOptions withMaxRecordBytes(int newMaxRecordBytes) {
        return new InputOptions(format, delimiter, quote, nullText, encoding, columns, mapping, newMaxRecordBytes);
    }

    CsvFormat csvFormat(InputFormat of) {
        char own = of == InputFormat.TSV ? '\t' : ',';
        return new CsvFormat(delimiter.orElse(own), quote, nullText);
    }
}
