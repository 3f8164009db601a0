package dev.weir.operators.release;

import java.io.DataInput;
import java.io.IOException;
import java.util.List;

/**
 * What windows are made of: the totals of the newest step, or, where windows slide, what those have grown by since a window before. Both
 * totals have been drawn once, so a window is a function of them and costs nothing of its own.
 */
final class WindowTotals implements StatePart {

    private final TotalsRing noisy;

    /** The exact totals, if they are revealed. */
    private final TotalsRing exact;

    /** What is kept of series: nothing where no release refers to earlier totals. */
    private final List<StatePart> kept;

    /**
     * Windows of series that have not begun.
     *
     * @param panes of a window that slides; 0 where each release is the totals of its step
     * @param reveals whether exact values are handed over too
     */
    WindowTotals(int panes, boolean reveals) {
        this.noisy = new TotalsRing(panes);
        this.exact = new TotalsRing(reveals ? panes : 0);
        this.kept = panes == 0 ? List.of() : List.of(noisy, exact);
    }

    /**
     * What is released of noisy totals.
     *
     * @param totals of all keys at a step; nobody else changes them any more
     * @return values that may be changed
     */
    long[] noisy(long step, long[] totals) {
        return noisy.windows(step, totals);
    }

    /** What is handed over of exact totals. */
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
