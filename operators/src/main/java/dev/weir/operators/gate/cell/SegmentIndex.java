package dev.weir.operators.gate.cell;

import static dev.weir.operators.gate.cell.SegmentLayout.high;
import static dev.weir.operators.gate.cell.SegmentLayout.join;

/**
 * An open-addressing index from units to the numbers of their segments. The hash is secret ({@link IndexHash}), because somebody who controls many units can choose which unit numbers occur in a
 * window.
 *
 * <p>Memory: 8 bytes for each bucket, at a load of at most 2/3, and while it grows of at least 1/3.
 */
final class SegmentIndex {

    /** The key that is hashed with every unit, because the index finds units independently of their keys. */
    private static final int NO_KEY = 0;

    private static final int NOT_FOUND = -1;
    private static final long FREE = 0;

    /** The smallest number of buckets. It is small because a window that is far ahead may stay almost empty. */
    private static final int FEWEST_BUCKETS = 4;

    private final IndexHash hash;

    /** For each bucket a unit and, in the lower half, the number of its segment plus 1. */
    private long[] buckets;

    private int size;

    /** @param expected how many units will probably be added */
    SegmentIndex(IndexHash hash, int expected) {
        this.hash = hash;
        this.buckets = new long[Math.max(FEWEST_BUCKETS, Integer.highestOneBit(expected + expected / 2 + 1) << 1)];
    }

    /** The bucket in which a unit is looked for first. */
    int bucket(int unit) {
        return hash.cell(unit, NO_KEY) & buckets.length - 1;
    }

    /** Reads a bucket, so that it is in the processor's cache. The result has no meaning. */
    long read(int bucket) {
        return buckets[bucket];
    }

    /** The number of a unit's segment; negative if there is none. */
    int find(int unit) {
        return find(unit, bucket(unit));
    }

    /** The number of a unit's segment, given the bucket in which it is looked for first; negative if there is none. */
    int find(int unit, int first) {
        for (int bucket = first; buckets[bucket] != FREE; bucket = bucket + 1 & buckets.length - 1) {
            if (high(buckets[bucket]) == unit) {
                return (int) buckets[bucket] - 1;
            }
        }
        return NOT_FOUND;
    }

    /** Adds the segment of a unit that has none. */
    void add(int unit, int segment) {
        if (3L * (size + 1) > 2L * buckets.length) {
            grow();
        }
        put(join(unit, segment + 1));
        size++;
    }

    private void grow() {
        long[] old = buckets;
        buckets = new long[2 * old.length];
        for (long entry : old) {
            if (entry != FREE) {
                put(entry);
            }
        }
    }

    private void put(long entry) {
        int bucket = bucket(high(entry));
        while (buckets[bucket] != FREE) {
            bucket = bucket + 1 & buckets.length - 1;
        }
        buckets[bucket] = entry;
    }

    /** Removes all units. */
    void clear() {
        buckets = new long[buckets.length];
        size = 0;
    }
}
