package dev.sennit.store;

/** What has become of a file since it was written. */
public sealed interface FileCondition {
    /** It is as it was written, as far as that is recorded and was compared. */
    record Intact(long sizeBytes) implements FileCondition {}

    record Missing() implements FileCondition {}

    /** It has another size. */
    record Resized(long expectedBytes, long actualBytes) implements FileCondition {}

    /** It has the size, but not the content. */
    record Altered() implements FileCondition {}

    /** The store fails to read it. */
    record Unreadable(String cause) implements FileCondition {}

    /** What is said of such a file. */
    default String description() {
        return switch (this) {
            case Intact ignored -> "the file is as it was written";
            case Missing ignored -> "the file is missing";
            case Resized resized ->
                "the file has " + resized.actualBytes() + " bytes, not the " + resized.expectedBytes()
                        + " that were written";
            case Altered ignored -> "the file's content is not what was written, its checksum differs";
            case Unreadable unreadable -> "the file cannot be read (" + unreadable.cause() + ")";
        };
    }
}
