/**
 * From text to syntax tree.
 *
 * <p><b>Enter at</b> {@link dev.sennit.query.syntax.QueryParser}. The grammar is {@code Cypher.g4}; the lexer and the
 * parser in this package are generated from it and used by nothing else.
 *
 * <p><b>Invariants.</b> Text is bounded in size and nesting before the parser sees it, so no text overflows the stack.
 * Every refusal is an {@link dev.sennit.model.InvalidTextException} or a {@link dev.sennit.model.LimitException} in
 * words, with line, column and caret; nothing of the parser generator's wording gets out.
 *
 * <p><b>Must not know</b> schemas, plans or storage.
 */
@NullMarked
package dev.sennit.query.syntax;

import org.jspecify.annotations.NullMarked;
