package dev.sennit.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sennit.cli.print.JsonLines;
import dev.sennit.cli.print.Quantity;
import dev.sennit.cli.print.ValueText;
import dev.sennit.model.ConstraintViolationException;
import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.model.InvalidTextException;
import dev.sennit.model.MergeConflictsException;
import dev.sennit.model.OperationId;
import dev.sennit.model.RefusedStep;
import dev.sennit.model.ResolvedConflict;
import dev.sennit.model.SchemaChangeRefusedException;
import dev.sennit.model.SennitException;
import dev.sennit.model.UnsupportedException;
import dev.sennit.model.Violation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What is told about a failure, to people and to programs.
 *
 * @param excerpt the line of the user's text that is wrong, with carets below it
 * @param violations the first violations of rules, in input order
 * @param totalViolations how many there were in all
 * @param conflicts those of a merge
 * @param further more that is wrong with the same text
 */
record ErrorReport(
        ErrorCode code,
        ErrorText text,
        Optional<String> excerpt,
        List<Violation> violations,
        long totalViolations,
        List<ResolvedConflict> conflicts,
        Optional<OperationId> operation,
        List<ErrorReport> further) {
    private static final int MAX_VIOLATIONS = 100;
    private static final int MAX_PROBLEMS = 20;

    /** How a cause begins that names one of several things. */
    private static final String FIRST = "the first: ";

    static ErrorReport of(Throwable failure) {
        return switch (failure) {
            case ConstraintViolationException e ->
                new ErrorReport(
                        e.code(),
                        e.text(),
                        Optional.empty(),
                        e.violations(),
                        e.total(),
                        List.of(),
                        e.operationId(),
                        List.of());
            case MergeConflictsException e ->
                new ErrorReport(
                        e.code(), e.text(), Optional.empty(), List.of(), 0, e.conflicts(), e.operationId(), List.of());
            case SchemaChangeRefusedException e ->
                new ErrorReport(
                        e.code(),
                        e.text(),
                        Optional.empty(),
                        e.violations(),
                        e.total(),
                        List.of(),
                        e.operationId(),
                        e.refusals().stream().skip(1).map(ErrorReport::of).toList());
            case InvalidTextException e -> of(e);
            case UnsupportedException e -> of(e, e.excerpt());
            case SennitException e -> of(e, Optional.empty());
            case UncheckedIOException e -> of(ErrorCode.STORE_UNAVAILABLE, io(e));
            case IOException e -> of(ErrorCode.STORE_UNAVAILABLE, io(e));
            case OutOfMemoryError e ->
                of(
                        ErrorCode.RESOURCE_LIMIT,
                        ErrorText.of("out of memory")
                                .cause(String.valueOf(e.getMessage()))
                                .remedy("give the JVM more, for example SENNIT_JAVA_OPTS=-Xmx4g"));
            default ->
                of(
                        ErrorCode.INTERNAL,
                        ErrorText.of("internal error: " + failure)
                                .cause("this is a defect in Sennit, not in what you did")
                                .remedy("SENNIT_DEBUG=1 shows where it happened; please report it with that"));
        };
    }

    private static ErrorReport of(RefusedStep refusal) {
        return of(
                ErrorCode.SCHEMA_CHANGE_REFUSED,
                ErrorText.of("cannot " + refusal.step()).cause(refusal.reason()).remedy(refusal.wayOut()));
    }

    static ErrorReport of(ErrorCode code, ErrorText text) {
        return new ErrorReport(code, text, Optional.empty(), List.of(), 0, List.of(), Optional.empty(), List.of());
    }

    int exitCode() {
        return code.category().exitCode();
    }

    /** Problem, cause, excerpt, violations and remedy, each on lines of its own. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add("error: " + place() + ValueText.withoutControls(text.problem()));
        String cause = text.cause();
        if (cause != null) {
            unlisted(cause).ifPresent(rest -> lines.add("  " + ValueText.withoutControls(rest)));
        }
        excerpt.ifPresent(shown -> shown.lines().forEach(lines::add));
        List<Violation> shown = violations.subList(0, Math.min(violations.size(), MAX_VIOLATIONS));
        inFileOrder(shown).stream()
                .filter(violation -> !violation.message().equals(text.problem()))
                .forEach(violation -> lines.add("  " + line(violation)));
        moreViolations(
                        totalViolations,
                        shown.size(),
                        Optional.ofNullable(text.details().get(SchemaChangeRefusedException.VIOLATIONS_FILE))
                                .map(String::valueOf),
                        code == ErrorCode.SCHEMA_CHANGE_REFUSED ? ViolationFlags.VIOLATIONS : "")
                .ifPresent(lines::add);
        conflicts.stream().limit(MAX_VIOLATIONS).forEach(conflict -> lines.addAll(MergePrinter.line(conflict)));
        if (conflicts.size() > MAX_VIOLATIONS) {
            lines.add("  and " + Quantity.count(conflicts.size() - MAX_VIOLATIONS) + " more");
        }
        if (code == ErrorCode.OUTCOME_UNKNOWN) {
            operation.ifPresent(id -> lines.add("  operation " + id));
        }
        String remedy = text.remedy();
        if (remedy != null) {
            lines.add("help: " + ValueText.withoutControls(remedy));
        }
        further.stream().limit(MAX_PROBLEMS - 1).forEach(problem -> lines.addAll(problem.lines()));
        if (further.size() >= MAX_PROBLEMS) {
            lines.add("and " + Quantity.count(further.size() - MAX_PROBLEMS + 1) + " more errors");
        }
        return lines;
    }

    /** What the cause says beside the first of the things listed below it, which it repeats for those who see no list. */
    private Optional<String> unlisted(String cause) {
        String told = cause.startsWith(FIRST) ? cause.substring(FIRST.length()) : cause;
        return Stream.concat(
                        violations.stream().map(Violation::message),
                        conflicts.stream().map(conflict -> conflict.conflict().message()))
                .limit(MAX_VIOLATIONS)
                .filter(listed -> told.equals(listed) || told.startsWith(listed + "; "))
                .findFirst()
                .map(listed -> told.equals(listed)
                        ? Optional.<String>empty()
                        : Optional.of(told.substring(listed.length() + 2)))
                .orElse(Optional.of(cause));
    }

    /**
     * The line about violations that are not shown.
     *
     * @param file where all are
     * @param flag the flag that names such a file; empty if the command has none
     */
    static Optional<String> moreViolations(long total, int shown, Optional<String> file, String flag) {
        if (total > 0 && file.isPresent()) {
            return Optional.of(
                    "  " + (total == 1 ? "it is in " : "all " + Quantity.count(total) + " are in ") + file.get());
        }
        return shown == 0 || total <= shown
                ? Optional.empty()
                : Optional.of("  and " + Quantity.count(total - shown) + " more"
                        + (flag.isEmpty() ? "" : "; " + flag + " <file> takes all"));
    }

    /** The line of a text of several lines. */
    private String place() {
        return excerpt.isPresent() && text.details().get("line") instanceof Integer line && line > 1
                ? "line " + line + ": "
                : "";
    }

    /** {@code routes.csv:17: ENDPOINT ROUTE(Airport,Airport) AMS->QQQ: there is no Airport 'QQQ'}. */
    static String line(Violation violation) {
        StringBuilder line = new StringBuilder();
        if (violation.source() != null) {
            line.append(violation.source());
            line.append(violation.line() > 0 ? ":" + violation.line() : "").append(": ");
        }
        line.append(violation.rule()).append(' ');
        String type = violation.type();
        if (type != null && !violation.message().startsWith(type)) {
            line.append(type);
            line.append(violation.property() != null ? "." + violation.property() : "")
                    .append(' ');
        }
        return ValueText.withoutControls(line.append(message(violation)).toString());
    }

    /** The message; where no line of a file tells which element it is about, with its id. */
    private static String message(Violation violation) {
        String property = violation.type() + "." + violation.property() + ":";
        return violation.source() == null
                        && violation.key() != null
                        && violation.message().startsWith(property)
                ? violation.type() + "." + violation.property() + " of '" + violation.key() + "':"
                        + violation.message().substring(property.length())
                : violation.message();
    }

    /** The violations by file and line, files in the order they first come; those of no line by type and message. */
    static List<Violation> inFileOrder(List<Violation> violations) {
        List<String> files = violations.stream()
                .map(v -> String.valueOf(v.source()))
                .distinct()
                .toList();
        List<String> types = violations.stream()
                .map(v -> String.valueOf(v.type()))
                .distinct()
                .toList();
        return violations.stream()
                .sorted(Comparator.comparingInt((Violation v) -> files.indexOf(String.valueOf(v.source())))
                        .thenComparingLong(Violation::line)
                        .thenComparingInt(v -> v.line() > 0 ? 0 : types.indexOf(String.valueOf(v.type())))
                        .thenComparing(v -> v.line() > 0 ? "" : v.message()))
                .toList();
    }

    /** The report as one JSON object. Every member is always there. */
    String json() {
        return JsonLines.text(json -> {
            json.writeObjectFieldStart("error");
            writeMembers(json);
            json.writeEndObject();
        });
    }

    private void writeMembers(JsonGenerator json) throws IOException {
        json.writeStringField("code", code.name());
        json.writeStringField("gqlstatus", code.gqlStatus().orElse(null));
        json.writeStringField("message", text.cause() == null ? text.problem() : text.problem() + ": " + text.cause());
        json.writeStringField("remedy", text.remedy());
        json.writeObjectFieldStart("details");
        for (Map.Entry<String, Object> detail : text.details().entrySet()) {
            if (isListedBelow(detail.getKey())) {
                continue;
            }
            json.writeFieldName(detail.getKey());
            writeDetail(json, detail.getValue());
        }
        if (excerpt.isPresent()) {
            json.writeStringField("excerpt", excerpt.get());
        }
        if (!violations.isEmpty()) {
            json.writeArrayFieldStart("violations");
            for (Violation violation : violations) {
                CommandJson.writeViolation(json, violation);
            }
            json.writeEndArray();
            json.writeNumberField("violationsTotal", totalViolations);
        }
        if (!conflicts.isEmpty()) {
            MergePrinter.writeConflicts(json, conflicts);
        }
        if (!further.isEmpty()) {
            json.writeArrayFieldStart("further");
            for (ErrorReport problem : further) {
                json.writeStartObject();
                problem.writeMembers(json);
                json.writeEndObject();
            }
            json.writeEndArray();
        }
        json.writeEndObject();
        json.writeStringField(
                "operationId", operation.map(OperationId::toString).orElse(null));
    }

    /** The details count what the lists name: a member is there once. */
    private boolean isListedBelow(String detail) {
        return detail.equals("violations") && !violations.isEmpty()
                || detail.equals("conflicts") && !conflicts.isEmpty();
    }

    private static ErrorReport of(InvalidTextException e) {
        List<ErrorReport> further = e.problems().stream()
                .skip(1)
                .map(problem -> of(problem, problem.excerpt()))
                .toList();
        return new ErrorReport(e.code(), e.text(), e.excerpt(), List.of(), 0, List.of(), e.operationId(), further);
    }

    private static ErrorReport of(SennitException e, Optional<String> excerpt) {
        return new ErrorReport(e.code(), e.text(), excerpt, List.of(), 0, List.of(), e.operationId(), List.of());
    }

    private static ErrorText io(Exception e) {
        String message = e.getMessage() == null ? "" : " " + e.getMessage();
        return ErrorText.of("reading or writing failed: " + e.getClass().getSimpleName() + message);
    }

    private static void writeDetail(JsonGenerator json, Object value) throws IOException {
        switch (value) {
            case Boolean bool -> json.writeBoolean(bool);
            case Integer number -> json.writeNumber(number);
            case Long number -> json.writeNumber(number);
            case Double number -> json.writeNumber(number);
            case List<?> list -> {
                json.writeStartArray();
                for (Object element : list) {
                    writeDetail(json, element);
                }
                json.writeEndArray();
            }
            case Map<?, ?> map -> {
                json.writeStartObject();
                for (Map.Entry<?, ?> entry : map.entrySet()) {
                    json.writeFieldName(String.valueOf(entry.getKey()));
                    writeDetail(json, entry.getValue());
                }
                json.writeEndObject();
            }
            default -> json.writeString(value.toString());
        }
    }
}
