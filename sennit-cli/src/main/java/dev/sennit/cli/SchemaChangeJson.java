package dev.sennit.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sennit.SchemaChange;
import dev.sennit.model.RefusedStep;
import dev.sennit.model.Violation;
import dev.sennit.schema.migration.PlannedStep;
import dev.sennit.schema.migration.StepCost;
import java.io.IOException;
import java.util.Locale;

/** A schema change as JSON. */
final class SchemaChangeJson {
    private SchemaChangeJson() {}

    static void write(JsonGenerator json, SchemaChange change, boolean dryRun) throws IOException {
        json.writeStringField(
                "commit", change.commit().map(commit -> commit.id().toString()).orElse(null));
        json.writeBooleanField("dryRun", dryRun);
        json.writeBooleanField("replayed", change.replayed());
        json.writeNumberField("rowsRead", change.rowsRead());
        json.writeNumberField("rowsRewritten", change.rowsRewritten());
        json.writeArrayFieldStart("steps");
        for (PlannedStep step : change.steps()) {
            writeStep(json, step);
        }
        json.writeEndArray();
        json.writeArrayFieldStart("refusals");
        for (RefusedStep refusal : change.refusals()) {
            json.writeStartObject();
            json.writeStringField("step", refusal.step());
            json.writeStringField("reason", refusal.reason());
            json.writeStringField("wayOut", refusal.wayOut());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeArrayFieldStart("violations");
        for (Violation violation : change.violations()) {
            CommandJson.writeViolation(json, violation);
        }
        json.writeEndArray();
        json.writeNumberField("violationsTotal", change.totalViolations());
    }

    private static void writeStep(JsonGenerator json, PlannedStep step) throws IOException {
        json.writeStartObject();
        json.writeStringField("step", kind(step));
        json.writeStringField("type", step.step().type());
        json.writeStringField("property", step.step().property().orElse(null));
        json.writeStringField("text", step.step().text());
        json.writeStringField(
                "cost",
                switch (step.cost()) {
                    case StepCost.MetadataOnly ignored -> "metadata";
                    case StepCost.ReadsRows ignored -> "read";
                    case StepCost.RewritesRows ignored -> "rewrite";
                });
        json.writeNumberField("rows", step.cost().rowCount());
        json.writeBooleanField("hidesData", step.step().hidesData());
        json.writeEndObject();
    }

    /** {@code ADD_PROPERTY}: the step's class in the spelling of codes. */
    private static String kind(PlannedStep step) {
        return step.step()
                .getClass()
                .getSimpleName()
                .replaceAll("(?<=[a-z])([A-Z])", "_$1")
                .toUpperCase(Locale.ROOT);
    }
}
