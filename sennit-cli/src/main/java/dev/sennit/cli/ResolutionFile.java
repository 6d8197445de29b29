package dev.sennit.cli;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.sennit.MergeOptions;
import dev.sennit.cli.print.JsonLines;
import dev.sennit.model.ErrorText;
import dev.sennit.model.InvalidArgumentException;
import dev.sennit.model.MergeConflict;
import dev.sennit.model.MergeSide;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The file in which a user resolves the conflicts of a merge: what {@code --dry-run --json} prints, filled in. What it says of
 * a conflict has to be true still when that is resolved: it may leave that out, but not be about something else.
 *
 * @param conflicts those that have a resolution, by id
 */
record ResolutionFile(Path file, Map<String, JsonNode> conflicts, Map<String, MergeSide> sides) {
    /** What a conflict was about when it was decided. */
    private static final List<String> VALUES = List.of("base", "ours", "theirs", "value", "node", "rule", "message");

    private static final Pattern UNQUOTED = Pattern.compile("^Unrecognized token '([^']*)'");

    private static final ObjectMapper JSON = new ObjectMapper().enable(JsonParser.Feature.ALLOW_COMMENTS);

    MergeOptions applyTo(MergeOptions options) {
        return options.resolutions(sides).beforeResolving(this::requireUnchanged);
    }

    private void requireUnchanged(MergeConflict conflict) {
        JsonNode then = conflicts.getOrDefault(conflict.id(), MissingNode.getInstance());
        JsonNode now = parse(JsonLines.text(out -> MergePrinter.writeMembers(out, conflict)));
        for (String value : VALUES) {
            boolean isCompared = !value.equals("message") || conflict instanceof MergeConflict.Value;
            if (isCompared && then.has(value) && !then.get(value).equals(now.path(value))) {
                throw new InvalidArgumentException(
                        ErrorText.of("the resolution of '" + conflict.id() + "' in " + file + " is for other values")
                                .cause("where the conflict was written, its \"" + value + "\" was " + then.get(value)
                                        + ", and now it is " + now.path(value))
                                .remedy("look at the conflict again with --dry-run --json, and resolve it as it is now")
                                .detail("file", file.toString())
                                .detail("conflict", conflict.id()));
            }
        }
    }

    private static JsonNode parse(String json) {
        try {
            return JSON.readTree(json);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("what was written as JSON is none", e);
        }
    }

    /** Conflicts whose resolution is null are left out. */
    static ResolutionFile read(Path file) {
        JsonNode conflicts;
        try (var in = Files.newBufferedReader(file)) {
            conflicts = JSON.readTree(in).path("conflicts");
        } catch (NoSuchFileException e) {
            throw invalid(file, "there is no such file");
        } catch (JsonProcessingException e) {
            throw invalid(file, place(e) + ": " + problem(e));
        } catch (CharacterCodingException e) {
            throw invalid(file, "it is not UTF-8");
        } catch (IOException e) {
            throw invalid(
                    file,
                    "it cannot be read: "
                            + String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
        }
        if (!conflicts.isArray()) {
            throw invalid(file, "it has no list \"conflicts\"");
        }
        Map<String, MergeSide> sides = new LinkedHashMap<>();
        Map<String, JsonNode> resolved = new LinkedHashMap<>();
        for (int i = 0; i < conflicts.size(); i++) {
            JsonNode conflict = conflicts.get(i);
            String id = conflict.path("id").asText();
            JsonNode resolution = conflict.path("resolution");
            if (id.isEmpty()) {
                throw invalid(file, "number " + (i + 1) + " of its \"conflicts\" has no \"id\"");
            }
            if (!resolution.isNull() && !resolution.isMissingNode()) {
                MergeSide side = side(file, id, resolution.asText());
                MergeSide other = sides.put(id, side);
                if (other != null && other != side) {
                    throw invalid(file, "conflict '" + id + "' is resolved twice, for ours and for theirs");
                }
                resolved.put(id, conflict);
            }
        }
        return new ResolutionFile(file, resolved, sides);
    }

    private static String place(JsonProcessingException e) {
        JsonLocation at = e.getLocation();
        return at == null ? "it" : "line " + at.getLineNr() + ", column " + at.getColumnNr();
    }

    /** What is wrong with the JSON, in words for whoever has edited it. */
    private static String problem(JsonProcessingException e) {
        Matcher bare = UNQUOTED.matcher(String.valueOf(e.getOriginalMessage()));
        if (bare.find()) {
            return "'" + bare.group(1) + "' stands there without double quotes";
        }
        return e instanceof JsonEOFException
                ? "the file ends there, and what was opened before is not closed"
                : "it is not JSON there; a comma, a bracket or a double quote is missing, or one too many";
    }

    private static MergeSide side(Path file, String conflict, String text) {
        @Nullable
        MergeSide side = switch (text.toLowerCase(Locale.ROOT)) {
            case "ours" -> MergeSide.OURS;
            case "theirs" -> MergeSide.THEIRS;
            default -> null;
        };
        if (side == null) {
            throw invalid(file, "conflict '" + conflict + "' has the resolution '" + text + "'");
        }
        return side;
    }

    private static InvalidArgumentException invalid(Path file, String cause) {
        return new InvalidArgumentException(ErrorText.of("cannot read the resolutions in " + file)
                .cause(cause)
                .remedy("write them with --dry-run --json, and \"ours\" or \"theirs\" for each \"resolution\"")
                .detail("file", file.toString()));
    }
}
