package dev.sennit.cli;

import dev.sennit.model.Durability;
import dev.sennit.model.LoadMode;
import dev.sennit.model.MergeStrategy;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * All commands. Reading the annotations of one takes longer than most of them run, so only the one that the arguments
 * call is made, and all of them only where somebody asks what there is.
 */
final class CommandTree {
    private static final int HELP_WIDTH = 100;

    private final Map<String, Supplier<CommandLine>> verbs = new LinkedHashMap<>();

    CommandTree(Console console, GraphOpener graphs) {
        verbs.put("init", () -> new CommandLine(new InitCommand(console, graphs)));
        verbs.put("load", () -> new CommandLine(new LoadCommand(console, graphs)));
        verbs.put("query", () -> new CommandLine(new QueryCommand(console, graphs)));
        verbs.put("info", () -> new CommandLine(new InfoCommand(console, graphs)));
        verbs.put("log", () -> new CommandLine(new LogCommand(console, graphs)));
        verbs.put("show", () -> new CommandLine(new ShowCommand(console, graphs)));
        verbs.put("diff", () -> new CommandLine(new DiffCommand(console, graphs)));
        verbs.put("merge", () -> new CommandLine(new MergeCommand(console, graphs)));
        verbs.put("revert", () -> new CommandLine(new RevertCommand(console, graphs)));
        verbs.put(
                "branch",
                () -> new CommandLine(new RefCommand.Branches())
                        .addSubcommand(new BranchListCommand(console, graphs))
                        .addSubcommand(new BranchCreateCommand(console, graphs))
                        .addSubcommand(new BranchDeleteCommand(console, graphs)));
        verbs.put(
                "tag",
                () -> new CommandLine(new RefCommand.Tags())
                        .addSubcommand(new TagListCommand(console, graphs))
                        .addSubcommand(new TagCreateCommand(console, graphs))
                        .addSubcommand(new TagDeleteCommand(console, graphs)));
        verbs.put("check", () -> new CommandLine(new CheckCommand(console, graphs)));
        verbs.put("optimize", () -> new CommandLine(new OptimizeCommand(console, graphs)));
        verbs.put("gc", () -> new CommandLine(new CollectCommand(console, graphs)));
        verbs.put("outcome", () -> new CommandLine(new OutcomeCommand(console, graphs)));
        verbs.put("operations", () -> new CommandLine(new OperationsCommand(console, graphs)));
        verbs.put("recover", () -> new CommandLine(new RecoverCommand(console, graphs)));
        verbs.put(
                "schema",
                () -> new CommandLine(new SchemaCommand())
                        .addSubcommand(new SchemaInferCommand(console))
                        .addSubcommand(new SchemaShowCommand(console, graphs))
                        .addSubcommand(new SchemaFormatCommand(console))
                        .addSubcommand(new SchemaPlanCommand(console, graphs))
                        .addSubcommand(new SchemaApplyCommand(console, graphs)));
        verbs.put("quickstart", () -> new CommandLine(new QuickstartCommand(console, graphs)));
        verbs.put("completion", () -> new CommandLine(new CompletionCommand(console)));
        verbs.put("version", () -> new CommandLine(new VersionCommand(console)));
        verbs.put("help", CommandTree::help);
    }

    private static CommandLine help() {
        CommandLine help = new CommandLine(new CommandLine.HelpCommand());
        help.getCommandSpec().usageMessage().header("Show the help of a verb.");
        return help;
    }

    /** The verbs at the top. */
    List<String> verbs() {
        return List.copyOf(verbs.keySet());
    }

    /** The command that these arguments call, below {@code sennit}. */
    CommandLine forArguments(List<String> arguments) {
        String verb = arguments.isEmpty() ? "" : arguments.getFirst();
        boolean needsAll = !verbs.containsKey(verb) || verb.equals("help") || verb.equals("completion");
        return tree(needsAll ? verbs() : List.of(verb));
    }

    /** {@code sennit} with every command below it. */
    CommandLine all() {
        return tree(verbs());
    }

    private static void addHelp(CommandLine command) {
        if (command.getCommandSpec().optionsMap().get("--help") == null) {
            command.addMixin("help", new HelpFlag());
        }
        CommandSpec spec = command.getCommandSpec();
        if (spec.subcommands().isEmpty()) {
            spec.usageMessage().customSynopsis(synopsis(spec));
        }
        command.getSubcommands().values().forEach(CommandTree::addHelp);
    }

    /** The arguments in the order people write them, the graph first. */
    private static String synopsis(CommandSpec spec) {
        StringBuilder synopsis = new StringBuilder(spec.qualifiedName());
        for (PositionalParamSpec argument : spec.positionalParameters()) {
            String label = argument.paramLabel() + (argument.arity().max() > 1 ? "..." : "");
            synopsis.append(argument.arity().min() > 0 ? " " + label : " [" + label + "]");
        }
        return synopsis.append(" [options]").toString();
    }

    private CommandLine tree(List<String> names) {
        CommandLine root = new CommandLine(new RootCommand());
        names.forEach(name -> root.addSubcommand(
                name, Objects.requireNonNull(verbs.get(name), name).get()));
        addHelp(root);
        return root.setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF))
                .setUsageHelpWidth(HELP_WIDTH)
                .setExpandAtFiles(false)
                .registerConverter(MergeStrategy.class, new ChoiceConverter<>(MergeStrategy.class))
                .registerConverter(LoadMode.class, new ChoiceConverter<>(LoadMode.class))
                .registerConverter(Durability.class, new ChoiceConverter<>(Durability.class));
    }
}
