package dev.sennit.cli;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code 500ms}, {@code 30s}, {@code 1.5m}, {@code 2h}, {@code 30d}, {@code PT30S}; a number alone is seconds. */
class DurationConverter implements ITypeConverter<Duration> {
    private static final Pattern SHORT =
            Pattern.compile("(?<number>[0-9]{1,9}(?:\\.[0-9]{1,3})?)\\s*(?<unit>ms|s|m|h|d|)");

    @Override
    public Duration convert(String text) {
        Matcher matcher = SHORT.matcher(text);
        try {
            Duration duration = matcher.matches()
                    ? Duration.ofMillis(new BigDecimal(matcher.group("number"))
                            .multiply(BigDecimal.valueOf(millis(matcher.group("unit"))))
                            .longValue())
                    : Duration.parse(text);
            if (!duration.isNegative() && (!duration.isZero() || mayBeZero())) {
                return duration;
            }
        } catch (DateTimeParseException e) {
            throw invalid(text);
        }
        throw invalid(text);
    }

    boolean mayBeZero() {
        return false;
    }

    /** How long something is kept: also reads {@code 0}, and no other number without its unit, which might mean days. */
    static final class Retention extends DurationConverter {
        private static final Pattern BARE = Pattern.compile("[0-9.]*[1-9][0-9.]*");

        @Override
        public Duration convert(String text) {
            if (BARE.matcher(text).matches()) {
                throw new TypeConversionException("'" + text + "' has no unit; write " + text + "s, " + text + "m, "
                        + text + "h or " + text + "d");
            }
            return super.convert(text);
        }

        @Override
        boolean mayBeZero() {
            return true;
        }
    }

    private static long millis(String unit) {
        return switch (unit) {
            case "ms" -> 1;
            case "m" -> 60_000;
            case "h" -> 3_600_000;
            case "d" -> 86_400_000;
            default -> 1_000;
        };
    }

    private static TypeConversionException invalid(String text) {
        return new TypeConversionException("'" + text + "' is not a time; write for example 500ms, 30s, 2m, 1h or 30d");
    }
}
