package dev.sennit.query.execution;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.query.analysis.BoundExpression;
import dev.sennit.query.value.Blame;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiPredicate;

/** Conditions on strings. Values that are no strings match nothing: the condition is null. */
final class TextMatcher {
    private static final int MAX_PATTERNS = 100;

    private final Map<String, Pattern> patterns = new HashMap<>();

    Evaluator compile(BoundExpression.TextMatch match, Evaluator subject, Evaluator pattern, Blame blame) {
        BiPredicate<String, String> test = switch (match.operator()) {
            case STARTS_WITH -> String::startsWith;
            case ENDS_WITH -> String::endsWith;
            case CONTAINS -> String::contains;
            case MATCHES -> (text, wanted) -> pattern(wanted, blame).matches(text);
        };
        return row -> {
            Object text = subject.evaluate(row);
            Object wanted = pattern.evaluate(row);
            return text instanceof String a && wanted instanceof String b ? test.test(a, b) : null;
        };
    }

    /** The pattern matches the whole text, in time linear in its length. */
    private Pattern pattern(String text, Blame blame) {
        Pattern known = patterns.get(text);
        if (known != null) {
            return known;
        }
        if (patterns.size() >= MAX_PATTERNS) {
            patterns.clear();
        }
        try {
            Pattern compiled = Pattern.compile(text);
            patterns.put(text, compiled);
            return compiled;
        } catch (PatternSyntaxException invalid) {
            throw blame.error(
                    ErrorCode.SYNTAX_ERROR,
                    ErrorText.of("'" + text + "' is no RE2 pattern").cause(invalid.getDescription()));
        }
    }
}
