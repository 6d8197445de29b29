package dev.sennit.cli;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads one of a few choices, in any case, and tells them as the help writes them. Thread-safe. */
final class ChoiceConverter<E extends Enum<E>> implements ITypeConverter<E> {
    private final Class<E> choices;

    ChoiceConverter(Class<E> choices) {
        this.choices = choices;
    }

    @Override
    public E convert(String text) {
        return Arrays.stream(choices.getEnumConstants())
                .filter(choice -> name(choice).equals(text.toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException("'" + text + "' is none of "
                        + Arrays.stream(choices.getEnumConstants())
                                .map(ChoiceConverter::name)
                                .collect(Collectors.joining(", "))));
    }

    private static String name(Enum<?> choice) {
        return choice.name().toLowerCase(Locale.ROOT);
    }
}
