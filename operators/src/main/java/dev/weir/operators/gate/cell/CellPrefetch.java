package dev.weir.operators.gate.cell;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads the cells of several contributions, so that the cells are in the processor's cache when the gate decides. First
 * all contributions are added, then the indexes are read, then the cells. Where the cells of a unit are adjacent, their first word says how many there are, so the
 * others are read last. Each loop has few instructions, because a processor overlaps only the cache misses of the few hundred instructions that it executes at once.
 */
public final class CellPrefetch {

    private WindowCells[] cells = new WindowCells[0];
    private int[] units = {};
    private int[] keys = {};
    private int size;
    private @Nullable WindowCells window;
    private int unit;

    /**
     * Sets whose cells are added next.
     *
     * @param cellsOfWindow the cells of the window
     * @param unitOfCells the number of the unit
     */
    public void moveTo(WindowCells cellsOfWindow, int unitOfCells) {
        window = cellsOfWindow;
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
        if (size == cells.length) {
            grow();
        }
        cells[size] = window();
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
        for (int i = 0; i < size; i++) {
            sum += cells[i].prefetchOthers(units[i]);
        }
        Arrays.fill(cells, 0, size, null); // otherwise the cells of closed windows would be kept in memory
        window = null;
        size = 0;
        return sum;
    }
}
