package dev.sennit.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sennit.cli.print.JsonLines;
import dev.sennit.cli.print.Quantity;
import dev.sennit.cli.print.TextTable;
import dev.sennit.cli.print.ValueText;
import dev.sennit.model.ErrorCode;
import dev.sennit.model.JsonValues;
import dev.sennit.model.MergeConflict;
import dev.sennit.model.MergeResult;
import dev.sennit.model.MergeResult.TypeCounts;
import dev.sennit.model.MergeSide;
import dev.sennit.model.ResolvedConflict;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Prints what a merge or a revert came to. */
final class MergePrinter {
    private static final int MAX_STEP_WIDTH = 100;

    private final Console console;
    private final String sides;

    MergePrinter(Console console) {
        this(console, "");
    }

    private MergePrinter(Console console, String sides) {
        this.console = console;
        this.sides = sides;
    }

    /** One that says which side is which in a revert. */
    static MergePrinter ofRevert(Console console) {
        return new MergePrinter(
                console, "base is what the commit made, ours the branch as it was, theirs what was before the commit");
    }

    /** Prints the result as the flags say; returns the exit code. */
    int conclude(MergeResult result, OutputFlags output) {
        if (output.json || !output.quiet) {
            print(result, output.json);
        }
        return result.outcome() == MergeResult.Outcome.CONFLICTS
                ? ErrorCode.MERGE_CONFLICTS.category().exitCode()
                : 0;
    }

    private void print(MergeResult result, boolean json) {
        if (json) {
            new JsonLines(console.out()).object(out -> write(out, result));
            return;
        }
        console.print(outcome(result));
        if (!result.types().isEmpty()) {
            TextTable table = new TextTable(console.out(), List.of("type", "inserted", "updated", "deleted"))
                    .alignRight(1)
                    .alignRight(2)
                    .alignRight(3);
            for (TypeCounts type : result.types()) {
                table.row(List.of(
                        type.type(),
                        Quantity.count(type.inserted()),
                        Quantity.count(type.updated()),
                        Quantity.count(type.deleted())));
            }
            table.end();
        }
        if (!result.schema().isEmpty()) {
            TextTable table = new TextTable(console.out(), List.of("schema")).maxWidth(MAX_STEP_WIDTH);
            result.schema().forEach(step -> table.row(List.of(ValueText.withoutControls(step))));
            table.end();
        }
        if (!result.conflicts().isEmpty() && !sides.isEmpty()) {
            console.print(sides);
        }
        result.conflicts().forEach(conflict -> line(conflict).forEach(console::print));
    }

    private static String outcome(MergeResult result) {
        String would = result.dryRun() ? "would be " : "";
        String commit = result.commit()
                .map(made -> ": commit " + CommitText.shortId(made))
                .orElse("");
        return switch (result.outcome()) {
            case UP_TO_DATE -> "nothing to do";
            case FAST_FORWARD -> would + "fast-forwarded" + commit;
            case MERGED -> would + "merged" + commit;
            case REVERTED -> would + "reverted" + commit;
            case CONFLICTS ->
                Quantity.count(result.unresolved(), "conflict", "conflicts")
                        + (result.dryRun() ? "; nothing was written" : "");
        };
    }

    /** A conflict on a line, and the values it is about on others. */
    static List<String> line(ResolvedConflict resolved) {
        MergeConflict conflict = resolved.conflict();
        String resolution = resolved.resolution()
                .map(side -> " (resolved: " + name(side) + ")")
                .orElse("");
        String first = "  " + ValueText.withoutControls(text(conflict)) + resolution;
        return switch (conflict) {
            case MergeConflict.DivergentProperty property ->
                List.of(
                        first,
                        "    " + (property.basesDiffer() ? "bases differ" : "base " + ValueText.of(property.base()))
                                + ", ours " + ValueText.of(property.ours())
                                + ", theirs " + ValueText.of(property.theirs()));
            case MergeConflict.DivergentInsert insert ->
                List.of(
                        first,
                        "    ours   " + ValueText.of(insert.ours()),
                        "    theirs " + ValueText.of(insert.theirs()));
            default -> List.of(first);
        };
    }

    /** The id and the message, without what both begin with twice. */
    private static String text(MergeConflict conflict) {
        if (conflict instanceof MergeConflict.Schema && conflict.subject().equals(MergeConflict.Schema.WHOLE)) {
            return conflict.message();
        }
        return conflict.property().isEmpty() && conflict.message().startsWith(conflict.subject())
                ? conflict.id()
                        + conflict.message().substring(conflict.subject().length())
                : conflict.id() + ": " + conflict.message();
    }

    private static void write(JsonGenerator json, MergeResult result) throws IOException {
        json.writeStringField("outcome", lower(result.outcome()));
        json.writeStringField(
                "commit", result.commit().map(commit -> commit.id().toString()).orElse(null));
        json.writeStringField("base", result.base().toString());
        json.writeStringField("ours", result.ours().toString());
        json.writeStringField("theirs", result.theirs().toString());
        json.writeBooleanField("dryRun", result.dryRun());
        json.writeBooleanField("replayed", result.replayed());
        json.writeArrayFieldStart("types");
        for (TypeCounts type : result.types()) {
            json.writeStartObject();
            json.writeStringField("type", type.type());
            json.writeNumberField("inserted", type.inserted());
            json.writeNumberField("updated", type.updated());
            json.writeNumberField("deleted", type.deleted());
            json.writeEndObject();
        }
        json.writeEndArray();
        write(json, "schema", result.schema());
        json.writeNumberField("unresolved", result.unresolved());
        writeConflicts(json, result.conflicts());
    }

    /** The member {@code conflicts}, in which users write their resolutions. */
    static void writeConflicts(JsonGenerator json, List<ResolvedConflict> conflicts) throws IOException {
        json.writeArrayFieldStart("conflicts");
        for (ResolvedConflict resolved : conflicts) {
            json.writeStartObject();
            writeMembers(json, resolved.conflict());
            json.writeStringField("resolution", side(resolved.resolution()));
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    /** What a conflict is, without its resolution. */
    static void writeMembers(JsonGenerator json, MergeConflict conflict) throws IOException {
        json.writeStringField("id", conflict.id());
        json.writeStringField("kind", conflict.kind().name());
        json.writeStringField("subject", conflict.subject());
        json.writeStringField("property", conflict.property().isEmpty() ? null : conflict.property());
        json.writeStringField("message", conflict.message());
        writeValues(json, conflict);
    }

    private static void writeValues(JsonGenerator json, MergeConflict conflict) throws IOException {
        switch (conflict) {
            case MergeConflict.DivergentProperty property -> {
                json.writeFieldName("base");
                JsonValues.write(json, property.base());
                if (property.basesDiffer()) {
                    json.writeBooleanField("basesDiffer", true);
                }
                json.writeFieldName("ours");
                JsonValues.write(json, property.ours());
                json.writeFieldName("theirs");
                JsonValues.write(json, property.theirs());
            }
            case MergeConflict.DivergentInsert insert -> {
                json.writeFieldName("ours");
                JsonValues.write(json, insert.ours());
                json.writeFieldName("theirs");
                JsonValues.write(json, insert.theirs());
            }
            case MergeConflict.DeleteUpdate update -> {
                json.writeFieldName("ours");
                JsonValues.write(json, update.deletedBy() == MergeSide.OURS ? null : update.changed());
                json.writeFieldName("theirs");
                JsonValues.write(json, update.deletedBy() == MergeSide.THEIRS ? null : update.changed());
            }
            case MergeConflict.OrphanEdge orphan -> write(json, "nodes", orphan.nodes());
            case MergeConflict.Unique unique -> {
                json.writeStringField("value", unique.value());
                write(json, "others", unique.others());
            }
            case MergeConflict.Cardinality ignored -> {
                // the message says it
            }
            case MergeConflict.Value value ->
                json.writeStringField("rule", value.rule().name());
            case MergeConflict.DivergentDefault property -> {
                json.writeStringField("ours", property.ours());
                json.writeStringField("theirs", property.theirs());
            }
            case MergeConflict.Schema schema -> {
                json.writeStringField("ours", schema.ours());
                json.writeStringField("theirs", schema.theirs());
            }
        }
    }

    private static void write(JsonGenerator json, String member, List<?> texts) throws IOException {
        json.writeArrayFieldStart(member);
        for (Object text : texts) {
            json.writeString(text.toString());
        }
        json.writeEndArray();
    }

    private static @Nullable String side(Optional<MergeSide> side) {
        return side.map(MergePrinter::name).orElse(null);
    }

    private static String name(MergeSide side) {
        return lower(side);
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
