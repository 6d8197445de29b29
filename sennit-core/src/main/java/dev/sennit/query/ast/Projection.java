package dev.sennit.query.ast;

import dev.sennit.model.SourcePosition;
import java.util.List;
import java.util.Optional;

/**
 * What WITH and RETURN have in common.
 *
 * @param all whether {@code *} was written, which stands before the items
 */
public record Projection(
        boolean distinct,
        boolean all,
        List<Item> items,
        List<SortItem> order,
        Optional<Expression> skip,
        Optional<Expression> limit,
        SourcePosition position) {
    public Projection {
        items = List.copyOf(items);
        order = List.copyOf(order);
    }

    /**
     * One column.
     *
     * @param text the expression as it was written, which names the column if there is no alias
     */
    public record Item(Expression expression, Optional<Name> alias, String text) {}

    /** One criterion of ORDER BY. */
    public record SortItem(Expression expression, boolean descending) {}
}
