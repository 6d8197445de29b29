package dev.sennit.manifest;

import java.util.Optional;

/**
 * A commit, and a state in which it can be read.
 *
 * @param chain the chain of that state
 * @param commit the commit, under the state's version: where it was made, or the seed that carries it on
 * @param newest the state itself, if it was the newest of its chain when it was found
 */
public record Located(BranchChain chain, FoundCommit commit, Optional<GraphState> newest) {
    /** The head of a chain. */
    static Located head(BranchChain chain) {
        Head head = chain.head();
        return new Located(chain, new FoundCommit(head.version(), head.state().commit()), Optional.of(head.state()));
    }

    /** A commit of a chain. */
    static Located commit(BranchChain chain, FoundCommit commit) {
        return new Located(chain, commit, Optional.empty());
    }

    /**
     * The state in which a place shows its commit.
     *
     * @throws dev.sennit.model.StoreException CORRUPTION if it is missing
     */
    public static Located at(CommitPlace place, Chains chains) {
        BranchChain chain = chains.chain(place.chain());
        GraphState state = chain.state(place.version()).orElseThrow(() -> BranchChain.missing(place.version()));
        return new Located(chain, new FoundCommit(place.version(), state.commit()), Optional.empty());
    }

    /** The state. */
    public GraphState state() {
        return newest.orElseGet(
                () -> chain.state(commit.version()).orElseThrow(() -> BranchChain.missing(commit.version())));
    }

    /** Where the commit was made. */
    CommitPlace origin() {
        return state().origin(commit.version());
    }

    /** Where the state is. */
    public CommitPlace place() {
        return new CommitPlace(chain.incarnation(), commit.version());
    }
}
