package dev.sennit.testkit;

/** The end of a process, as code inside it sees it: an error that nothing in Sennit catches. */
public final class SimulatedCrash extends Error {
    private static final long serialVersionUID = 1L;

    public SimulatedCrash(String where) {
        super("simulated crash at " + where);
    }
}
