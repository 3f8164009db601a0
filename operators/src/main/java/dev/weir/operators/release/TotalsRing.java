package dev.weir.operators.release;

import dev.weir.operators.state.DataFields;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * The totals of all keys at each of the last {@code panes} steps. A window is the difference of the newest totals and
 * those before its first pane. A step's totals never change once the next step is taken, so views share them.
 *
 * <p>Bytes: 8 for each key, number that is measured and pane of a window.
 */
final class TotalsRing implements StatePart {

    private static final long[] NONE = {};

    private long[][] steps;

    /** An empty ring with room for the totals of {@code panes} steps. */
    TotalsRing(int panes) {
        steps = new long[panes][];
        Arrays.fill(steps, NONE);
    }

    /**
     * The growth of totals since the step a window before; without room for any step, the totals themselves.
     *
     * @param totals the totals of all keys at a step; if there is room they are kept, so nobody may change them
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
     * Replaces the totals from a window before by those of a step.
     *
     * @return the totals from a window before: none if the series is younger than that
     */
    long[] replace(long step, long[] totals) {
        int at = (int) (step % steps.length);
        long[] before = steps[at];
        steps[at] = totals;
        return before;
    }

    /** The growth of a total since the step a window before, saturated at the ends of long. */
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
     * Reads the written totals, and drops them if another number of steps was kept, because exact totals were revealed
     * only then or only now.
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
