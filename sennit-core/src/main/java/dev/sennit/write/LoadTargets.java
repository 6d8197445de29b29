package dev.sennit.write;

import dev.sennit.input.Column;
import dev.sennit.input.Columns;
import dev.sennit.input.InputReader;
import dev.sennit.input.InputTarget;
import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.model.InvalidDataException;
import dev.sennit.model.InvalidTextException;
import dev.sennit.schema.EdgeType;
import dev.sennit.schema.ElementType;
import dev.sennit.schema.GraphSchema;
import dev.sennit.schema.NodeType;
import java.util.List;
import java.util.Optional;

/** Judges the types files are loaded into before any row is: one error a file, not one a row. */
final class LoadTargets {
    private final GraphSchema schema;
    private final EndpointResolver endpoints;
    private final Optional<String> dateFormat;

    LoadTargets(GraphSchema schema, EndpointResolver endpoints, Optional<String> dateFormat) {
        this.schema = schema;
        this.endpoints = endpoints;
        this.dateFormat = dateFormat;
    }

    /** A file whose rows are all of one type, or of one label, names one that the schema has. */
    void requireKnown(List<LoadRequest.Input> inputs) {
        for (LoadRequest.Input input : inputs) {
            if (typesOf(input.target()).isEmpty()) {
                switch (input.target()) {
                    case InputTarget.Nodes nodes ->
                        throw unknown(
                                "node type",
                                nodes.type(),
                                schema.nodeTypes().stream().map(NodeType::name).toList());
                    case InputTarget.Edges edges ->
                        throw unknown(
                                "edge type",
                                edges.label(),
                                schema.edgeTypes().stream()
                                        .map(EdgeType::label)
                                        .distinct()
                                        .toList());
                    case InputTarget.SelfDescribed ignored -> {
                        // each row is judged
                    }
                }
            }
        }
    }

    /** A header of which no column is a property is not that of the type, or its cells are separated otherwise. */
    void requireFittingHeader(InputReader reader, LoadRequest.Input input) {
        List<? extends ElementType> types = typesOf(input.target());
        if (reader.header().isEmpty() || types.isEmpty()) {
            return;
        }
        Columns header = reader.header().get();
        for (ElementType type : types) {
            RowPlan plan = RowPlan.of(type, header, dateFormat);
            if (!plan.known().isEmpty() || plan.unknown().isEmpty()) {
                return;
            }
        }
        List<String> names = header.all().stream().map(Column::name).toList();
        String only = names.getFirst();
        boolean separated = names.size() == 1 && (only.contains(";") || only.contains("\t") || only.contains("|"));
        throw new InvalidDataException(ErrorText.of(input.source().name() + " has no column that is a property of "
                        + types.getFirst().name())
                .cause("its columns are " + String.join(", ", names))
                .remedy(
                        separated
                                ? "say what separates the cells with --delimiter"
                                : "map columns with --map, or name them with --columns if the file has no header")
                .detail("source", input.source().name()));
    }

    private List<? extends ElementType> typesOf(InputTarget target) {
        return switch (target) {
            case InputTarget.Nodes nodes ->
                schema.nodeType(nodes.type()).stream().toList();
            case InputTarget.Edges edges -> endpoints.declarations(edges.label());
            case InputTarget.SelfDescribed ignored -> List.of();
        };
    }

    private static InvalidTextException unknown(String what, String name, List<String> known) {
        return new InvalidTextException(
                ErrorCode.UNKNOWN_NAME,
                ErrorText.of("no " + what + " '" + name + "' to load rows into")
                        .remedy(KnownNames.remedy(name, known)));
    }
}
