package dev.sennit.schema;

import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.model.Suggestion;
import dev.sennit.schema.SennitSchemaParser.DeclarationContext;
import dev.sennit.schema.SennitSchemaParser.EdgeTypeContext;
import dev.sennit.schema.SennitSchemaParser.EndpointContext;
import dev.sennit.schema.SennitSchemaParser.NameContext;
import dev.sennit.schema.SennitSchemaParser.NodeTypeContext;
import dev.sennit.schema.SennitSchemaParser.RenamedFromContext;
import dev.sennit.schema.SennitSchemaParser.SchemaContext;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.antlr.v4.runtime.ParserRuleContext;
import org.jspecify.annotations.Nullable;

/**
 * Builds the schema from a syntax tree and checks all rules that need more than one place of it. A tree with syntax
 * errors is read as far as it goes: what is broken counts as declared, so that nothing is reported as its consequence.
 */
final class SchemaBuilder {
    private final SchemaProblems problems;
    private final NameReader names;
    private final CardinalityReader cardinalities;
    private final MigrationHints.Builder hints = new MigrationHints.Builder();

    /** The line each node type was first declared on. */
    private final Map<String, Integer> nodeTypeLines = new TreeMap<>();

    /** The node types that carry each label that is not a type's name. */
    private final Map<String, TreeSet<String>> carriers = new HashMap<>();

    private final Map<String, Integer> edgeTypeLines = new HashMap<>();

    private final Map<DeclarationContext, ElementType> types = new LinkedHashMap<>();
    private final List<Rename> renames = new ArrayList<>();

    /** A RENAMED FROM of the type called {@code type}, whose own name or label is {@code name}. */
    private record Rename(String type, String name, String oldName, RenamedFromContext written) {}

    SchemaBuilder(SchemaProblems problems) {
        this.problems = problems;
        this.names = new NameReader(problems);
        this.cardinalities = new CardinalityReader(problems);
    }

    GraphSchema build(SchemaContext schema) {
        List<DeclarationContext> declarations = schema.declaration();
        declarations.forEach(this::announce);
        List<NodeType> nodeTypes = new ArrayList<>();
        List<EdgeType> edgeTypes = new ArrayList<>();
        for (DeclarationContext declaration : declarations) {
            String documentation = declaration.DOCUMENTATION() == null
                    ? ""
                    : SchemaText.readDocumentation(declaration.DOCUMENTATION().getText());
            NodeTypeContext node = declaration.nodeType();
            EdgeTypeContext edge = declaration.edgeType();
            if (node != null && isUsable(node.name())) {
                NodeType type = nodeType(node, documentation);
                nodeTypes.add(type);
                types.put(declaration, type);
            } else if (edge != null && isUsable(edge.name())) {
                edgeType(edge, documentation).ifPresent(type -> {
                    edgeTypes.add(type);
                    types.put(declaration, type);
                });
            }
        }
        checkRenames();
        return new GraphSchema(nodeTypes, edgeTypes);
    }

    /** What each declaration declares, in the order of the text. */
    Map<DeclarationContext, ElementType> types() {
        return types;
    }

    MigrationHints hints() {
        return hints.build();
    }

    private void announce(DeclarationContext declaration) {
        NodeTypeContext node = declaration.nodeType();
        if (node == null || !isUsable(node.name())) {
            return;
        }
        String name = names.reference(node.name());
        Integer first = nodeTypeLines.putIfAbsent(name, node.getStart().getLine());
        if (first != null) {
            invalid(
                    node.name(),
                    ErrorText.of("the node type '" + name + "' is declared twice")
                            .cause("the first is on line " + first));
        }
        labels(node)
                .forEach(label -> carriers.computeIfAbsent(names.reference(label), l -> new TreeSet<>())
                        .add(name));
    }

    private NodeType nodeType(NodeTypeContext node, String documentation) {
        String name = names.declaration(node.name());
        List<String> labels = new ArrayList<>();
        labels.add(name);
        for (NameContext written : labels(node)) {
            String label = names.declaration(written);
            if (labels.contains(label)) {
                invalid(
                        written,
                        ErrorText.of("NODE " + SchemaText.name(name) + " carries the label '" + label + "' twice")
                                .remedy("leave one out"));
            } else if (nodeTypeLines.containsKey(label)) {
                invalid(
                        written,
                        ErrorText.of("the label '" + label + "' is the name of another node type")
                                .cause("(:" + SchemaText.name(label) + ") would no longer mean that type alone"));
            } else {
                labels.add(label);
            }
        }
        BodyReader body = new BodyReader(problems, "NODE " + SchemaText.name(name), false).read(node.body());
        body.addHints(name, hints);
        addRename(name, name, node.renamedFrom());
        return new NodeType(
                name,
                labels,
                body.properties(),
                body.key().orElse(List.of()),
                body.uniques(),
                body.indexes(),
                documentation);
    }

    private Optional<EdgeType> edgeType(EdgeTypeContext edge, String documentation) {
        String label = names.declaration(edge.name());
        edge.endpoint().forEach(this::checkEndpoint);
        BodyReader body = new BodyReader(problems, "EDGE " + SchemaText.name(label), true).read(edge.body());
        boolean complete = edge.endpoint().size() == 2
                && edge.cardinality() != null
                && edge.cardinality().exception == null
                && edge.endpoint().stream().allMatch(e -> e.name() != null && e.exception == null);
        if (!complete) {
            return Optional.empty();
        }
        EdgeType type = new EdgeType(
                label,
                names.reference(edge.endpoint(0).name()),
                names.reference(edge.endpoint(1).name()),
                cardinalities.read(edge.cardinality()),
                body.incoming(),
                body.properties(),
                body.key(),
                body.uniques(),
                body.indexes(),
                documentation);
        checkDeclaredOnce(edge, type);
        body.addHints(type.name(), hints);
        addRename(type.name(), label, edge.renamedFrom());
        return Optional.of(type);
    }

    private void checkEndpoint(EndpointContext endpoint) {
        if (!isUsable(endpoint.name())) {
            return;
        }
        String name = names.reference(endpoint.name());
        if (nodeTypeLines.containsKey(name)) {
            return;
        }
        TreeSet<String> carrying = carriers.get(name);
        if (carrying != null) {
            problems.add(
                    ErrorCode.UNKNOWN_NAME,
                    endpoint.name(),
                    ErrorText.of("'" + name + "' is a label, and an edge type needs a node type")
                            .remedy("declare one edge type for each of " + String.join(", ", carrying)));
            return;
        }
        ErrorText text = ErrorText.of("unknown node type '" + name + "'");
        problems.add(
                ErrorCode.UNKNOWN_NAME,
                endpoint.name(),
                Suggestion.didYouMean(name, nodeTypeLines.keySet())
                        .map(text::remedy)
                        .orElse(text.remedy("declare NODE " + SchemaText.name(name))));
    }

    private void checkDeclaredOnce(EdgeTypeContext edge, EdgeType type) {
        Integer first = edgeTypeLines.putIfAbsent(type.name(), edge.getStart().getLine());
        if (first != null) {
            invalid(
                    edge.name(),
                    ErrorText.of("the edge type " + type.name() + " is declared twice")
                            .cause("the first is on line " + first)
                            .remedy("edges between the same node types that differ in kind need labels of their own"));
        } else if (nodeTypeLines.containsKey(type.name())) {
            invalid(edge.name(), ErrorText.of("the edge type " + type.name() + " has the name of a node type"));
        }
    }

    private void addRename(String type, String name, @Nullable RenamedFromContext written) {
        if (written != null && isUsable(written.name())) {
            hints.renamedTypes.put(type, names.reference(written.name()));
            renames.add(new Rename(type, name, names.reference(written.name()), written));
        }
    }

    /** Two types cannot both be one old type, and a type that is still declared was not renamed. */
    private void checkRenames() {
        Map<String, String> newTypes = new HashMap<>();
        for (Rename rename : renames) {
            String endpoints = rename.type.substring(rename.name.length());
            String oldType = rename.oldName + endpoints;
            String other = newTypes.putIfAbsent(oldType, rename.type);
            String cause = null;
            boolean declared = nodeTypeLines.containsKey(oldType) || edgeTypeLines.containsKey(oldType);
            if (rename.oldName.equals(rename.name)) {
                cause = "that is its name";
            } else if (declared) {
                cause = "'" + rename.oldName + "' is still declared";
            } else if (other != null) {
                cause = "'" + other + "' already is";
            }
            if (cause != null) {
                ErrorText text = ErrorText.of("'" + rename.name + "' cannot be renamed from '" + rename.oldName + "'")
                        .cause(cause);
                invalid(
                        rename.written,
                        declared && !rename.oldName.equals(rename.name)
                                ? text.remedy(MigrationHints.TWO_CHANGES)
                                : text);
            }
        }
    }

    private static List<NameContext> labels(NodeTypeContext node) {
        return node.labels() == null
                ? List.of()
                : node.labels().name().stream().filter(SchemaBuilder::isUsable).toList();
    }

    private static boolean isUsable(@Nullable NameContext name) {
        return name != null && name.exception == null;
    }

    private void invalid(ParserRuleContext place, ErrorText text) {
        problems.add(ErrorCode.INVALID_SCHEMA, place, text);
    }
}
