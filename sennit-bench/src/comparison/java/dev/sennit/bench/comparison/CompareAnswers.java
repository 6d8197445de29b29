package dev.sennit.bench.comparison;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Asks Sennit, Neo4j and Kuzu the same questions of the same graphs and compares the answers row by row. Ends with an error
 * if an answer differs that is not listed as different, or one does not differ that is.
 *
 * <p>Arguments: an empty directory to work in, then seeds of generated social graphs and directories that hold the air
 * routes' {@code nodes.csv} and {@code edges.csv}.
 */
public final class CompareAnswers {
    private static final int PERSONS = 600;
    private static final int FOLLOWS = 8;

    private final List<String> failures = new ArrayList<>();
    private final Map<String, Integer> same = new LinkedHashMap<>();
    private final List<String> notes = new ArrayList<>();

    private CompareAnswers() {}

    public static void main(String[] args) throws IOException {
        Path work = Files.createDirectories(Path.of(args[0]));
        CompareAnswers comparison = new CompareAnswers();
        for (int i = 1; i < args.length; i++) {
            Path directory = work.resolve("graph-" + i);
            if (args[i].matches("-?[0-9]+")) {
                Dataset social =
                        SocialGraph.write(directory.resolve("files"), PERSONS, FOLLOWS, Long.parseLong(args[i]));
                comparison.compare(social, SocialQuestions.ALL, directory);
            } else {
                comparison.compare(
                        AirRoutes.read(Path.of(args[i]), directory.resolve("files")), AirRouteQuestions.ALL, directory);
            }
        }
        comparison.report();
    }

    private void compare(Dataset dataset, List<Question> questions, Path directory) {
        try (Engine sennit = new SennitEngine(directory.resolve("sennit"), dataset.schema());
                Engine neo4j = new Neo4jEngine(directory.resolve("neo4j"));
                Engine kuzu = new KuzuEngine(directory.resolve("kuzu"))) {
            Map<String, Engine> others = new LinkedHashMap<>();
            others.put("Neo4j", neo4j);
            others.put("Kuzu", kuzu);
            sennit.load(dataset);
            others.values().forEach(engine -> engine.load(dataset));
            for (Question question : questions) {
                Optional<Answer> answer = ask(sennit, dataset, "Sennit", question);
                answer.ifPresent(own -> others.forEach((name, other) -> compare(dataset, question, own, name, other)));
            }
            others.forEach((name, other) -> notes.add(other.description() + " on " + dataset.name()));
        }
    }

    private void compare(Dataset dataset, Question question, Answer own, String name, Engine other) {
        if (question.missingIn(name).isPresent()) {
            return;
        }
        Optional<Answer> theirs = ask(other, dataset, name, question);
        Optional<String> difference = question.differenceOf(name);
        if (theirs.isEmpty()) {
            return;
        }
        boolean equal = theirs.get().equals(own);
        if (equal && difference.isPresent()) {
            failures.add(dataset.name() + ": " + question.query() + "\n  " + name
                    + " is listed as different, but answers the same");
        } else if (equal) {
            same.merge(dataset.name() + ", " + name, 1, Integer::sum);
        } else if (difference.isPresent()) {
            notes.add(dataset.name() + ": " + question.query() + "\n  " + name + " differs: " + difference.get());
        } else {
            failures.add(dataset.name() + ": " + question.query() + "\n  Sennit against " + name + ": "
                    + own.difference(theirs.get()));
        }
    }

    private Optional<Answer> ask(Engine engine, Dataset dataset, String name, Question question) {
        try {
            return Optional.of(
                    Answer.of(engine.rows(question.queryFor(name), question.parameters()), question.ordered()));
        } catch (RuntimeException e) {
            failures.add(dataset.name() + ": " + question.queryFor(name) + "\n  " + name + " fails: " + e.getMessage());
            return Optional.empty();
        }
    }

    private void report() {
        notes.forEach(System.out::println);
        same.forEach((where, count) -> System.out.println(where + ": " + count + " answers are the same"));
        failures.forEach(failure -> System.out.println("FAILED " + failure));
        System.out.println(failures.isEmpty() ? "no answer differs unexpectedly" : failures.size() + " failures");
        System.exit(failures.isEmpty() ? 0 : 1);
    }
}
