package dev.weir.operators.release;

import java.io.DataInput;
import java.io.IOException;
import java.util.List;

/**
 * The totals that windows consist of: those of the newest step, or for sliding windows their growth since the step a
 * window before. Both totals have been drawn once, so a window is a function of them and costs nothing of its own.
 */
final class WindowTotals implements StatePart {

    private final TotalsRing noisy;

    /** The exact totals, if they are revealed. */
    private final TotalsRing exact;

    /** The parts of the state that belong to series; none if no release refers to earlier totals. */
    private final List<StatePart> kept;

    /**
     * The windows of series that have not begun.
     *
     * @param panes the number of panes of a sliding window; 0 if each release is the totals of its step
     * @param reveals whether exact values are returned too
     */
    WindowTotals(int panes, boolean reveals) {
        this.noisy = new TotalsRing(panes);
        this.exact = new TotalsRing(reveals ? panes : 0);
        this.kept = panes == 0 ? List.of() : List.of(noisy, exact);
    }

    /**
     * The released values for noisy totals.
     *
     * @param totals the totals of all keys at a step; nobody else may change them afterwards
     * @return values that may be changed
     */
    long[] noisy(long step, long[] totals) {
        return noisy.windows(step, totals);
    }

    /** The returned values for exact totals. */
    long[] exact(long step, long[] totals) {
        return exact.windows(step, totals);
    }

    @Override
    public View view() {
        return StatePart.view(kept);
    }

    @Override
    public void copyArrays() {
        kept.forEach(StatePart::copyArrays);
    }

    @Override
    public void read(DataInput in) throws IOException {
        for (StatePart part : kept) {
            part.read(in);
        }
    }
}
