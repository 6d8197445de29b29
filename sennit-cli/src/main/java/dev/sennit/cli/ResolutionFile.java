package dev.sennit.cli;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sennit.model.ErrorText;
import dev.sennit.model.InvalidArgumentException;
import dev.sennit.model.MergeSide;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The file in which a user resolves the conflicts of a merge: what {@code --dry-run --json} prints, filled in. */
final class ResolutionFile {
    private static final ObjectMapper JSON = new ObjectMapper().enable(JsonParser.Feature.ALLOW_COMMENTS);

    private ResolutionFile() {}

    /** The sides by conflict; conflicts whose resolution is null are left out. */
    static Map<String, MergeSide> read(Path file) {
        JsonNode conflicts;
        try (var in = Files.newBufferedReader(file)) {
            conflicts = JSON.readTree(in).path("conflicts");
        } catch (NoSuchFileException e) {
            throw invalid(file, "there is no such file");
        } catch (IOException e) {
            throw invalid(
                    file, String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
        }
        if (!conflicts.isArray()) {
            throw invalid(file, "it has no list \"conflicts\"");
        }
        Map<String, MergeSide> sides = new LinkedHashMap<>();
        for (JsonNode conflict : conflicts) {
            String id = conflict.path("id").asText();
            JsonNode resolution = conflict.path("resolution");
            if (id.isEmpty()) {
                throw invalid(file, "a conflict has no \"id\"");
            }
            if (!resolution.isNull() && !resolution.isMissingNode()) {
                sides.put(id, side(file, id, resolution.asText()));
            }
        }
        return sides;
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
