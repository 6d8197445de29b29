package dev.sennit.write;

import dev.sennit.model.ErrorText;
import dev.sennit.model.MergeConflict;
import dev.sennit.model.MergeConflictsException;
import dev.sennit.model.ResolvedConflict;
import dev.sennit.protocol.PrepareContext;
import java.util.List;

/** The error of a merge that has conflicts. */
final class MergeRefusal {
    private MergeRefusal() {}

    static MergeConflictsException of(String problem, MergePlan plan, PrepareContext context) {
        return of(problem, plan.conflicts(), plan.unresolved(), context);
    }

    static MergeConflictsException of(
            String problem, List<ResolvedConflict> conflicts, long count, PrepareContext context) {
        MergeConflict first = conflicts.stream()
                .filter(conflict -> conflict.resolution().isEmpty())
                .map(ResolvedConflict::conflict)
                .findFirst()
                .orElseThrow();
        ErrorText text = ErrorText.of(problem + ": " + count + (count == 1 ? " conflict" : " conflicts"))
                .cause((count == 1 ? "" : "the first: ") + first.message())
                .remedy(remedy(conflicts))
                .detail("conflicts", count);
        return new MergeConflictsException(text, conflicts, context.operation());
    }

    private static String remedy(List<ResolvedConflict> conflicts) {
        boolean ofSchemas = conflicts.stream().anyMatch(each -> each.conflict() instanceof MergeConflict.Schema);
        return ofSchemas
                ? "no strategy resolves a conflict of schemas: change one of them so that both can stand, or undo the"
                        + " change of the data, and merge again"
                : "look at all of them with --dry-run; resolve them with --strategy ours or theirs, or one by one with"
                        + " --resolutions";
    }
}
