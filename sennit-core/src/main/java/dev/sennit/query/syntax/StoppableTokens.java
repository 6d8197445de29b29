package dev.sennit.query.syntax;

import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.TokenSource;

/** Tokens that ask now and then whether to go on, while they are made and while the parser goes over them. */
final class StoppableTokens extends CommonTokenStream {
    /** So many tokens are read, or gone over, within some microseconds. */
    private static final int INTERVAL = 64;

    private final Runnable stop;
    private int steps;

    /** @param stop throws if the text is to be given up */
    StoppableTokens(TokenSource source, Runnable stop) {
        super(source);
        this.stop = stop;
    }

    @Override
    protected int fetch(int n) {
        stop.run();
        return super.fetch(n);
    }

    @Override
    public void consume() {
        if (++steps % INTERVAL == 0) {
            stop.run();
        }
        super.consume();
    }
}
