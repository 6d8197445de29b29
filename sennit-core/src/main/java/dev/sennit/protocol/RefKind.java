package dev.sennit.protocol;

/** What a name is the name of. */
public enum RefKind {
    BRANCH,
    TAG;

    /** For messages. */
    public String text() {
        return switch (this) {
            case BRANCH -> "branch";
            case TAG -> "tag";
        };
    }
}
