package dev.weir.operators.gate.cell;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads the cells of several contributions, so that the cells are in the processor's cache when the gate decides. First
 * all contributions are added, then those to one window after the other are read ({@link WindowCells#prefetch}).
 */
public final class CellPrefetch {

    private int[] units = {};
    private int[] keys = {};
    private int size;

    /** The windows of the contributions, one for each run of contributions to the same window, because each write of a reference costs a write barrier, which ends the overlap. */
    private WindowCells[] windows = {};

    /** Where each run ends. */
    private int[] ends = {};

    private int runs;
    private @Nullable WindowCells window;
    private int unit;

    /**
     * Sets whose cells are added next.
     *
     * @param cellsOfWindow the cells of the window
     * @param unitOfCells the number of the unit
     */
    public void moveTo(WindowCells cellsOfWindow, int unitOfCells) {
        if (window != cellsOfWindow) {
            window = cellsOfWindow;
        }
        unit = unitOfCells;
    }

    /** The cells of the window whose cells are added. */
    public WindowCells window() {
        return Objects.requireNonNull(window);
    }

    /**
     * Adds a cell that a contribution may change.
     *
     * @param key the number of the contribution's key, or of a node above it
     */
    public void add(int key) {
        if (runs == 0 || windows[runs - 1] != window) {
            startRun();
        }
        if (size == units.length) {
            units = Arrays.copyOf(units, 2 * size + 16);
            keys = Arrays.copyOf(keys, units.length);
        }
        units[size] = unit;
        keys[size++] = key;
        ends[runs - 1] = size;
    }

    private void startRun() {
        if (runs == windows.length) {
            windows = Arrays.copyOf(windows, 2 * runs + 4);
            ends = Arrays.copyOf(ends, windows.length);
        }
        windows[runs++] = window();
    }

    /** Reads the cells of all contributions, then removes the contributions. The result has no meaning. */
    public long read() {
        long sum = 0;
        int from = 0;
        for (int run = 0; run < runs; run++) {
            sum += windows[run].prefetch(units, keys, from, ends[run]);
            from = ends[run];
        }
        Arrays.fill(windows, 0, runs, null); // otherwise the cells of closed windows would be kept in memory
        window = null;
        runs = 0;
        size = 0;
        return sum;
    }
}
