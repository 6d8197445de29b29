package dev.sennit.cli;

import dev.sennit.Load;
import dev.sennit.input.ColumnMapping;
import dev.sennit.input.InputFormat;
import dev.sennit.input.InputOptions;
import dev.sennit.input.InputSource;
import dev.sennit.input.InputTarget;
import dev.sennit.model.ErrorText;
import dev.sennit.model.InvalidArgumentException;
import dev.sennit.model.Suggestion;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which files a command reads, what their rows are, and how they are written. */
final class InputFlags {
    @Option(
            names = "--nodes",
            paramLabel = "<Type=files>",
            description = "Files whose rows are nodes of one type: names, globs, - for standard input, separated by"
                    + " commas. May be repeated.")
    private List<String> nodes = new ArrayList<>();

    @Option(
            names = "--edges",
            paramLabel = "<LABEL=files>",
            description = "Files whose rows are edges of one label, or of one type: 'LABEL(Source,Destination)=files'."
                    + " May be repeated.")
    private List<String> edges = new ArrayList<>();

    @Option(
            names = "--format",
            paramLabel = "<csv|tsv|jsonl>",
            description = "The format of all files (default: by each name's extension).")
    @Nullable
    private String format;

    @Option(
            names = "--delimiter",
            paramLabel = "<char>",
            description = "What separates the cells of a CSV file: one character, or tab.")
    @Nullable
    private String delimiter;

    @Option(names = "--quote", paramLabel = "<char>", description = "The quote of CSV files, or none (default: \").")
    @Nullable
    private String quote;

    @Option(
            names = "--null",
            paramLabel = "<text>",
            description = "An unquoted cell that means null besides the empty one, for example \\N.")
    @Nullable
    private String nullText;

    @Option(names = "--encoding", paramLabel = "<name>", description = "The files' encoding (default: UTF-8).")
    @Nullable
    private String encoding;

    @Option(
            names = "--columns",
            paramLabel = "<[Type=]a,b,c>",
            description = "The header of CSV files that have none, of all files or of one type's; _ is a column to"
                    + " ignore. May be repeated.")
    private List<String> columns = new ArrayList<>();

    @Option(
            names = "--map",
            paramLabel = "<Type.property=column>",
            description = "The column a property is read from, where the names differ, for example Airport.code=IATA;"
                    + " ROUTE.~from=source for an end of edges. May be repeated.")
    private List<String> maps = new ArrayList<>();

    @Option(
            names = "--ignore",
            paramLabel = "<a,b,c>",
            split = ",",
            description = "Columns that are not read, whatever file they are in. May be repeated.")
    private List<String> ignored = new ArrayList<>();

    @Option(
            names = "--mapping",
            paramLabel = "<file>",
            description = "A JSON file that says the same as --map and --ignore.")
    @Nullable
    private String mapping;

    /**
     * The inputs: nodes, edges, and files whose rows say themselves what they are.
     *
     * @param options how all files are read, as {@link #options} tells
     * @throws dev.sennit.model.NotFoundException if a file is not there
     * @throws InvalidArgumentException if an argument has another form
     */
    List<Load.Input> inputs(List<String> selfDescribed, InputStream standardInput, InputOptions options) {
        List<Load.Input> inputs = new ArrayList<>();
        nodes.forEach(written -> add(inputs, "--nodes", written, InputTarget.Nodes::new, standardInput));
        edges.forEach(written -> add(inputs, "--edges", written, InputTarget.Edges::new, standardInput));
        selfDescribed.forEach(file -> InputSource.find(file, standardInput)
                .forEach(source -> inputs.add(new Load.Input(source, InputTarget.SELF_DESCRIBED))));
        if (inputs.stream().filter(input -> !input.source().isRereadable()).count() > 1) {
            throw new InvalidArgumentException(ErrorText.of("- is given twice")
                    .cause("standard input can be read once")
                    .remedy("write all but one to files"));
        }
        return withOwnColumns(inputs, options);
    }

    InputOptions options(Texts texts) {
        InputOptions options = InputOptions.DEFAULTS.withMapping(columnMapping(texts));
        if (format != null) {
            options = options.withFormat(formatOf(format));
        }
        if (delimiter != null) {
            options = options.withDelimiter(character("--delimiter", delimiter));
        }
        if (quote != null) {
            options = options.withQuote(
                    quote.isEmpty() || quote.equals("none")
                            ? Optional.empty()
                            : Optional.of(character("--quote", quote)));
        }
        if (nullText != null) {
            options = options.withNullText(nullText);
        }
        if (encoding != null) {
            options = options.withEncoding(charset(encoding));
        }
        List<String> forAll =
                columns.stream().filter(written -> !written.contains("=")).toList();
        if (forAll.size() > 1) {
            throw new InvalidArgumentException(ErrorText.of("--columns is given twice")
                    .remedy("say whose columns they are: --columns Airport=code,name"));
        }
        return forAll.isEmpty() ? options : options.withColumns(columnNames(forAll.getFirst()));
    }

    /** Gives the files of types that have columns of their own options of their own. */
    private List<Load.Input> withOwnColumns(List<Load.Input> inputs, InputOptions options) {
        Map<String, List<String>> byType = new LinkedHashMap<>();
        for (String written : columns) {
            int equals = written.indexOf('=');
            if (equals >= 0
                    && byType.put(written.substring(0, equals), columnNames(written.substring(equals + 1))) != null) {
                throw new InvalidArgumentException(
                        ErrorText.of("--columns is given twice for " + written.substring(0, equals)));
            }
        }
        Set<String> unused = new LinkedHashSet<>(byType.keySet());
        List<Load.Input> result = new ArrayList<>();
        for (Load.Input input : inputs) {
            String type = typeName(input.target());
            List<String> own = byType.get(type);
            unused.remove(type);
            result.add(
                    own == null
                            ? input
                            : new Load.Input(input.source(), input.target(), Optional.of(options.withColumns(own))));
        }
        if (!unused.isEmpty()) {
            String type = unused.iterator().next();
            throw new InvalidArgumentException(ErrorText.of("--columns for " + type + ", which has no files")
                    .remedy("name them with --nodes " + type + "=<files> or --edges " + type + "=<files>"));
        }
        return result;
    }

    private static String typeName(InputTarget target) {
        return switch (target) {
            case InputTarget.Nodes nodes -> nodes.type();
            case InputTarget.Edges edges -> edges.label();
            case InputTarget.SelfDescribed ignored -> "";
        };
    }

    private ColumnMapping columnMapping(Texts texts) {
        ColumnMapping fromFile =
                mapping == null ? ColumnMapping.NONE : ColumnMapping.ofJson(texts.read(mapping), mapping);
        return fromFile.and(ColumnMapping.ofArguments(maps)).ignoring(ignored);
    }

    private static void add(
            List<Load.Input> inputs,
            String flag,
            String written,
            Function<String, InputTarget> target,
            InputStream standardInput) {
        int equals = written.indexOf('=');
        if (equals < 1 || equals == written.length() - 1) {
            throw new InvalidArgumentException(ErrorText.of(flag + " " + written)
                    .remedy("write the type and its files, for example "
                            + (flag.equals("--nodes") ? "--nodes Airport=airports.csv" : "--edges ROUTE=routes.csv")));
        }
        InputTarget of = target.apply(written.substring(0, equals));
        for (String file : files(written.substring(equals + 1))) {
            InputSource.find(file, standardInput).forEach(source -> inputs.add(new Load.Input(source, of)));
        }
    }

    /** Splits at commas, but not in a name that exists as it is, nor between the braces of a glob. */
    private static List<String> files(String written) {
        if (exists(written)) {
            return List.of(written);
        }
        List<String> files = new ArrayList<>();
        int braces = 0;
        int begin = 0;
        for (int i = 0; i <= written.length(); i++) {
            char c = i < written.length() ? written.charAt(i) : ',';
            braces += c == '{' ? 1 : c == '}' ? -1 : 0;
            if (c == ',' && (braces <= 0 || i == written.length())) {
                if (i > begin) {
                    files.add(written.substring(begin, i));
                }
                begin = i + 1;
            }
        }
        return files;
    }

    private static boolean exists(String file) {
        try {
            return Files.exists(Path.of(file));
        } catch (InvalidPathException e) {
            return false;
        }
    }

    private static InputFormat formatOf(String written) {
        return switch (written) {
            case "csv" -> InputFormat.CSV;
            case "tsv" -> InputFormat.TSV;
            case "jsonl", "ndjson", "json" -> InputFormat.JSON_LINES;
            default ->
                throw new InvalidArgumentException(
                        ErrorText.of("--format " + written).remedy("write csv, tsv or jsonl"));
        };
    }

    private static char character(String flag, String written) {
        String character = written.equals("tab") || written.equals("\\t") ? "\t" : written;
        if (character.length() != 1) {
            throw new InvalidArgumentException(
                    ErrorText.of(flag + " '" + written + "'").remedy("write one character, or tab"));
        }
        return character.charAt(0);
    }

    private static Charset charset(String written) {
        try {
            return Charset.forName(written);
        } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
            ErrorText text = ErrorText.of("unknown encoding '" + written + "'");
            throw new InvalidArgumentException(
                    Suggestion.didYouMean(written, Charset.availableCharsets().keySet())
                            .map(text::remedy)
                            .orElse(text.remedy("write for example UTF-8, ISO-8859-1 or windows-1252")));
        }
    }

    private static List<String> columnNames(String written) {
        return Arrays.asList(written.split(",", -1));
    }
}
