/**
 * Points in time and durations: made of texts and of fields, taken apart, truncated and computed with.
 *
 * <p><b>Enter at</b> {@link dev.sennit.query.temporal.TemporalFactory}, {@link dev.sennit.query.temporal.TemporalParts} and
 * {@link dev.sennit.query.temporal.Durations}.
 *
 * <p><b>Invariants.</b> Values are {@link java.time.LocalDate}, {@link java.time.LocalTime}, {@link java.time.OffsetTime},
 * {@link java.time.LocalDateTime}, {@link java.time.ZonedDateTime} and {@link dev.sennit.model.CalendarDuration}, immutable,
 * with nanoseconds. What has no value is a {@link java.time.DateTimeException} or an {@link ArithmeticException} whose
 * message says why.
 *
 * <p><b>Must not know</b> queries, rows or the clock.
 */
@NullMarked
package dev.sennit.query.temporal;

import org.jspecify.annotations.NullMarked;
