package dev.sennit.model;

/** What a load does with rows whose key the graph holds already. */
public enum LoadMode {
    /** A key that exists is a violation. */
    INSERT,
    /** A row whose key exists updates that element: absent columns stay, nulls clear. */
    UPSERT,
    /** The types present in the input hold exactly the input afterwards. */
    REPLACE
}
