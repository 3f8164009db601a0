package dev.weir.jobs.kafka.ledger.log;

import java.util.Optional;
import org.apache.kafka.common.Uuid;

/**
 * The extent of a log at a moment at which no transaction was open, as the brokers have stated it.
 *
 * <p><b>Equal extents have the same records.</b> No other topic ever has the id of this one. As long as a leader epoch lasts, the leader
 * appends records or moves the start of the log, and each of the two changes the extent. Records are lost from the end of a log only where
 * another leader is elected, or the same one again after a crash, and every election has a new epoch (KIP-101). Only compaction
 * changes nothing here: it removes records behind which a newer record of the same key stands.
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
