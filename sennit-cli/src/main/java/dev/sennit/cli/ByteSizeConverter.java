package dev.sennit.cli;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code 500MB}, {@code 1.5 GB} and {@code 512MiB}, case aside: units of 1,000, with an i of 1,024. */
final class ByteSizeConverter implements ITypeConverter<Long> {
    private static final Pattern SIZE =
            Pattern.compile("(?<number>[0-9]{1,9}(?:\\.[0-9]{1,3})?)\\s*(?<unit>[kmgt])(?<binary>i?)b");
    private static final BigDecimal MOST = BigDecimal.valueOf(Long.MAX_VALUE);
    private static final Map<String, Integer> POWERS = Map.of("k", 1, "m", 2, "g", 3, "t", 4);

    @Override
    public Long convert(String text) {
        Matcher size = SIZE.matcher(text.toLowerCase(Locale.ROOT));
        if (size.matches()) {
            BigDecimal unit = BigDecimal.valueOf(size.group("binary").isEmpty() ? 1000 : 1024)
                    .pow(POWERS.getOrDefault(size.group("unit"), 0));
            long bytes = new BigDecimal(size.group("number"))
                    .multiply(unit)
                    .min(MOST)
                    .longValue();
            if (bytes > 0) {
                return bytes;
            }
        }
        throw new TypeConversionException("'" + text + "' is not a size; write for example 500MB, 2GB or 512MiB");
    }
}
