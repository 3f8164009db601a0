package dev.weir.accountant.levels.solve;

import java.util.Arrays;

/**
 * Rounds the numbers of some siblings to integers that add up to a given integer: all are rounded down, and those with the largest fractions get one
 * more.
 *
 * <p>Of equal fractions the sibling with the smaller (index - turn) mod k comes first, with k siblings and the number of the window as turn. Ties are
 * the rule, because siblings that are leaves share one fraction. Without the turn the first sibling would be too high in every window, and sums over
 * windows would grow wrong linearly; with it each sibling comes first in one of k windows.
 */
final class LargestRemainders {

    /** The bits of a fraction. */
    static final int BITS = 20;

    private static final double ONE = 1 << BITS;

    /** From this size on a double has at most {@link #BITS} bits behind the point. */
    private static final double COARSE = 0x1p32;

    private final int[] fractions;
    private final long[] order;
    private long turn;

    /**
     * Creates memory for families of siblings.
     *
     * @param most the largest number of siblings
     */
    LargestRemainders(int most) {
        this.fractions = new int[most];
        this.order = new long[most];
    }

    /**
     * Sets the number of the window, by which ties turn.
     *
     * @param window the number of the window
     */
    void turn(long window) {
        turn = window;
    }

    /**
     * Divides a number, rounded to a multiple of 2<sup>-20</sup>, into its floor, which is returned, and a fraction, which is kept.
     *
     * @param index the index of the sibling, from 0
     * @param number the number; its absolute value is below 2<sup>63</sup>
     */
    long floor(int index, double number) {
        if (Math.abs(number) < COARSE) {
            long steps = (long) Math.rint(number * ONE);
            fractions[index] = (int) steps & ((1 << BITS) - 1);
            return steps >> BITS;
        }
        double floor = Math.floor(number);
        fractions[index] = (int) ((number - floor) * ONE);
        return (long) floor;
    }

    /**
     * Adds to siblings what their floors lack of their sum. In exact arithmetic that is between 0 and k; if rounding of doubles makes it less or more,
     * all siblings share the difference, so the sum is exact in every case.
     *
     * @param lack the number that is added in all
     * @param values the siblings' floors
     * @param from the index of the first sibling
     * @param to the index behind the last sibling
     */
    void distribute(long lack, long[] values, int from, int to) {
        int count = to - from;
        long all = Math.floorDiv(lack, (long) count);
        int more = (int) Math.floorMod(lack, (long) count);
        if (all != 0) {
            for (int i = from; i < to; i++) {
                values[i] += all;
            }
        }
        int first = (int) Math.floorMod(turn, (long) count);
        if (more == 0) {
            return;
        }
        if (!isTied(count)) {
            sort(count, first);
            for (int i = 0; i < more; i++) {
                values[from + turned((int) order[i], first, count)]++;
            }
            return;
        }
        for (int rank = 0; rank < more; rank++) {
            values[from + turned(rank, first, count)]++;
        }
    }

    private boolean isTied(int count) {
        for (int i = 1; i < count; i++) {
            if (fractions[i] != fractions[0]) {
                return false;
            }
        }
        return true;
    }

    /** Orders ranks by descending fraction, then by rank: (index - turn) mod k. */
    private void sort(int count, int first) {
        for (int rank = 0; rank < count; rank++) {
            long rest = (1L << BITS) - 1 - fractions[turned(rank, first, count)];
            order[rank] = rest << Integer.SIZE | rank;
        }
        Arrays.sort(order, 0, count);
    }

    private static int turned(int rank, int first, int count) {
        int index = rank + first;
        return index < count ? index : index - count;
    }
}
