package dev.sennit.tck;

import dev.sennit.model.ErrorCategory;
import dev.sennit.model.ErrorCode;
import dev.sennit.model.PropertyType;
import dev.sennit.model.PropertyType.Scalar;
import dev.sennit.model.SennitException;
import dev.sennit.query.PreparedQuery;
import dev.sennit.query.QueryCursor;
import dev.sennit.query.QueryEngine;
import dev.sennit.query.execution.Procedures;
import dev.sennit.query.execution.QueryLimits;
import dev.sennit.query.syntax.QueryParser;
import dev.sennit.query.syntax.SyntaxLimits;
import dev.sennit.schema.GraphSchema;
import dev.sennit.write.MutationWorld;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Runs scenarios. A scenario is tried again when a value shows that the type guessed for its property was another. */
final class ScenarioRunner {
    private static final Pattern ERROR =
            Pattern.compile("an? (\\w+) should be raised at (compile time|runtime|any time): (.*)");
    private static final List<PropertyType> GUESSES = List.of(
            Scalar.STRING,
            Scalar.INT64,
            Scalar.FLOAT64,
            Scalar.BOOL,
            new PropertyType.ListOf(Scalar.INT64),
            new PropertyType.ListOf(Scalar.STRING),
            Scalar.DATE,
            Scalar.ZONED_DATETIME,
            Scalar.DURATION);
    private static final int MAX_ATTEMPTS = 60;

    private final Path spill;
    private final InstantSource clock =
            InstantSource.fixed(LocalDateTime.of(2026, 11, 30, 12, 0).toInstant(ZoneOffset.UTC));
    private final QueryParser parser = new QueryParser(SyntaxLimits.DEFAULT);

    ScenarioRunner(Path spill) {
        this.spill = spill;
    }

    Outcome run(Run run) {
        Mentions mentions = new Mentions();
        for (String statement : statements(run)) {
            try {
                mentions.add(parser.parse(statement));
            } catch (SennitException notInTheLanguage) {
                // The attempt will meet it again, and know whether it was expected.
            }
        }
        Map<Slot, PropertyType> known = new LinkedHashMap<>();
        Set<Slot> seen = new LinkedHashSet<>();
        int guess = 0;
        for (int i = 0; i < MAX_ATTEMPTS; i++) {
            GraphSchema schema = DerivedSchema.of(mentions, known, GUESSES.get(guess));
            try {
                Outcome outcome = attempt(run, schema, seen);
                boolean mistyped = outcome instanceof Outcome.Failed failed
                        && failed.why().startsWith(ErrorCode.TYPE_MISMATCH.name());
                if (!mistyped) {
                    return outcome;
                }
                if (++guess == GUESSES.size()) {
                    return mistyped(((Outcome.Failed) outcome).why());
                }
            } catch (RetypeException retype) {
                known.put(retype.slot(), retype.type());
            } catch (NotExpressibleException impossible) {
                return new Outcome.NotExpressible(String.valueOf(impossible.getMessage()));
            }
        }
        return new Outcome.Failed("no schema was found in " + MAX_ATTEMPTS + " attempts");
    }

    /** A statement that is right for untyped graphs, and certainly a mistake where properties have types. */
    private static Outcome mistyped(String why) {
        if (why.contains("between them is ") || why.contains("so IN is never true")) {
            return new Outcome.NotExpressible("a comparison of a property with another type");
        }
        if (why.contains("' holds ")) {
            return new Outcome.NotExpressible("a property with mixed types");
        }
        return new Outcome.Failed(why);
    }

    private static List<String> statements(Run run) {
        List<String> statements = new ArrayList<>();
        for (Run.Step step : run.steps()) {
            if (!step.block().isEmpty()) {
                statements.add(step.block());
            }
            namedGraph(step).ifPresent(statements::add);
        }
        return statements;
    }

    private static Optional<String> namedGraph(Run.Step step) {
        Matcher named = Pattern.compile("the (.*) graph").matcher(step.text());
        return named.matches() ? Optional.of(Kit.graph(named.group(1))) : Optional.empty();
    }

    private Outcome attempt(Run run, GraphSchema schema, Set<Slot> seen) {
        Procedures procedures = Procedures.NONE;
        for (Run.Step step : run.steps()) {
            if (step.text().startsWith("there exists a procedure")) {
                KitProcedure procedure = KitProcedure.of(step);
                procedures = procedures.with(procedure.procedure(), procedure.body());
            }
        }
        QueryEngine engine = new QueryEngine(SyntaxLimits.DEFAULT, procedures, clock);
        try (MutationWorld world = new MutationWorld(schema, engine, spill)) {
            return new Attempt(engine, world, new WatchedGraph(world, seen)).run(run);
        }
    }

    /** What a statement came to. */
    private record Answer(
            List<String> columns,
            List<List<@Nullable Object>> rows,
            @Nullable SennitException error,
            boolean early) {}

    /** One attempt with one schema. */
    private static final class Attempt {
        private final QueryEngine engine;
        private final MutationWorld world;
        private final WatchedGraph graph;
        private final Map<String, @Nullable Object> parameters = new LinkedHashMap<>();
        private Answer last = new Answer(List.of(), List.of(), null, false);
        private Map<String, Long> effects = Map.of();

        Attempt(QueryEngine engine, MutationWorld world, WatchedGraph graph) {
            this.engine = engine;
            this.world = world;
            this.graph = graph;
        }

        Outcome run(Run run) {
            for (Run.Step step : run.steps()) {
                Optional<Outcome> bad = step(step);
                if (bad.isPresent()) {
                    return bad.get();
                }
            }
            return new Outcome.Passed();
        }

        private Optional<Outcome> step(Run.Step step) {
            String text = step.text();
            Optional<String> named = namedGraph(step);
            if (named.isPresent()) {
                return prepare(named.get());
            }
            Matcher error = ERROR.matcher(text);
            if (error.matches()) {
                return expectError(error.group(1), error.group(2), error.group(3));
            }
            return switch (text) {
                case "an empty graph", "any graph" -> Optional.empty();
                case "having executed:" -> prepare(step.block());
                case "parameters are:" -> {
                    step.table().forEach(row -> parameters.put(row.get(0), KitValue.parameter(row.get(1))));
                    yield Optional.empty();
                }
                case "executing query:", "executing control query:" -> {
                    SideEffects before = SideEffects.of(world.elements());
                    last = execute(step.block());
                    effects = last.error == null ? before.until(SideEffects.of(world.elements())) : Map.of();
                    yield Optional.empty();
                }
                case "no side effects" -> expectEffects(Map.of());
                case "the side effects should be:" -> {
                    Map<String, Long> wanted = new TreeMap<>();
                    step.table().forEach(row -> wanted.put(row.get(0), Long.valueOf(row.get(1))));
                    yield expectEffects(wanted);
                }
                case "the result should be empty" -> expectRows(List.of(), false, false, false);
                case "the result should be, in any order:" -> expectRows(step.table(), true, false, false);
                case "the result should be, in order:" -> expectRows(step.table(), true, true, false);
                case "the result should be (ignoring element order for lists):" ->
                    expectRows(step.table(), true, false, true);
                case "the result should be, in order (ignoring element order for lists):" ->
                    expectRows(step.table(), true, true, true);
                default -> {
                    if (text.startsWith("there exists a procedure")) {
                        yield Optional.empty();
                    }
                    throw new IllegalArgumentException("the kit has a step nobody knows: " + text);
                }
            };
        }

        private Optional<Outcome> prepare(String statement) {
            Answer answer = execute(statement);
            return answer.error == null ? Optional.empty() : Optional.of(unexpected(answer.error));
        }

        private Answer execute(String statement) {
            boolean early = true;
            List<List<@Nullable Object>> rows = new ArrayList<>();
            try {
                PreparedQuery query = engine.prepare(statement, world.schema());
                try (QueryCursor cursor = query.execute(graph, parameters, QueryLimits.DEFAULT)) {
                    early = false;
                    while (cursor.next()) {
                        List<@Nullable Object> row = new ArrayList<>();
                        for (int i = 0; i < cursor.columns().size(); i++) {
                            row.add(cursor.value(i));
                        }
                        rows.add(row);
                    }
                    world.check();
                    return new Answer(cursor.columns(), rows, null, false);
                }
            } catch (SennitException error) {
                return new Answer(List.of(), rows, error, early);
            }
        }

        private static Outcome unexpected(SennitException error) {
            if (error.code() == ErrorCode.UNSUPPORTED) {
                String construct = String.valueOf(error.text().details().get("construct"));
                return construct.equals("a change of labels")
                        ? new Outcome.NotExpressible(construct)
                        : new Outcome.Unsupported(construct);
            }
            return error.code() == ErrorCode.IMPOSSIBLE_PATTERN
                    ? new Outcome.NotExpressible("a pattern the schema makes impossible")
                    : new Outcome.Failed(error.code() + ": " + error.getMessage());
        }

        private Optional<Outcome> expectError(String kind, String when, String detail) {
            SennitException error = last.error;
            if (error == null) {
                return Optional.of(
                        new Outcome.Failed("no " + kind + " (" + detail + "), but " + last.rows.size() + " rows"));
            }
            if (error.code() == ErrorCode.UNSUPPORTED) {
                return Optional.of(unexpected(error));
            }
            Set<ErrorCode> fitting = switch (kind) {
                case "EntityNotFound" -> Set.of(ErrorCode.NOT_FOUND);
                case "ConstraintVerificationFailed" -> Set.of(ErrorCode.CONSTRAINT_VIOLATION);
                case "ParameterMissing" -> Set.of(ErrorCode.MISSING_PARAMETER);
                case "ProcedureError" -> Set.of(ErrorCode.UNKNOWN_NAME);
                default -> Set.of();
            };
            boolean fits = fitting.isEmpty()
                    ? error.code().category() == ErrorCategory.INVALID
                    : fitting.contains(error.code());
            if (!fits) {
                return Optional.of(new Outcome.Failed(
                        "not " + kind + " (" + detail + "), but " + error.code() + ": " + error.getMessage()));
            }
            if (when.equals("compile time") && !last.early) {
                return Optional.of(new Outcome.Failed("only at run time: " + error.code() + ": " + error.getMessage()));
            }
            return Optional.empty();
        }

        private Optional<Outcome> expectEffects(Map<String, Long> wanted) {
            return effects.equals(wanted)
                    ? Optional.empty()
                    : Optional.of(new Outcome.Failed("side effects " + effects + " instead of " + wanted));
        }

        private Optional<Outcome> expectRows(
                List<List<String>> table, boolean columns, boolean ordered, boolean sortLists) {
            if (last.error != null) {
                return Optional.of(unexpected(last.error));
            }
            if (columns && !Set.copyOf(last.columns).equals(Set.copyOf(table.getFirst()))) {
                return Optional.of(new Outcome.Failed("columns " + last.columns + " instead of " + table.getFirst()));
            }
            List<String> wanted = new ArrayList<>();
            for (List<String> row : columns ? table.subList(1, table.size()) : table) {
                wanted.add(row.stream()
                        .map(cell -> KitValue.canonical(cell, sortLists))
                        .toList()
                        .toString());
            }
            List<String> found = new ArrayList<>();
            for (List<@Nullable Object> row : last.rows) {
                List<String> texts = new ArrayList<>();
                for (String column : columns ? table.getFirst() : last.columns) {
                    texts.add(KitValue.canonical(row.get(last.columns.indexOf(column)), sortLists));
                }
                found.add(texts.toString());
            }
            if (!ordered) {
                Collections.sort(wanted);
                Collections.sort(found);
            }
            return wanted.equals(found)
                    ? Optional.empty()
                    : Optional.of(new Outcome.Failed("rows " + found + " instead of " + wanted));
        }
    }
}
