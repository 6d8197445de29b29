package dev.sennit.write;

import dev.sennit.model.ErrorText;
import dev.sennit.model.MergeConflict;
import dev.sennit.model.MergeConflictsException;
import dev.sennit.model.MergeSide;
import dev.sennit.model.OperationId;
import dev.sennit.model.ResolvedConflict;
import java.util.List;
import java.util.Map;

/**
 * The error of a merge that has conflicts.
 *
 * @param problem what was not done
 * @param conflicts all, the resolved ones included
 * @param mayBeMore whether there may be more once these are resolved
 * @param vain the sides that were to win some of them and did not resolve them, by the conflict's id
 * @param oursName what is merged into, as a user calls it
 * @param theirsName what is merged
 * @param sides says which side is which, where that is not plain; else empty
 */
record MergeRefusal(
        String problem,
        List<ResolvedConflict> conflicts,
        boolean mayBeMore,
        Map<String, MergeSide> vain,
        String oursName,
        String theirsName,
        String sides) {
    MergeConflictsException error(OperationId operation) {
        List<MergeConflict> open = conflicts.stream()
                .filter(conflict -> conflict.resolution().isEmpty())
                .map(ResolvedConflict::conflict)
                .toList();
        int count = open.size();
        ErrorText text = ErrorText.of(problem + ": " + count + (count == 1 ? " conflict" : " conflicts"))
                .cause((count == 1 ? "" : "the first: ")
                        + open.getFirst().message()
                        + (mayBeMore
                                ? "; what hinges on " + (count == 1 ? "it" : "them")
                                        + " is not judged yet, so more may follow"
                                : "")
                        + (sides.isEmpty() ? "" : "; " + sides))
                .remedy(remedy(open))
                .detail("conflicts", (long) count);
        return new MergeConflictsException(text, conflicts, operation);
    }

    private String remedy(List<MergeConflict> open) {
        if (open.stream().anyMatch(MergeConflict.Schema.class::isInstance)) {
            return "no strategy resolves a conflict of schemas: with 'sennit schema apply' on one side, declare it as the"
                    + " other does, or give what is another thing another name with RENAMED FROM, which keeps its values;"
                    + " or undo the change of the data; and merge again";
        }
        return open.stream()
                .filter(conflict -> vain.containsKey(conflict.id()))
                .findFirst()
                .map(this::otherWay)
                .orElse("look at all of them with --dry-run; resolve them with --strategy ours or theirs, or one by one"
                        + " with --resolutions");
    }

    /** What to do where the side that was to win is what breaks the rule. */
    private String otherWay(MergeConflict conflict) {
        boolean isOurs = vain.get(conflict.id()) == MergeSide.OURS;
        String winner = isOurs ? oursName : theirsName;
        String loser = isOurs ? theirsName : oursName;
        String what =
                conflict.property().isEmpty() ? conflict.subject() : conflict.property() + " of " + conflict.subject();
        return what + " breaks the rule as " + winner + " has it, so \"" + (isOurs ? "ours" : "theirs")
                + "\" does not resolve it: change it there first and merge again, or resolve it as " + loser
                + " has it, with \"" + (isOurs ? "theirs" : "ours") + "\" in --resolutions";
    }
}
