package dev.weir.operators.release;

import dev.weir.operators.state.DataFields;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * The totals of all keys at each of the last {@code panes} steps. A window is the difference between the newest totals
 * and the totals before the window's first pane. The totals of a step never change after the next step is taken, so
 * views share their arrays.
 *
 * <p>Memory: 8 bytes for each combination of key, measured number and pane of a window.
 */
final class TotalsRing implements StatePart {

    private static final long[] NONE = {};

    private long[][] steps;

    /** Creates an empty ring with room for the totals of {@code panes} steps. */
    TotalsRing(int panes) {
        steps = new long[panes][];
        Arrays.fill(steps, NONE);
    }

    /**
     * Computes the growth of the totals over the window that ends at a step. If the ring was created for 0 steps,
     * returns the totals themselves.
     *
     * @param totals the totals of all keys at the step. A ring with room keeps the array, so it must not be changed
     * afterwards
     */
    long[] windows(long step, long[] totals) {
        if (steps.length == 0) {
            return totals;
        }
        long[] before = replace(step, totals);
        long[] values = new long[totals.length];
        for (int at = 0; at < values.length; at++) {
            values[at] = difference(totals[at], before, at);
        }
        return values;
    }

    /**
     * Returns the totals of a step, and behind those of each key the totals of the same key before the window that ends at the step; 0 if the series is
     * younger than the window.
     *
     * @param totals the totals of all keys at the step; the ring keeps the array, so it must not be changed afterwards
     * @param width the number of totals of a key
     */
    long[] withEarlier(long step, long[] totals, int width) {
        long[] before = replace(step, totals);
        long[] both = new long[Math.multiplyExact(2, totals.length)];
        for (int at = 0; at < totals.length; at += width) {
            System.arraycopy(totals, at, both, 2 * at, width);
            if (before.length > 0) {
                System.arraycopy(before, at, both, 2 * at + width, width);
            }
        }
        return both;
    }

    /**
     * Stores the totals of a step in place of the totals that are one window older.
     *
     * @return the totals that are one window older; an empty array if the series is younger than a window
     */
    long[] replace(long step, long[] totals) {
        int at = (int) (step % steps.length);
        long[] before = steps[at];
        steps[at] = totals;
        return before;
    }

    /** The growth of a total since the totals {@code before}, saturated at the ends of the range of a long. */
    static long difference(long newest, long[] before, int at) {
        long first = before.length == 0 ? 0 : before[at];
        long difference = newest - first;
        return ((newest ^ first) & (newest ^ difference)) < 0
                ? (newest < 0 ? Long.MIN_VALUE : Long.MAX_VALUE)
                : difference;
    }

    @Override
    public View view() {
        long[][] viewed = steps;
        return out -> write(viewed, out);
    }

    private static void write(long[][] viewed, DataOutput out) throws IOException {
        out.writeInt(viewed.length);
        for (long[] totals : viewed) {
            DataFields.writeLongs(totals, out);
        }
    }

    @Override
    public void copyArrays() {
        steps = steps.clone();
    }

    /**
     * Reads totals. Drops them if the state has another number of steps than this ring: exact totals were then revealed
     * either only in the job that wrote the state or only in this one.
     */
    @Override
    public void read(DataInput in) throws IOException {
        long[][] read = new long[in.readInt()][];
        for (int i = 0; i < read.length; i++) {
            read[i] = DataFields.readLongs(in);
        }
        steps = read.length == steps.length ? read : steps;
    }
}
