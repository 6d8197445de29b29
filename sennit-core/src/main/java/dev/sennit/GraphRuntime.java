package dev.sennit;

import dev.sennit.manifest.BirthCertificate;
import dev.sennit.manifest.BranchChain;
import dev.sennit.manifest.RevisionResolver;
import dev.sennit.model.ErrorText;
import dev.sennit.model.NotFoundException;
import dev.sennit.model.Suggestion;
import dev.sennit.protocol.GraphWriteProtocol;
import dev.sennit.protocol.ProtocolContext;
import dev.sennit.query.QueryEngine;
import dev.sennit.query.execution.AdjacencyCache;
import dev.sennit.store.TableStore;
import dev.sennit.write.WriterResources;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Everything that open handles of one graph share in this process: the stores, the protocol with its gates and its
 * registry of running writes, and the sources of time and chance. Thread-safe.
 *
 * @param options of whoever opened the graph first
 * @param mainChain the chain of the branch {@code main}
 * @param writers what the writers share
 */
record GraphRuntime(
        Path root,
        OpenOptions options,
        BirthCertificate certificate,
        ProtocolContext protocol,
        BranchChain mainChain,
        QueryEngine queries,
        AdjacencyCache adjacencies,
        WriterResources writers) {
    /**
     * The chain of a live branch.
     *
     * @throws NotFoundException if there is none of that name
     */
    BranchChain chain(String branch) {
        if (branch.equals(Graph.MAIN)) {
            return mainChain;
        }
        ErrorText text =
                ErrorText.of("no branch '" + branch + "' in graph " + root).detail("branch", branch);
        Optional<String> near = Suggestion.closest(branch, List.of(Graph.MAIN));
        throw new NotFoundException(
                near.map(n -> text.remedy("did you mean '" + n + "'?")).orElse(text));
    }

    TableStore tables() {
        return writers.tables();
    }

    RevisionResolver revisions() {
        return new RevisionResolver(Map.of(Graph.MAIN, mainChain));
    }

    GraphWriteProtocol writes(String branch) {
        return new GraphWriteProtocol(branch, certificate.main(), chain(branch), protocol);
    }
}
