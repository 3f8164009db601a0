package dev.weir.operators.release;

import java.io.DataInput;
import java.io.IOException;
import java.util.List;

/**
 * Computes the released values of windows from totals. For running totals and tumbling windows the values are the
 * totals of the newest step. For a sliding window they are the difference between these totals and the totals one
 * window earlier. The noisy totals of both steps were drawn once, so their difference is post-processing and costs no
 * privacy budget.
 */
final class WindowTotals implements StatePart {

    private final TotalsRing noisy;

    private final int panes;

    /** The number of totals of a key with levels; 0 without levels. */
    private final int levelWidth;

    /** The ring of exact totals, which stays empty unless exact values are revealed. */
    private final TotalsRing exact;

    /** The parts of the state; none if no release refers to earlier totals. */
    private final List<StatePart> kept;

    /**
     * Creates the totals of series that have not begun.
     *
     * @param panes the number of panes of a sliding window; 0 if each release consists of the totals of its step
     * @param reveals whether exact values are returned too
     * @param levelWidth the number of totals of a key, if keys have levels; else 0
     */
    WindowTotals(int panes, boolean reveals, int levelWidth) {
        this.panes = panes;
        this.levelWidth = levelWidth;
        this.noisy = new TotalsRing(panes);
        this.exact = new TotalsRing(reveals ? panes : 0);
        this.kept = panes == 0 ? List.of() : List.of(noisy, exact);
    }

    /**
     * The released values for noisy totals. Rows of levels are estimated from totals, and windows are differences of what was estimated, so with levels
     * the values of a window are the totals of its end and those before it.
     *
     * @param totals the noisy totals of all keys at the step; the caller must not change them afterwards
     * @return the released values of all keys
     */
    long[] noisy(long step, long[] totals) {
        return panes > 0 && levelWidth > 0 ? noisy.withEarlier(step, totals, levelWidth) : noisy.windows(step, totals);
    }

    /** The exact values for exact totals. */
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
