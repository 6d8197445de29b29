package dev.sennit.cli;

import dev.sennit.cli.print.Quantity;
import dev.sennit.cli.print.TextTable;
import dev.sennit.cli.print.ValueText;
import dev.sennit.model.LoadMode;
import dev.sennit.model.LoadResult;
import dev.sennit.model.LoadResult.TypeCounts;
import dev.sennit.model.Violation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** Prints what a load did: a line per type, the commit, and the first rows it rejected. */
final class LoadSummary {
    private static final int MAX_REJECTS = 10;

    private final Console console;

    @Nullable
    private final Path rejectsFile;

    LoadSummary(Console console, @Nullable Path rejectsFile) {
        this.console = console;
        this.rejectsFile = rejectsFile;
    }

    void print(LoadResult result, LoadMode mode) {
        if (!result.replayed()) {
            boolean deletes =
                    mode == LoadMode.REPLACE || result.types().stream().anyMatch(counts -> counts.deleted() > 0);
            printTypes(result, deletes);
            printRejects(result);
        }
        console.print(lastLine(result));
    }

    private void printTypes(LoadResult result, boolean deletes) {
        List<String> names = new ArrayList<>(List.of("type", "read", "inserted", "updated", "unchanged", "rejected"));
        if (deletes) {
            names.add("deleted");
        }
        TextTable table = new TextTable(console.out(), names);
        for (int i = 1; i < names.size(); i++) {
            table.alignRight(i);
        }
        for (TypeCounts counts : result.types()) {
            table.row(row(
                    counts.type(),
                    LongStream.of(
                            counts.read(),
                            counts.inserted(),
                            counts.updated(),
                            counts.unchanged(),
                            counts.rejected(),
                            counts.deleted()),
                    names.size()));
        }
        if (result.unassigned() > 0) {
            long rows = result.unassigned();
            table.row(row("(unknown)", LongStream.of(rows, 0, 0, 0, rows, 0), names.size()));
        }
        table.end();
    }

    private static List<String> row(String type, LongStream counts, int columns) {
        List<String> cells = new ArrayList<>();
        cells.add(ValueText.withoutControls(type));
        counts.limit(columns - 1L).mapToObj(Quantity::count).forEach(cells::add);
        return cells;
    }

    private void printRejects(LoadResult result) {
        long rejected = result.rejected();
        if (rejected == 0) {
            return;
        }
        List<Violation> shown = result.violations()
                .subList(0, Math.min(MAX_REJECTS, result.violations().size()));
        String where = rejectsFile == null ? "--rejects <file> keeps them" : "all are in " + rejectsFile;
        console.print("");
        console.print(Quantity.count(rejected, "row was", "rows were") + " rejected; " + where
                + (shown.isEmpty() ? "" : ":"));
        ErrorReport.inFileOrder(shown).forEach(violation -> console.print("  " + ErrorReport.line(violation)));
        if (!shown.isEmpty() && rejected > shown.size()) {
            console.print("  and " + Quantity.count(rejected - shown.size()) + " more");
        }
        console.print("");
    }

    private static String lastLine(LoadResult result) {
        if (result.dryRun()) {
            return "dry run: everything was checked, nothing was written";
        }
        if (result.commit().isEmpty()) {
            return "nothing changed: no commit";
        }
        String commit = CommitText.shortId(result.commit().get());
        return result.replayed()
                ? "done before under this idempotency key, as commit " + commit + "; nothing was changed"
                : "commit " + commit;
    }
}
