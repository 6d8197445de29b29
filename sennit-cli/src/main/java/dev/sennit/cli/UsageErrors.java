package dev.sennit.cli;

import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.model.Suggestion;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** What is told about arguments that fit no command. */
final class UsageErrors {
    private UsageErrors() {}

    static ErrorReport report(ParameterException e) {
        CommandSpec spec = e.getCommandLine().getCommandSpec();
        ErrorText text = e instanceof UnmatchedArgumentException unmatched
                ? unmatched(unmatched.getUnmatched(), spec)
                : ErrorText.of(decapitalized(String.valueOf(e.getMessage())));
        String seeHelp = "'" + spec.qualifiedName() + " --help' shows what there is";
        return ErrorReport.of(ErrorCode.INVALID_ARGUMENT, text.remedy() == null ? text.remedy(seeHelp) : text);
    }

    private static ErrorText unmatched(List<String> arguments, CommandSpec spec) {
        String argument = arguments.getFirst();
        if (argument.startsWith("-") && argument.length() > 1) {
            int equals = argument.indexOf('=');
            String name = equals < 0 ? argument : argument.substring(0, equals);
            return suggesting("unknown option " + name, name, spec.optionsMap().keySet());
        }
        if (!spec.subcommands().isEmpty()) {
            String parent = spec.parent() == null ? "" : " of '" + spec.name() + "'";
            return suggesting(
                    "unknown verb '" + argument + "'" + parent,
                    argument,
                    spec.subcommands().keySet());
        }
        return ErrorText.of("one argument too many: '" + argument + "'")
                .remedy("put arguments that contain spaces in quotes; '" + spec.qualifiedName()
                        + " --help' shows what there is");
    }

    private static ErrorText suggesting(String problem, String wrong, Collection<String> candidates) {
        ErrorText text = ErrorText.of(problem);
        Optional<String> remedy = Suggestion.didYouMean(wrong, candidates);
        return remedy.map(text::remedy).orElse(text);
    }

    private static String decapitalized(String message) {
        return message.isEmpty() ? message : message.substring(0, 1).toLowerCase(Locale.ROOT) + message.substring(1);
    }
}
