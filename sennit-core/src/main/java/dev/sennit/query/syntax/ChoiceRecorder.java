package dev.sennit.query.syntax;

import java.util.ArrayList;
import java.util.List;
import org.antlr.v4.runtime.DefaultErrorStrategy;
import org.antlr.v4.runtime.Parser;
import org.antlr.v4.runtime.RuleContext;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.misc.IntervalSet;

/**
 * Remembers the optional parts and loops the parser left at the current token. The parser itself only knows what it
 * needs after it has left them all, which is seldom what the user meant to write.
 */
final class ChoiceRecorder extends DefaultErrorStrategy {
    private final List<Choice> choices = new ArrayList<>();
    private int tokenIndex = -1;

    private record Choice(int state, RuleContext context) {}

    @Override
    public void sync(Parser recognizer) {
        int index = recognizer.getCurrentToken().getTokenIndex();
        if (index != tokenIndex) {
            choices.clear();
            tokenIndex = index;
        }
        choices.add(new Choice(recognizer.getState(), recognizer.getContext()));
        super.sync(recognizer);
    }

    /** The tokens that could have stood in the place of the given one. */
    IntervalSet at(Parser parser, Token token) {
        IntervalSet expected = new IntervalSet();
        if (token.getTokenIndex() == tokenIndex) {
            choices.forEach(c -> expected.addAll(parser.getATN().getExpectedTokens(c.state, c.context)));
        }
        return expected;
    }
}
