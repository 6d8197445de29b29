package dev.sennit.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sennit.model.BranchInfo;
import dev.sennit.model.CheckReport;
import dev.sennit.model.CollectReport;
import dev.sennit.model.CommitId;
import dev.sennit.model.CommitInfo;
import dev.sennit.model.GraphInfo;
import dev.sennit.model.LoadResult;
import dev.sennit.model.OperationInfo;
import dev.sennit.model.OptimizeReason;
import dev.sennit.model.OptimizeResult;
import dev.sennit.model.TableHealth;
import dev.sennit.model.TagInfo;
import dev.sennit.model.Violation;
import java.io.IOException;
import java.util.Map;

/** The JSON that commands print besides rows. Members are only ever added; those without a value are null. */
final class CommandJson {
    private CommandJson() {}

    static void writeCommit(JsonGenerator json, CommitInfo commit) throws IOException {
        json.writeStringField("commit", commit.id().toString());
        json.writeArrayFieldStart("parents");
        for (CommitId parent : commit.parents()) {
            json.writeString(parent.toString());
        }
        json.writeEndArray();
        json.writeStringField("time", commit.time().toString());
        json.writeStringField("author", commit.author());
        json.writeStringField("writer", commit.writer());
        json.writeStringField("message", commit.message());
        json.writeStringField("operation", commit.operation().toString());
        json.writeStringField("idempotencyKey", commit.idempotencyKey().orElse(null));
        json.writeArrayFieldStart("tablesTouched");
        for (String table : commit.tablesTouched()) {
            json.writeString(table);
        }
        json.writeEndArray();
        json.writeObjectFieldStart("result");
        for (Map.Entry<String, Long> number : commit.result().entrySet()) {
            json.writeNumberField(number.getKey(), number.getValue());
        }
        json.writeEndObject();
    }

    static void writeBranch(JsonGenerator json, BranchInfo branch) throws IOException {
        json.writeStringField("branch", branch.name());
        json.writeStringField("incarnation", branch.incarnation().toString());
        json.writeStringField("creator", branch.creator());
        json.writeStringField("created", branch.created().toString());
        json.writeStringField("start", branch.start().toString());
        json.writeObjectFieldStart("head");
        writeCommit(json, branch.head());
        json.writeEndObject();
        json.writeNumberField("ahead", branch.ahead());
        json.writeNumberField("behind", branch.behind());
    }

    static void writeTag(JsonGenerator json, TagInfo tag) throws IOException {
        json.writeStringField("tag", tag.name());
        json.writeStringField("creator", tag.creator());
        json.writeStringField("created", tag.created().toString());
        json.writeObjectFieldStart("commit");
        writeCommit(json, tag.commit());
        json.writeEndObject();
    }

    static void writeOperation(JsonGenerator json, OperationInfo operation) throws IOException {
        json.writeStringField("operation", operation.operation().toString());
        json.writeStringField("state", OperationTable.state(operation));
        json.writeStringField("time", operation.time().toString());
        json.writeStringField("writer", operation.writer().orElse(null));
        json.writeStringField("branch", operation.branch().orElse(null));
        json.writeStringField("author", operation.author().orElse(null));
        json.writeStringField(
                "commit",
                operation.commit().map(commit -> commit.id().toString()).orElse(null));
        json.writeStringField("why", operation.why());
    }

    static void writeInfo(JsonGenerator json, GraphInfo info) throws IOException {
        json.writeStringField("graph", info.graph().toString());
        json.writeStringField("location", info.location());
        json.writeStringField("branch", info.branch());
        json.writeObjectFieldStart("head");
        writeCommit(json, info.head());
        json.writeEndObject();
        json.writeNumberField("nodes", info.nodeCount());
        json.writeNumberField("edges", info.edgeCount());
        json.writeNumberField("sizeBytes", info.sizeBytes());
        json.writeArrayFieldStart("types");
        for (GraphInfo.TypeInfo type : info.types()) {
            json.writeStartObject();
            json.writeStringField("type", type.name());
            json.writeStringField("kind", type.isEdge() ? "edge" : "node");
            json.writeNumberField("rows", type.rowCount());
            json.writeNumberField("properties", type.properties());
            json.writeNumberField("indexedRows", type.indexedRows());
            json.writeNumberField("sizeBytes", type.sizeBytes());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    static void writeLoad(JsonGenerator json, LoadResult result) throws IOException {
        json.writeStringField(
                "commit", result.commit().map(commit -> commit.id().toString()).orElse(null));
        json.writeBooleanField("dryRun", result.dryRun());
        json.writeBooleanField("replayed", result.replayed());
        json.writeNumberField("rejected", result.rejected());
        json.writeNumberField("unassigned", result.unassigned());
        json.writeArrayFieldStart("types");
        for (LoadResult.TypeCounts counts : result.types()) {
            json.writeStartObject();
            json.writeStringField("type", counts.type());
            json.writeNumberField("read", counts.read());
            json.writeNumberField("inserted", counts.inserted());
            json.writeNumberField("updated", counts.updated());
            json.writeNumberField("unchanged", counts.unchanged());
            json.writeNumberField("rejected", counts.rejected());
            json.writeNumberField("deleted", counts.deleted());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeArrayFieldStart("violations");
        for (Violation violation : result.violations()) {
            writeViolation(json, violation);
        }
        json.writeEndArray();
    }

    static void writeCollect(JsonGenerator json, CollectReport report) throws IOException {
        json.writeStringField("graph", report.graph().toString());
        json.writeBooleanField("dryRun", report.dryRun());
        json.writeNumberField("settled", report.settled());
        json.writeArrayFieldStart("branches");
        for (CollectReport.Branch branch : report.branches()) {
            json.writeStartObject();
            json.writeStringField("branch", branch.name());
            json.writeNumberField("kept", branch.kept());
            json.writeNumberField("expired", branch.expired());
            json.writeStringField("oldest", branch.oldest().toString());
            json.writeStringField("oldestTime", branch.oldestTime().toString());
            json.writeEndObject();
        }
        json.writeEndArray();
        writeFiles(json, "kept", report.kept());
        writeFiles(json, "young", report.young());
        writeFiles(json, "removed", report.removed());
        json.writeArrayFieldStart("directories");
        for (CollectReport.Directory directory : report.directories()) {
            json.writeStartObject();
            json.writeStringField("path", directory.path());
            json.writeStringField("type", directory.type().orElse(null));
            writeFiles(json, "kept", directory.kept());
            writeFiles(json, "young", directory.young());
            writeFiles(json, "removed", directory.removed());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void writeFiles(JsonGenerator json, String name, CollectReport.Files files) throws IOException {
        json.writeObjectFieldStart(name);
        json.writeNumberField("files", files.count());
        json.writeNumberField("bytes", files.bytes());
        json.writeEndObject();
    }

    static void writeCheck(JsonGenerator json, CheckReport report) throws IOException {
        json.writeStringField("graph", report.graph().toString());
        json.writeBooleanField("sound", report.isSound());
        json.writeBooleanField("dataRead", report.dataRead());
        json.writeNumberField("problems", report.problems());
        json.writeNumberField("notes", report.notes());
        json.writeNumberField("states", report.counts().states());
        json.writeNumberField("tables", report.counts().tables());
        json.writeNumberField("versions", report.counts().versions());
        json.writeNumberField("files", report.counts().files());
        json.writeNumberField("bytes", report.counts().bytes());
        json.writeNumberField("rows", report.counts().rows());
        json.writeArrayFieldStart("findings");
        for (CheckReport.Finding finding : report.findings()) {
            json.writeStartObject();
            json.writeStringField("severity", finding.severity().name());
            json.writeStringField("kind", finding.kind().name());
            json.writeStringField("thing", finding.thing());
            json.writeStringField(
                    "commit", finding.commit().map(CommitId::toString).orElse(null));
            json.writeStringField("problem", finding.problem());
            json.writeStringField("remedy", finding.remedy());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    static void writeOptimize(JsonGenerator json, OptimizeResult result) throws IOException {
        json.writeBooleanField("dryRun", result.dryRun());
        json.writeArrayFieldStart("types");
        for (OptimizeResult.TypeResult type : result.types()) {
            json.writeStartObject();
            json.writeStringField("type", type.type());
            json.writeArrayFieldStart("reasons");
            for (OptimizeReason reason : type.reasons()) {
                json.writeString(reason.name());
            }
            json.writeEndArray();
            json.writeNumberField("rowsRewritten", type.rowsRewritten());
            writeHealth(json, "before", type.before());
            writeHealth(json, "after", type.after());
            json.writeArrayFieldStart("commits");
            for (CommitInfo commit : type.commits()) {
                json.writeString(commit.id().toString());
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void writeHealth(JsonGenerator json, String name, TableHealth health) throws IOException {
        json.writeObjectFieldStart(name);
        json.writeNumberField("rows", health.rows());
        json.writeNumberField("deletedRows", health.deletedRows());
        json.writeNumberField("fragments", health.fragments());
        json.writeNumberField("segments", health.segments());
        json.writeNumberField("unindexedRows", health.unindexedRows());
        json.writeEndObject();
    }

    static void writeViolation(JsonGenerator json, Violation violation) throws IOException {
        json.writeStartObject();
        writeViolationMembers(json, violation);
        json.writeEndObject();
    }

    static void writeViolationMembers(JsonGenerator json, Violation violation) throws IOException {
        json.writeStringField("rule", violation.rule().name());
        json.writeStringField("type", violation.type());
        json.writeStringField("property", violation.property());
        json.writeStringField("key", violation.key());
        json.writeStringField("value", violation.value());
        json.writeStringField("source", violation.source());
        if (violation.line() > 0) {
            json.writeNumberField("line", violation.line());
        } else {
            json.writeNullField("line");
        }
        json.writeStringField("message", violation.message());
    }
}
