package dev.sennit;

import dev.sennit.branch.BranchControl;
import dev.sennit.branch.BranchDirectory;
import dev.sennit.branch.NamedBranch;
import dev.sennit.manifest.BirthCertificate;
import dev.sennit.manifest.BranchChain;
import dev.sennit.manifest.RevisionResolver;
import dev.sennit.protocol.GraphWriteProtocol;
import dev.sennit.protocol.ProtocolContext;
import dev.sennit.query.QueryEngine;
import dev.sennit.query.execution.ReadCaches;
import dev.sennit.store.TableStore;
import dev.sennit.write.WriterResources;
import java.nio.file.Path;

/**
 * Everything that open handles of one graph share in this process: the stores, the protocol with its gates and its
 * registry of running writes, and the sources of time and chance. Thread-safe.
 *
 * @param options of whoever opened the graph first
 * @param branches what names lead to
 * @param control creates and deletes them
 * @param writers what the writers share
 */
record GraphRuntime(
        Path root,
        OpenOptions options,
        BirthCertificate certificate,
        ProtocolContext protocol,
        BranchDirectory branches,
        BranchControl control,
        QueryEngine queries,
        ReadCaches caches,
        WriterResources writers) {
    /** The same for a handle whose commits name that author. */
    GraphRuntime as(String author) {
        return new GraphRuntime(
                root, options.author(author), certificate, protocol, branches, control, queries, caches, writers);
    }

    BranchChain mainChain() {
        return branches.main().chain();
    }

    TableStore tables() {
        return writers.tables();
    }

    RevisionResolver revisions() {
        return new RevisionResolver(branches, branches);
    }

    /** The write protocol of a branch, which it stays that of when the name leads elsewhere. */
    GraphWriteProtocol writes(NamedBranch branch) {
        return new GraphWriteProtocol(
                branch.name(), branch.incarnation(), branch.chain(), () -> branches.requireNamed(branch), protocol);
    }
}
