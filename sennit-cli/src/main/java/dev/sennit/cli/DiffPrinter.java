package dev.sennit.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sennit.Diff;
import dev.sennit.Diff.TypeSummary;
import dev.sennit.cli.print.JsonLines;
import dev.sennit.cli.print.Quantity;
import dev.sennit.cli.print.TextTable;
import dev.sennit.cli.print.ValueText;
import dev.sennit.model.EdgeId;
import dev.sennit.model.ElementChange;
import dev.sennit.model.ElementChange.PropertyChange;
import dev.sennit.model.ElementId;
import dev.sennit.model.JsonValues;
import dev.sennit.model.NodeId;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;

/** Prints what differs between two states. */
final class DiffPrinter {
    private final Console console;

    DiffPrinter(Console console) {
        this.console = console;
    }

    void printSummary(Diff diff, List<TypeSummary> types, boolean json) {
        if (json) {
            new JsonLines(console.out()).object(out -> writeSummary(out, diff, types));
        } else {
            printTable(types);
        }
    }

    private void printTable(List<TypeSummary> types) {
        if (types.isEmpty()) {
            console.print("no differences");
            return;
        }
        TextTable table = new TextTable(console.out(), List.of("type", "inserted", "updated", "deleted"))
                .alignRight(1)
                .alignRight(2)
                .alignRight(3);
        types.forEach(type -> table.row(List.of(
                type.type(),
                Quantity.count(type.inserted()),
                Quantity.count(type.updated()),
                Quantity.count(type.deleted()))));
        table.end();
    }

    /** One element after the other, as they are read. */
    void printElements(Iterator<ElementChange> changes, boolean json) {
        if (json) {
            JsonLines lines = new JsonLines(console.out());
            changes.forEachRemaining(change -> lines.object(out -> writeElement(out, change)));
            return;
        }
        if (!changes.hasNext()) {
            console.print("no differences");
        }
        changes.forEachRemaining(this::printElement);
    }

    private void printElement(ElementChange change) {
        char sign = switch (change.kind()) {
            case INSERTED -> '+';
            case UPDATED -> '~';
            case DELETED -> '-';
        };
        console.print(sign + " " + ValueText.withoutControls(change.element().toString()));
        for (PropertyChange property : change.properties()) {
            String name = "    " + ValueText.withoutControls(property.property()) + ": ";
            console.print(name
                    + switch (change.kind()) {
                        case INSERTED -> ValueText.of(property.after());
                        case DELETED -> ValueText.of(property.before());
                        case UPDATED -> ValueText.of(property.before()) + " -> " + ValueText.of(property.after());
                    });
        }
    }

    static void writeSummary(JsonGenerator json, Diff diff, List<TypeSummary> types) throws IOException {
        json.writeStringField("from", diff.from().id().toString());
        json.writeStringField("to", diff.to().id().toString());
        json.writeBooleanField("changesSchema", diff.changesSchema());
        json.writeArrayFieldStart("types");
        for (TypeSummary type : types) {
            json.writeStartObject();
            json.writeStringField("type", type.type());
            json.writeNumberField("inserted", type.inserted());
            json.writeNumberField("updated", type.updated());
            json.writeNumberField("deleted", type.deleted());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    static void writeElement(JsonGenerator json, ElementChange change) throws IOException {
        json.writeStringField("change", change.kind().name().toLowerCase(Locale.ROOT));
        writeName(json, change.element());
        json.writeObjectFieldStart("properties");
        for (PropertyChange property : change.properties()) {
            json.writeObjectFieldStart(property.property());
            json.writeFieldName("before");
            JsonValues.write(json, property.before());
            json.writeFieldName("after");
            JsonValues.write(json, property.after());
            json.writeEndObject();
        }
        json.writeEndObject();
        json.writeFieldName("before");
        JsonValues.write(json, change.before().orElse(null));
        json.writeFieldName("after");
        JsonValues.write(json, change.after().orElse(null));
    }

    /** The members that name an element: {@code "node"} or {@code "edge"} with its type, and {@code "id"}. */
    static void writeName(JsonGenerator json, ElementId element) throws IOException {
        switch (element) {
            case NodeId node -> json.writeStringField("node", node.type());
            case EdgeId edge -> json.writeStringField("edge", edge.type());
        }
        json.writeStringField("id", element.id());
    }
}
