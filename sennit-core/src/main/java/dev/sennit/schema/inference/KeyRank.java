package dev.sennit.schema.inference;

import java.util.List;
import java.util.Locale;

/** How likely a column is its type's key, by name and place. Low is likely. */
final class KeyRank {
    /** Columns of this rank or above are no keys, however unique: distances and descriptions can be distinct, too. */
    static final int NEVER = 100;

    private static final int FIRST_COLUMN = 12;

    private KeyRank() {}

    static int of(String type, String column, int index) {
        List<String> words = EndpointColumns.words(column);
        String name = String.join("", words);
        String owner = type.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}]", "");
        int byName = switch (name) {
            case "id" -> 0;
            case "code" -> 1;
            case "key" -> 2;
            case "uuid", "guid", "uid" -> 4;
            case "name" -> 8;
            case "title", "slug", "label" -> 9;
            default -> {
                if (name.equals(owner + "id") || name.equals(owner + "code") || name.equals(owner + "key")) {
                    yield 3;
                }
                String last = words.isEmpty() ? "" : words.getLast();
                yield switch (last) {
                    case "id", "code", "key" -> 6;
                    default -> NEVER;
                };
            }
        };
        return byName == NEVER && index == 0 ? FIRST_COLUMN : byName;
    }
}
