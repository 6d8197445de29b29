package dev.sennit.manifest;

import dev.sennit.model.CommitId;
import dev.sennit.model.ErrorText;
import dev.sennit.model.StoreException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds the ancestors of some commits by id, and remembers them. Reads only the chains these were made on: first parents
 * stand before their children, and a merge says where its second parent stands. All histories are searched only for
 * what a merge brought in that does not say so. Not thread-safe.
 */
public final class Lineage implements MergeBase.Commits {
    private final Chains chains;
    private final Map<CommitId, Located> met = new HashMap<>();

    /** By the id of a commit that has not been met, the walk whose next commit it is. */
    private final Map<CommitId, FirstParents> walks = new HashMap<>();

    /** By the id of a commit that has not been met, where it was made. */
    private final Map<CommitId, CommitPlace> places = new HashMap<>();

    @Nullable
    private CommitSearch everywhere;

    public Lineage(Chains chains) {
        this.chains = chains;
    }

    /**
     * Has a commit and its ancestors found.
     *
     * @param place where it was made
     * @return this
     */
    public Lineage add(CommitRecord commit, CommitPlace place) {
        if (!met.containsKey(commit.id())) {
            Located located = Located.commit(chains.chain(place.chain()), new FoundCommit(place.version(), commit));
            meet(located, new FirstParents(located.chain(), place.version() - 1, chains));
        }
        return this;
    }

    /** Has the commit of a head and its ancestors found. */
    public Lineage add(Head head) {
        return add(head.state().commit(), head.state().origin(head.version()));
    }

    /**
     * A commit that was added, or one of its ancestors, where it was made.
     *
     * @throws StoreException CORRUPTION if there is none of that id
     */
    public Located find(CommitId id) {
        Located known = met.get(id);
        if (known != null) {
            return known;
        }
        FirstParents walk = walk(id);
        if (walk == null) {
            Located found = search().find(id).orElseThrow(() -> missing(id));
            meet(found, new FirstParents(found.chain(), found.commit().version() - 1, chains));
            return found;
        }
        Located found = walk.next()
                .filter(next -> next.commit().commit().id().equals(id))
                .orElseThrow(() -> missing(id));
        meet(found, walk);
        return found;
    }

    /** The walk that comes to a commit next; null if no commit that was met says where it is. */
    private @Nullable FirstParents walk(CommitId id) {
        FirstParents walk = walks.remove(id);
        CommitPlace place = places.remove(id);
        return walk != null || place == null
                ? walk
                : new FirstParents(chains.chain(place.chain()), place.version(), chains);
    }

    @Override
    public CommitRecord commit(CommitId id) {
        return find(id).commit().commit();
    }

    /** @param walk that goes on with the commit's first parent */
    private void meet(Located located, FirstParents walk) {
        CommitRecord commit = located.commit().commit();
        met.put(commit.id(), located);
        if (!commit.parents().isEmpty()) {
            walks.putIfAbsent(commit.parents().getFirst(), walk);
        }
        commit.mergedFrom()
                .ifPresent(place -> places.putIfAbsent(commit.parents().get(1), place));
    }

    private CommitSearch search() {
        CommitSearch search = everywhere;
        if (search == null) {
            search = new CommitSearch(chains);
            everywhere = search;
        }
        return search;
    }

    private static StoreException missing(CommitId id) {
        return StoreException.corruption(
                ErrorText.of("commit " + id + " is missing").cause("it is a parent of one that there is"), null);
    }
}
