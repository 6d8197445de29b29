package dev.sennit.input;

/** What the rows of a file are. */
public sealed interface InputTarget {
    /** Each row says itself what it is: JSON rows, or a header with a label column. */
    InputTarget SELF_DESCRIBED = new SelfDescribed();

    /** All rows are nodes of one type. */
    record Nodes(String type) implements InputTarget {}

    /** All rows are edges of one label, or of one edge type, written {@code LABEL(Source,Destination)}. */
    record Edges(String label) implements InputTarget {}

    /** Each row says itself what it is. */
    record SelfDescribed() implements InputTarget {}
}
