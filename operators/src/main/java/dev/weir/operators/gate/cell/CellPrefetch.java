package dev.weir.operators.gate.cell;

import java.util.Arrays;

/**
 * Reads the cells of several contributions, so that the cells are in the processor's cache when the gate decides. First
 * all contributions are added, then the indexes are read and then the cells. Each loop has few instructions, because a
 * processor overlaps only the cache misses of the few hundred instructions that it executes at once.
 */
public final class CellPrefetch {

    private WindowCells[] cells = new WindowCells[0];
    private int[] units = {};
    private int[] keys = {};
    private int size;

    /**
     * Adds a cell that a contribution may change.
     *
     * @param window the cells of the contribution's window
     * @param unit the number of the contribution's unit
     * @param key the number of the contribution's key, or of a node above it
     */
    public void add(WindowCells window, int unit, int key) {
        if (size == cells.length) {
            grow();
        }
        cells[size] = window;
        units[size] = unit;
        keys[size++] = key;
    }

    private void grow() {
        int length = 2 * size + 16;
        cells = Arrays.copyOf(cells, length);
        units = Arrays.copyOf(units, length);
        keys = Arrays.copyOf(keys, length);
    }

    /** Reads the cells of all contributions, then removes the contributions. The result has no meaning. */
    public long read() {
        long sum = 0;
        for (int i = 0; i < size; i++) {
            sum += cells[i].prefetchIndex(units[i], keys[i]);
        }
        for (int i = 0; i < size; i++) {
            sum += cells[i].prefetchCell(units[i], keys[i]);
        }
        Arrays.fill(cells, 0, size, null); // otherwise the cells of closed windows would be kept in memory
        size = 0;
        return sum;
    }
}
