package dev.sennit.manifest;

import dev.sennit.model.CommitId;
import dev.sennit.model.ErrorText;
import dev.sennit.model.InvalidArgumentException;
import dev.sennit.model.NotFoundException;
import dev.sennit.model.Suggestion;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** Finds the commit a revision names. Reads history newest first and no further than it must. Thread-safe. */
public final class RevisionResolver {
    private static final int SHORTEST_ID = 4;

    private final Map<String, BranchChain> branches;

    /** @param branches the chains of the live branches by name */
    public RevisionResolver(Map<String, BranchChain> branches) {
        this.branches = Map.copyOf(branches);
    }

    /**
     * The commit and the chain it is on.
     *
     * @throws NotFoundException if nothing is so named, or history does not reach so far
     * @throws InvalidArgumentException if a shortened commit id fits several commits
     */
    public Located resolve(Revision revision, String text) {
        BranchChain branch = branches.get(revision.name());
        Located located;
        if (branch != null) {
            Head head = branch.head();
            located = revision.time().isPresent()
                    ? lastAtOrBefore(branch, head, revision.time().get(), text)
                    : new Located(
                            branch,
                            head,
                            new FoundCommit(head.version(), head.state().commit()));
        } else {
            if (revision.time().isPresent()) {
                throw unknown(revision.name(), text);
            }
            located = byId(revision.name(), text);
        }
        for (Revision.Step step : revision.steps()) {
            located = follow(located, step, text);
        }
        return located;
    }

    /**
     * A commit on a chain.
     *
     * @param head the chain's head when the commit was found
     */
    public record Located(BranchChain chain, Head head, FoundCommit commit) {
        /** The state the commit made. */
        public GraphState state() {
            if (commit.version() == head.version()) {
                return head.state();
            }
            return chain.state(commit.version()).orElseThrow(() -> BranchChain.missing(commit.version()));
        }
    }

    private static Located lastAtOrBefore(BranchChain branch, Head head, Instant time, String text) {
        return first(branch, head, commit -> !commit.time().isAfter(time))
                .orElseThrow(() -> new NotFoundException(ErrorText.of("no commit at or before " + time)
                        .cause("the graph was created later")
                        .detail("revision", text)));
    }

    private Located byId(String name, String text) {
        String wanted = name.toUpperCase(Locale.ROOT);
        List<Located> matches = new ArrayList<>();
        if (wanted.length() >= SHORTEST_ID && wanted.chars().allMatch(c -> c < 128 && Character.isLetterOrDigit(c))) {
            for (BranchChain branch : branches.values()) {
                Head head = branch.head();
                CommitCursor cursor = branch.commits(head);
                for (Optional<FoundCommit> next = cursor.next(); next.isPresent(); next = cursor.next()) {
                    String id = next.get().commit().id().toString();
                    if (id.endsWith(wanted) || id.startsWith(wanted)) {
                        matches.add(new Located(branch, head, next.get()));
                    }
                }
            }
        }
        if (matches.isEmpty()) {
            throw unknown(name, text);
        }
        if (matches.size() > 1) {
            throw new InvalidArgumentException(ErrorText.of("'" + name + "' fits " + matches.size() + " commits")
                    .cause(matches.stream()
                            .limit(5)
                            .map(m -> m.commit().commit().id().toString())
                            .reduce((a, b) -> a + ", " + b)
                            .orElse(""))
                    .remedy("write more of the id")
                    .detail("revision", text));
        }
        return matches.getFirst();
    }

    private static Located follow(Located from, Revision.Step step, String text) {
        return switch (step) {
            case Revision.Step.Ancestor ancestor -> {
                Located at = from;
                for (int i = 0; i < ancestor.generations(); i++) {
                    at = parent(at, 1, text);
                }
                yield at;
            }
            case Revision.Step.Parent parent -> parent.number() == 0 ? from : parent(from, parent.number(), text);
        };
    }

    private static Located parent(Located of, int number, String text) {
        CommitRecord commit = of.commit().commit();
        if (commit.parents().size() < number) {
            throw new NotFoundException(ErrorText.of("'" + text + "' does not exist")
                    .cause("commit " + commit.id().value().shortForm() + " has "
                            + (commit.parents().isEmpty() ? "no parent" : "only one parent"))
                    .detail("revision", text));
        }
        CommitId wanted = commit.parents().get(number - 1);
        // A first parent is nearly always the version before, which one read finds.
        Optional<GraphState> before =
                of.commit().version() > 1 ? of.chain().state(of.commit().version() - 1) : Optional.empty();
        if (before.isPresent() && before.get().commit().id().equals(wanted)) {
            return new Located(
                    of.chain(),
                    of.head(),
                    new FoundCommit(of.commit().version() - 1, before.get().commit()));
        }
        return first(of.chain(), of.head(), c -> c.id().equals(wanted))
                .orElseThrow(() -> new NotFoundException(ErrorText.of("commit " + wanted + " is not on this branch")
                        .detail("revision", text)));
    }

    private static Optional<Located> first(BranchChain branch, Head head, Predicate<CommitRecord> wanted) {
        CommitCursor cursor = branch.commits(head);
        for (Optional<FoundCommit> next = cursor.next(); next.isPresent(); next = cursor.next()) {
            if (wanted.test(next.get().commit())) {
                return Optional.of(new Located(branch, head, next.get()));
            }
        }
        return Optional.empty();
    }

    private NotFoundException unknown(String name, String text) {
        ErrorText message =
                ErrorText.of("no branch, tag or commit '" + name + "'").detail("revision", text);
        return new NotFoundException(Suggestion.closest(name, branches.keySet())
                .map(near -> message.remedy("did you mean '" + near + "'?"))
                .orElse(message));
    }
}
