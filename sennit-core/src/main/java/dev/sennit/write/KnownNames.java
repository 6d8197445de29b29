package dev.sennit.write;

import dev.sennit.model.Suggestion;
import java.util.List;

/** What to say about a name that the schema does not have. */
final class KnownNames {
    private KnownNames() {}

    /** The name that was probably meant, or else all there are. */
    static String remedy(String wrong, List<String> known) {
        return Suggestion.closest(wrong, known)
                .map(near -> "did you mean '" + near + "'?")
                .orElse("the schema has " + (known.isEmpty() ? "none" : String.join(", ", known)));
    }
}
