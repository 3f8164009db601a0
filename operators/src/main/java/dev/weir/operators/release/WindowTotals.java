package dev.weir.operators.release;

import java.io.DataInput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Computes the released values of windows from totals. For running totals and tumbling windows the values are the
 * totals of the newest step. For a sliding window they are the difference between these totals and the totals one
 * window earlier. Where several windows are released from one series, each is the difference between these totals and those where it began,
 * which are kept for each window. The noisy totals of both steps were drawn once, so their difference is post-processing and costs no privacy
 * budget.
 *
 * <p>Memory: 8 bytes for each combination of key, measured number and kept total: one for a window of a calendar, and one for each pane of a
 * sliding window.
 */
final class WindowTotals implements StatePart {

    private final List<TotalsRing> noisy;

    private final boolean keepsTotals;

    /** The number of totals of a key with levels; 0 without levels. */
    private final int levelWidth;

    /** The rings of exact totals, which stay empty unless exact values are revealed. */
    private final List<TotalsRing> exact;

    /** The parts of the state; none if no release refers to earlier totals. */
    private final List<StatePart> kept;

    /**
     * Creates the totals of series that have not begun.
     *
     * @param panes for each window the number of totals that are kept; 0 if each release consists of the totals of its step
     * @param reveals whether exact values are returned too
     * @param levelWidth the number of totals of a key, if keys have levels; else 0
     */
    WindowTotals(List<Integer> panes, boolean reveals, int levelWidth) {
        this.keepsTotals = panes.stream().anyMatch(totals -> totals > 0);
        this.levelWidth = levelWidth;
        this.noisy = panes.stream().map(TotalsRing::new).toList();
        this.exact = panes.stream()
                .map(totals -> new TotalsRing(reveals ? totals : 0))
                .toList();
        this.kept = new ArrayList<>();
        for (int window = 0; keepsTotals && window < noisy.size(); window++) {
            kept.add(noisy.get(window));
            kept.add(exact.get(window));
        }
    }

    /**
     * The released values for noisy totals. Rows of levels are estimated from totals, and windows are differences of what was estimated, so with levels
     * the values of a window are the totals of its end and those before it.
     *
     * @param place the window, and the number of its end, by which kept totals take turns
     * @param totals the noisy totals of all keys at the step; the caller must not change them afterwards
     * @return the released values of all keys
     */
    long[] noisy(Place place, long[] totals) {
        TotalsRing ring = noisy.get(place.window);
        return keepsTotals && levelWidth > 0
                ? ring.withEarlier(place.turn, totals, levelWidth)
                : ring.windows(place.turn, totals);
    }

    /** The exact values for exact totals. */
    long[] exact(Place place, long[] totals) {
        return exact.get(place.window).windows(place.turn, totals);
    }

    /**
     * A window that ends with a step.
     *
     * @param window the index of the window, from 0
     * @param turn the number of the window's end
     */
    record Place(int window, long turn) {}

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
