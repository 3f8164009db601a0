package dev.weir.jobs.sample;

import java.math.BigDecimal;

/**
 * The private contribution of a record with a declared key to one query.
 *
 * @param number the number of the record in the sample, from 0
 * @param unit the bytes of the unit's id
 * @param account the number of the pair of unit and period
 * @param time the event time, epoch milliseconds
 * @param stamp the clock time of the slot with the record, epoch milliseconds
 * @param key the number of the key
 * @param values the values that each aggregate reads
 */
record SampleRecord(long number, byte[] unit, int account, long time, long stamp, int key, BigDecimal[][] values) {

    /** Reveals nothing of the record's content. */
    @Override
    public String toString() {
        return "SampleRecord";
    }
}
