package dev.sennit.cli;

import dev.sennit.cli.Tour.Action;
import dev.sennit.cli.Tour.Step;
import dev.sennit.model.AlreadyExistsException;
import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.model.FileTrouble;
import dev.sennit.model.StoreException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code sennit quickstart}: runs the commands of the {@link Tour} as a user would, and explains them. */
@Command(
        name = "quickstart",
        header = "Show Sennit at work on a small graph, step by step.",
        description = {
            "",
            "Creates a directory with data of 47 airports and the routes between them, and runs the commands one"
                    + " needs every day on it: each is shown with what it really prints. Takes a few seconds.",
            ""
        })
final class QuickstartCommand implements Callable<Integer> {
    private static final String DEFAULT_DIRECTORY = "sennit-quickstart";
    private static final int WIDTH = 96;

    private final Console console;
    private final GraphOpener graphs;

    @Option(
            names = "--dir",
            paramLabel = "<directory>",
            description = "The directory to create (default: sennit-quickstart, with a number if that exists).")
    @Nullable
    private Path directory;

    @Option(names = "--clean", description = "Remove the directory at the end.")
    private boolean clean;

    QuickstartCommand(Console console, GraphOpener graphs) {
        this.console = console;
        this.graphs = graphs;
    }

    @Override
    public Integer call() throws IOException {
        Path made = create();
        try {
            unpack(made);
            Tour tour = Tour.in(made);
            console.print("Everything here happens in the directory " + made + ".");
            int number = 1;
            List<Step> steps = tour.steps();
            for (Step step : steps) {
                console.print("");
                console.print("=== " + number + " of " + steps.size() + ": " + step.title() + " ===");
                number++;
                printWrapped(step.explanation());
                for (Action action : step.actions()) {
                    console.print("");
                    int code = perform(action);
                    if (code != 0) {
                        return code;
                    }
                }
            }
            printEnd(tour);
        } finally {
            if (clean) {
                remove(made);
            }
        }
        return 0;
    }

    /** Returns 0 if the action went as it is meant to, else the exit code. */
    private int perform(Action action) throws IOException {
        return switch (action) {
            case Action.Show show -> show(show.file(), show.lines());
            case Action.RunInto run -> {
                String target = ShellText.of(List.of(run.file().toString()));
                console.print("$ " + commandLine(run.arguments()) + " > " + target);
                try (Writer file = Files.newBufferedWriter(run.file())) {
                    yield run(run.arguments(), file);
                }
            }
            case Action.Run run -> {
                console.print("$ " + commandLine(run.arguments()));
                int code = run(run.arguments(), console.out());
                if (code != 0) {
                    console.print("(exit code " + code + ")");
                }
                yield code == run.exitCode() ? 0 : Math.max(code, 1);
            }
        };
    }

    private int show(Path file, int lines) throws IOException {
        console.print("$ head -n " + lines + " " + ShellText.of(List.of(file.toString())));
        try (BufferedReader in = Files.newBufferedReader(file)) {
            in.lines().limit(lines).forEach(console::print);
        }
        return 0;
    }

    private int run(List<String> arguments, Writer out) {
        Console inner = Console.of(
                InputStream.nullInputStream(),
                out,
                console.out(),
                Terminals.NONE,
                console.environment(),
                console.ticker());
        int code = new CommandRunner(inner, graphs).run(arguments);
        inner.out().flush();
        inner.err().flush();
        return code;
    }

    private String commandLine(List<String> arguments) {
        return ShellText.wrapped(console.commandName(), arguments, WIDTH);
    }

    private void printEnd(Tour tour) {
        String graph = tour.graph().toString();
        console.print("");
        console.print("=== What next? ===");
        if (clean) {
            printWrapped("The directory is removed now; without --clean it stays for you to try things on.");
            return;
        }
        printWrapped("The graph is yours to try things on; removing " + tour.directory() + " undoes all of this.");
        console.print("");
        for (List<String> arguments : List.of(
                List.of(
                        "query",
                        graph,
                        "MATCH (a:Airport)-[:ROUTE]->(b:Airport) RETURN a.country, count(*) AS routes"
                                + " ORDER BY routes DESC LIMIT 10"),
                List.of("query", graph, "MATCH (a:Airport {code: 'AMS'}) RETURN a", "--json"),
                List.of("schema", "show", graph),
                List.of("show", graph, "main~1"),
                List.of("load", "--help"))) {
            console.print("$ " + commandLine(arguments));
        }
    }

    private void printWrapped(String text) {
        StringBuilder line = new StringBuilder();
        for (String word : text.split(" ")) {
            if (!line.isEmpty() && line.length() + 1 + word.length() > WIDTH) {
                console.print(line.toString());
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        console.print(line.toString());
    }

    private Path create() throws IOException {
        if (directory != null) {
            if (Files.exists(directory)) {
                throw new AlreadyExistsException(ErrorText.of(directory + " exists")
                        .cause("the tour begins with a new directory")
                        .remedy("name another with --dir")
                        .detail("directory", directory.toString()));
            }
            return Files.createDirectories(directory);
        }
        Path free = Path.of(DEFAULT_DIRECTORY);
        for (int number = 2; Files.exists(free); number++) {
            free = Path.of(DEFAULT_DIRECTORY + "-" + number);
        }
        return Files.createDirectory(free);
    }

    private static void unpack(Path directory) throws IOException {
        for (String file : Tour.FILES) {
            try (InputStream data =
                    Objects.requireNonNull(QuickstartCommand.class.getResourceAsStream("quickstart/" + file), file)) {
                Files.copy(data, directory.resolve(file));
            }
        }
    }

    private static void remove(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new StoreException(
                    ErrorCode.STORE_UNAVAILABLE,
                    ErrorText.of("cannot remove " + directory).cause(FileTrouble.of(e)),
                    e);
        }
    }
}
