/**
 * Judges what clients of a database saw: histories of transactions on lists that are only appended to and on registers,
 * and a checker that finds what no serial execution could have shown them.
 *
 * <p><b>Enter at</b> {@link dev.sennit.testkit.history.HistoryRecorder}, which each process writes its part with,
 * {@link dev.sennit.testkit.history.HistoryFiles}, which merges the parts, and
 * {@link dev.sennit.testkit.history.HistoryChecker}.
 *
 * <p>The method is that of Elle (Kingsbury and Alvaro, 2020) after Adya: every element of a list is appended once, so
 * reads tell in which order, and by whom; from that follow write-write, write-read and read-write dependencies of
 * transactions, and a cycle among them is an anomaly.
 *
 * <p><b>Invariants.</b> Sound: an anomaly is one in every execution that could have produced the history, and names the
 * transactions that show it. Nothing is guessed about a transaction whose outcome is unknown: it counts as committed
 * only if its writes were seen.
 *
 * <p><b>Must not know</b> graphs, stores or Sennit at all.
 */
@NullMarked
package dev.sennit.testkit.history;

import org.jspecify.annotations.NullMarked;
