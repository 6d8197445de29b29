package dev.sennit.validate;

import java.util.List;

/** The rules over all rows, in their order, until nothing more is rejected. */
final class SetRules {
    private final List<TypeDelta> types;
    private final KeyRules nodes;
    private final KeyRules edges;
    private final EndpointRules endpoints;

    SetRules(List<TypeDelta> types, DeltaHashes hashes, SpillSettings settings) {
        this.types = types;
        this.nodes = new KeyRules(types, hashes.nodeKeys, hashes.nodeUniques, settings);
        this.edges = new KeyRules(types, hashes.edgeKeys, hashes.edgeUniques, settings);
        this.endpoints = new EndpointRules(types, hashes.nodeKeys, hashes.endpoints);
    }

    void apply(ProblemLog problems) {
        long before;
        do {
            before = problems.rejections();
            problems.forgetGeneral();
            types.forEach(type -> type.replacing.clear());
            nodes.apply(problems);
            endpoints.requireEndpoints(problems);
            edges.apply(problems);
            endpoints.requireMaximum(true, problems);
            endpoints.requireMaximum(false, problems);
            endpoints.requireMinimum(problems);
        } while (problems.rejections() > before);
    }
}
