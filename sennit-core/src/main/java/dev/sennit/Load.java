package dev.sennit;

import dev.sennit.input.InputOptions;
import dev.sennit.input.InputSource;
import dev.sennit.input.InputTarget;
import dev.sennit.model.LoadMode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What to load and how. Immutable; start from {@link #EMPTY}:
 *
 * <pre>{@code
 * branch.load(Load.EMPTY.nodes("Airport", Path.of("airports.csv")).edges("ROUTE", Path.of("routes.csv")))
 * }</pre>
 *
 * @param inputs the files, read in this order
 * @param options how files are read
 * @param dateFormat how dates are written where not in ISO 8601, for example {@code dd.MM.yyyy}
 * @param skipBad whether rows that break a rule are left out instead of stopping the load
 * @param maxBad with {@code skipBad}: more rejected rows than this stop the load
 * @param rejects where rejected rows go, one JSON object a line with source, line, rule, message and the row
 * @param dryRun checks everything and writes nothing
 * @param progress hears of the load's progress
 */
public record Load(
        List<Input> inputs,
        LoadMode mode,
        InputOptions options,
        Optional<String> dateFormat,
        boolean skipBad,
        OptionalLong maxBad,
        Optional<Path> rejects,
        boolean dryRun,
        Progress progress) {
    /** Nothing to load, mode {@code insert}. */
    public static final Load EMPTY = new Load(
            List.of(),
            LoadMode.INSERT,
            InputOptions.DEFAULTS,
            Optional.empty(),
            false,
            OptionalLong.empty(),
            Optional.empty(),
            false,
            (rows, bytes, totalBytes, elapsed, phase) -> {});

    /**
     * One file and what its rows are.
     *
     * @param options how this file is read; empty for the load's own options
     */
    public record Input(InputSource source, InputTarget target, Optional<InputOptions> options) {
        /** A file read with the load's own options. */
        public Input(InputSource source, InputTarget target) {
            this(source, target, Optional.empty());
        }
    }

    /** Hears how far a load is, about twice a second, on the loading thread. */
    @FunctionalInterface
    public interface Progress {
        /**
         * @param rows rows read
         * @param bytes bytes of the files read
         * @param totalBytes bytes of all files, 0 if not known
         * @param phase what is being done, a word or two
         */
        void at(long rows, long bytes, long totalBytes, Duration elapsed, String phase);
    }

    public Load {
        inputs = List.copyOf(inputs);
    }

    /** Adds a file of nodes of one type. */
    public Load nodes(String type, Path file) {
        return add(new Input(InputSource.of(file), new InputTarget.Nodes(type)));
    }

    /** Adds a file of edges of one label, or of one type written {@code LABEL(Source,Destination)}. */
    public Load edges(String label, Path file) {
        return add(new Input(InputSource.of(file), new InputTarget.Edges(label)));
    }

    /** Adds a file whose rows say what they are. */
    public Load rows(Path file) {
        return add(new Input(InputSource.of(file), InputTarget.SELF_DESCRIBED));
    }

    public Load add(Input input) {
        List<Input> more = new ArrayList<>(inputs);
        more.add(input);
        return new Load(more, mode, options, dateFormat, skipBad, maxBad, rejects, dryRun, progress);
    }

    public Load mode(LoadMode newMode) {
        return new Load(inputs, newMode, options, dateFormat, skipBad, maxBad, rejects, dryRun, progress);
    }

    public Load options(InputOptions newOptions) {
        return new Load(inputs, mode, newOptions, dateFormat, skipBad, maxBad, rejects, dryRun, progress);
    }

    public Load dateFormat(String pattern) {
        return new Load(inputs, mode, options, Optional.of(pattern), skipBad, maxBad, rejects, dryRun, progress);
    }

    public Load skippingBad() {
        return new Load(inputs, mode, options, dateFormat, true, maxBad, rejects, dryRun, progress);
    }

    public Load maxBad(long rows) {
        return new Load(inputs, mode, options, dateFormat, true, OptionalLong.of(rows), rejects, dryRun, progress);
    }

    public Load rejects(Path file) {
        return new Load(inputs, mode, options, dateFormat, skipBad, maxBad, Optional.of(file), dryRun, progress);
    }

    public Load asDryRun() {
        return new Load(inputs, mode, options, dateFormat, skipBad, maxBad, rejects, true, progress);
    }

    public Load progress(Progress newProgress) {
        return new Load(inputs, mode, options, dateFormat, skipBad, maxBad, rejects, dryRun, newProgress);
    }
}
