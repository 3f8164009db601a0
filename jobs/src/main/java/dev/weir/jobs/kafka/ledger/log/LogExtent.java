package dev.weir.jobs.kafka.ledger.log;

import java.util.Optional;
import org.apache.kafka.common.Uuid;

/**
 * The extent of a log at a moment at which no transaction was open, as the brokers have stated it.
 *
 * <p><b>Equal extents that have an epoch have the same records.</b> No other topic ever has the id of this one. While a leader epoch lasts, all
 * that the leader does to its log is to append records or to move the start, and both change the extent. A log loses records at its end only
 * if another leader is elected, or the same one again after a crash, and every election begins a new epoch (KIP-101). Compaction does not change the
 * extent; it removes only records with a newer record of the same key behind them.
 * Brokers of other makers that state one epoch for ever show less by it: a log that has lost its end and has grown to the same length again.
 *
 * @param topic the id of the topic
 * @param start the offset at which the log begins
 * @param end the offset behind the last record
 * @param epoch the epoch of the leader that has stated the end; empty if it has not told its epoch
 */
record LogExtent(Uuid topic, long start, long end, Optional<Integer> epoch) {

    /** Whether the log is known to have had the same records at both moments. */
    boolean hasRecordsOf(LogExtent other) {
        return epoch.isPresent() && equals(other);
    }
}
