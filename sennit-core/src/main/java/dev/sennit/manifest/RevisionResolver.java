package dev.sennit.manifest;

import dev.sennit.model.CommitId;
import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.model.ExpiredException;
import dev.sennit.model.InvalidArgumentException;
import dev.sennit.model.NotFoundException;
import dev.sennit.model.Suggestion;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Finds the commit a revision names. Reads history newest first and no further than it must. Thread-safe. */
public final class RevisionResolver {
    private static final int SHORTEST_ID = 4;

    private final Names names;
    private final Chains chains;

    public RevisionResolver(Names names, Chains chains) {
        this.names = names;
        this.chains = chains;
    }

    /**
     * The commit, and a state that shows it. A name is that of a branch, or else of a tag, or else (part of) a commit id.
     *
     * @throws NotFoundException if nothing is so named, or history does not reach so far
     * @throws ExpiredException BRANCH_DELETED if the branch is being deleted
     * @throws InvalidArgumentException if a shortened commit id fits several commits
     */
    public Located resolve(Revision revision, String text) {
        Located located = named(revision, text);
        for (Revision.Step step : revision.steps()) {
            located = follow(located, step, text);
        }
        return located;
    }

    private Located named(Revision revision, String text) {
        Optional<BranchChain> branch = names.branch(revision.name());
        if (branch.isPresent()) {
            Located head = Located.head(branch.get());
            if (head.state().kind() == GraphState.Kind.CLOSED) {
                throw new ExpiredException(
                        ErrorCode.BRANCH_DELETED,
                        ErrorText.of("branch '" + revision.name() + "' was deleted")
                                .detail("revision", text));
            }
            return revision.time().map(time -> lastAtOrBefore(head, time, text)).orElse(head);
        }
        if (revision.time().isPresent()) {
            throw unknown(revision.name(), text);
        }
        return names.tag(revision.name())
                .map(place -> Located.at(place, chains))
                .orElseGet(() -> byId(revision.name(), text));
    }

    private Located lastAtOrBefore(Located head, Instant time, String text) {
        if (!head.commit().commit().time().isAfter(time)) {
            return head;
        }
        return first(head, commit -> !commit.time().isAfter(time))
                .orElseThrow(() -> new NotFoundException(ErrorText.of("no commit at or before " + time)
                        .cause("the graph was created later")
                        .detail("revision", text)));
    }

    private Located byId(String name, String text) {
        String wanted = name.toUpperCase(Locale.ROOT);
        List<Located> matches = new ArrayList<>();
        if (wanted.length() >= SHORTEST_ID && wanted.chars().allMatch(c -> c < 128 && Character.isLetterOrDigit(c))) {
            CommitSearch search = new CommitSearch(chains);
            for (Optional<Located> next = search.advance(); next.isPresent(); next = search.advance()) {
                String id = next.get().commit().commit().id().toString();
                if (id.endsWith(wanted) || id.startsWith(wanted)) {
                    matches.add(next.get());
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

    private Located follow(Located from, Revision.Step step, String text) {
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

    private Located parent(Located of, int number, String text) {
        CommitRecord commit = of.commit().commit();
        if (commit.parents().size() < number) {
            throw new NotFoundException(ErrorText.of("'" + text + "' does not exist")
                    .cause("commit " + commit.id().value().shortForm() + " has "
                            + switch (commit.parents().size()) {
                                case 0 -> "no parent";
                                case 1 -> "only one parent";
                                default -> "only " + commit.parents().size() + " parents";
                            })
                    .detail("revision", text));
        }
        CommitId wanted = commit.parents().get(number - 1);
        if (number == 1) {
            return first(of, each -> each.id().equals(wanted))
                    .orElseThrow(() -> new NotFoundException(ErrorText.of("commit " + wanted + " is on no branch")
                            .detail("revision", text)));
        }
        return new Lineage(chains).add(commit, of.origin()).find(wanted);
    }

    private Optional<Located> first(Located from, Predicate<CommitRecord> wanted) {
        FirstParents parents = new FirstParents(from, chains);
        for (Optional<Located> next = parents.next(); next.isPresent(); next = parents.next()) {
            if (wanted.test(next.get().commit().commit())) {
                return next;
            }
        }
        return Optional.empty();
    }

    private NotFoundException unknown(String name, String text) {
        ErrorText message =
                ErrorText.of("no branch, tag or commit '" + name + "'").detail("revision", text);
        Optional<String> inGit = Stream.of("refs/heads/", "refs/tags/")
                .filter(name::startsWith)
                .map(prefix -> name.substring(prefix.length()))
                .filter(names.names()::contains)
                .findFirst();
        return new NotFoundException(inGit.or(() -> Suggestion.closest(name, names.names()))
                .map(near -> message.remedy("did you mean '" + near + "'?"))
                .orElseGet(() -> message.remedy(
                        "'sennit branch list' and 'sennit tag list' show the names, 'sennit log' the commits")));
    }
}
