package dev.sennit.cli;

/** What is told when indexes are declared that nothing builds yet. */
final class IndexNote {
    private IndexNote() {}

    static void tell(Console console) {
        console.tell(
                "note: FULLTEXT and VECTOR INDEX are kept in the schema; this version of Sennit does not build or use"
                        + " them yet");
    }
}
