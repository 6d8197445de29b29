package dev.sennit.cli;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a time with an offset, as revisions have it: {@code 2026-11-29T12:00Z}. */
final class TimeConverter implements ITypeConverter<Instant> {
    @Override
    public Instant convert(String text) {
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException e) {
            throw new TypeConversionException("'" + text + "' is not a time with an offset, such as 2026-11-29T12:00Z");
        }
    }
}
