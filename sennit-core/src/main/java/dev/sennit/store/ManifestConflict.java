package dev.sennit.store;

/** Lance reported that another commit came first; by itself this proves nothing, see {@link ManifestTable#overwrite}. */
public final class ManifestConflict extends Exception {
    public ManifestConflict(String message, Throwable cause) {
        super(message, cause);
    }
}
