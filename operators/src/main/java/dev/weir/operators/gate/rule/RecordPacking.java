package dev.weir.operators.gate.rule;

import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.Scalar;
import java.util.List;

/**
 * Packs the integers of a record, one of each aggregate, into one non-negative int. An integer has as many bits as the sum of some records' largest ones needs, so packed ints can be added.
 */
final class RecordPacking {

    private static final int MOST_BITS = Integer.SIZE - 1;

    /** The offset of each integer's lowest bit, and the sum of all bits behind them. */
    private final int[] shifts;

    /** The largest integer of each aggregate. */
    private final long[] largest;

    /**
     * @param aggregates the aggregates of a query, for which {@link #fits} must be true
     * @param records how many records may be summed, at least 1
     */
    RecordPacking(List<Aggregate> aggregates, int records) {
        shifts = new int[aggregates.size() + 1];
        largest = new long[aggregates.size()];
        for (int i = 0; i < aggregates.size(); i++) {
            largest[i] = largest(aggregates.get(i));
            shifts[i + 1] = shifts[i] + bits(records * largest[i]);
        }
    }

    /** Whether all aggregates are single integers that are never negative, and fit into one int with the sums of as many records. */
    static boolean fits(List<Aggregate> aggregates, int records) {
        boolean grow =
                aggregates.stream().allMatch(aggregate -> aggregate.isNumber() && ((Scalar) aggregate).onlyGrows());
        return grow
                && aggregates.stream().allMatch(aggregate -> largest(aggregate) <= Integer.MAX_VALUE)
                && aggregates.stream()
                                .mapToInt(aggregate -> bits(records * largest(aggregate)))
                                .sum()
                        <= MOST_BITS;
    }

    private static long largest(Aggregate aggregate) {
        return ((Scalar) aggregate).largestTotal(1);
    }

    private static int bits(long number) {
        return Long.SIZE - Long.numberOfLeadingZeros(number);
    }

    /** Packs integers; returns a negative number if one of them is negative or too large. */
    int pack(long[] words, int from) {
        long packed = 0;
        long misfit = 0;
        for (int i = 0; i < largest.length; i++) {
            misfit |= words[from + i] | largest[i] - words[from + i];
            packed |= words[from + i] << shifts[i];
        }
        return misfit < 0 ? -1 : (int) packed;
    }

    /** The i-th of the integers of a record, or of the sum of as many records as may be summed. */
    long value(long packed, int i) {
        return packed >>> shifts[i] & (1L << (shifts[i + 1] - shifts[i])) - 1;
    }
}
