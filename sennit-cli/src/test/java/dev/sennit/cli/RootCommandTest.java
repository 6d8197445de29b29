package dev.sennit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.cli.CommandSandbox.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

class RootCommandTest {
    private final FakeGraph graph = new FakeGraph();
    private final CommandSandbox sennit = new CommandSandbox(graph);

    @Test
    void version_namesTheReleaseAndTheJavaRuntime() {
        Outcome flag = sennit.run("--version");
        assertThat(flag.exitCode()).isZero();
        assertThat(flag.out()).matches("sennit \\d+\\.\\d+\\.\\d+(-SNAPSHOT)? \\(Java 2\\d.*\\)\\R");
        assertThat(flag.err()).isEmpty();
        assertThat(sennit.run("version")).isEqualTo(flag);
    }

    @Test
    void help_listsEveryVerbAndGoesToStandardOutput() {
        Outcome help = sennit.run("--help");
        assertThat(help.exitCode()).isZero();
        assertThat(help.err()).isEmpty();
        assertThat(help.out()).contains("Usage: sennit");
        assertThat(tree().verbs())
                .allSatisfy(verb -> assertThat(help.out()).containsPattern("\n  " + verb + " +[A-Z]"));
        assertThat(sennit.run("help").out()).isEqualTo(help.out());
        assertThat(sennit.run("help", "load").out())
                .isEqualTo(sennit.run("load", "--help").out())
                .contains("--skip-bad");
    }

    @Test
    void synopsisHasTheGraphFirst() {
        assertThat(sennit.run("load", "--help").out()).contains("Usage: sennit load <graph> [<file>...] [options]\n");
        assertThat(sennit.run("schema", "fmt", "--help").out())
                .contains("Usage: sennit schema fmt <file>... [options]\n");
        assertThat(sennit.run("outcome", "--help").out())
                .contains("Usage: sennit outcome <graph> <operation-id> [options]\n");
    }

    @Test
    void noVerb_isAUsageError() {
        Outcome outcome = sennit.run();
        assertThat(outcome.exitCode()).isEqualTo(2);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err()).isEqualTo("error: no verb\nhelp: 'sennit --help' shows what there is\n");
    }

    @Test
    void unknownVerb_isAUsageErrorWithASuggestion() {
        assertThat(sennit.run("qurey", "air"))
                .isEqualTo(new Outcome(2, "", "error: unknown verb 'qurey'\nhelp: did you mean 'query'?\n"));
        assertThat(sennit.run("schema", "shwo", "air"))
                .isEqualTo(new Outcome(2, "", "error: unknown verb 'shwo' of 'schema'\nhelp: did you mean 'show'?\n"));
    }

    @Test
    void unknownOption_isAUsageErrorWithASuggestion() {
        assertThat(sennit.run("info", "air", "--brunch=x"))
                .isEqualTo(new Outcome(2, "", "error: unknown option --brunch\nhelp: did you mean '--branch'?\n"));
    }

    @Test
    void missingAndSuperfluousArguments_areUsageErrors() {
        assertThat(sennit.run("info"))
                .isEqualTo(new Outcome(
                        2,
                        "",
                        "error: missing required parameter: '<graph>'\nhelp: 'sennit info --help' shows what there"
                                + " is\n"));
        Outcome tooMany = sennit.run("query", "air", "MATCH", "(n)");
        assertThat(tooMany.exitCode()).isEqualTo(2);
        assertThat(tooMany.err()).startsWith("error: one argument too many: '(n)'\nhelp: put arguments that contain");
    }

    @Test
    void usageErrorsAreJsonToo() {
        assertThat(sennit.run("info", "--json"))
                .isEqualTo(new Outcome(
                        2,
                        "",
                        "{\"error\":{\"code\":\"INVALID_ARGUMENT\",\"gqlstatus\":null,\"message\":\"missing required"
                                + " parameter: '<graph>'\",\"remedy\":\"'sennit info --help' shows what there is\","
                                + "\"details\":{},\"operationId\":null}}\n"));
    }

    @Test
    void argumentsThatBeginWithAtAreNotFiles() {
        assertThat(sennit.run("info", "@nothing").err()).startsWith("error: no graph at @nothing\n");
    }

    @Test
    void completionScriptKnowsEveryVerb() {
        Outcome outcome = sennit.run("completion");
        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.out()).startsWith("#!/usr/bin/env bash").contains("complete ");
        assertThat(tree().verbs()).allSatisfy(verb -> assertThat(outcome.out()).contains("_picocli_sennit_" + verb));
    }

    @Test
    void everyCommandHasHelpForItselfAndForEachOfItsArguments() {
        List<CommandSpec> commands = commands();
        assertThat(commands).hasSizeGreaterThan(12);
        for (CommandSpec command : commands) {
            String name = command.qualifiedName();
            if (name.equals("sennit help")) {
                continue;
            }
            assertThat(command.usageMessage().header()).as(name).isNotEmpty();
            assertThat(command.usageMessage().header()[0]).as(name).endsWith(".");
            assertThat(command.optionsMap()).as(name).containsKeys("-h", "--help");
            command.args().forEach(argument -> {
                String of = name + " " + argument;
                assertThat(argument.description()).as(of).isNotEmpty();
                assertThat(argument.description()[0]).as(of).endsWith(".");
                if (argument instanceof OptionSpec option && option.arity().max() > 0) {
                    assertThat(option.paramLabel()).as(of).startsWith("<").endsWith(">");
                }
            });
        }
    }

    @Test
    void commandsOnAGraphShareTheirFlags() {
        Set<String> reading = Set.of("query", "info", "log", "show", "schema show");
        Set<String> writing = Set.of("load");
        for (CommandSpec command : commands()) {
            String name = command.qualifiedName().substring("sennit".length()).strip();
            boolean onAGraph = command.positionalParameters().stream()
                    .anyMatch(p -> p.paramLabel().equals("<graph>"));
            if (onAGraph) {
                assertThat(command.positionalParameters().getFirst().paramLabel())
                        .as(name)
                        .isEqualTo("<graph>");
                assertThat(command.optionsMap()).as(name).containsKeys("--json", "--quiet");
            }
            if (reading.contains(name)) {
                assertThat(command.optionsMap()).as(name).containsKeys("--branch", "--at");
                assertThat(command.findOption("--at").hidden()).as(name).isFalse();
            }
            if (writing.contains(name)) {
                assertThat(command.optionsMap())
                        .as(name)
                        .containsKeys(
                                "--branch",
                                "-m",
                                "--message",
                                "--author",
                                "--idempotency-key",
                                "--if-commit",
                                "--timeout",
                                "--durability");
                assertThat(command.findOption("--at").hidden()).as(name).isTrue();
            }
        }
    }

    @Test
    void writesRefuseARevision() {
        for (String[] arguments : List.of(
                new String[] {"load", "air", "x.jsonl", "--at", "main~1"},
                new String[] {"init", "air", "--schema", "x", "--at", "main~1"})) {
            Outcome outcome = sennit.run(arguments);
            assertThat(outcome.exitCode()).isEqualTo(2);
            assertThat(outcome.err()).isEqualTo("""
                            error: --at main~1 on a command that writes
                              a revision names a state, and states do not change
                            help: leave out --at; --branch names the branch to write to
                            """);
        }
        assertThat(graph.openedWith).isNull();
    }

    private CommandTree tree() {
        return new CommandTree(
                Console.of(
                        java.io.InputStream.nullInputStream(),
                        java.io.Writer.nullWriter(),
                        java.io.Writer.nullWriter(),
                        Terminals.NONE,
                        java.util.Map.of(),
                        dev.sennit.model.Ticker.system()),
                graph);
    }

    private List<CommandSpec> commands() {
        List<CommandSpec> commands = new ArrayList<>();
        collect(tree().all(), commands);
        return commands;
    }

    private static void collect(CommandLine command, List<CommandSpec> commands) {
        commands.add(command.getCommandSpec());
        command.getSubcommands().values().forEach(sub -> collect(sub, commands));
    }
}
