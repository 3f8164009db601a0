package dev.weir.operators.gate;

import dev.weir.operators.gate.cell.CellPrefetch;
import dev.weir.operators.gate.cell.CellShape;
import dev.weir.operators.gate.cell.WindowCells;
import dev.weir.operators.gate.rule.CellRules;
import dev.weir.operators.gate.rule.NodeTotals;
import java.util.Arrays;

/**
 * Reads and writes what one unit has added to the nodes above a record's base cell, in a query with levels. Of a unit with few base cells in the window nothing is kept of nodes: its totals there are computed from
 * all of its base cells ({@link CellRules#useBaseCells}). As soon as the unit has more, each node that it has touched has a cell of its own. Both ways give the
 * same totals, so no decision depends on which one it is.
 */
final class UnitNodes {

    private static final int NOT_FOUND = -1;

    /** In place of the number of base cells of a unit whose nodes have cells. */
    private static final int MANY = -1;

    private final CellRules rules;
    private final NodeTotals nodes;
    private final boolean countsKeys;

    /** The entries of the unit's cells of the nodes above the record's base cell. */
    private final int[] entries;

    /** The words of the base cells of a unit that has as many as {@link #mostFew}, and of one more, for that of the record. */
    private final long[] baseCells;

    /** How many words there are of each base cell. */
    private final int width;

    private final int mostFew;

    /** How many base cells the unit has, if its nodes follow from them; otherwise {@link #MANY}. */
    private int few;

    /** @param shape the layout of the unit's cells */
    UnitNodes(CellRules rules, CellShape shape) {
        this.rules = rules;
        this.nodes = rules.nodes();
        this.countsKeys = shape.countsKeys();
        this.entries = new int[nodes.size()];
        this.mostFew = WindowCells.mostFew(shape);
        this.width = 1 + rules.kept();
        this.baseCells = new long[rules.baseCells() > 0 ? (mostFew + 1) * width : 0];
    }

    /** Sets all totals to those of a unit without cells. */
    void clear() {
        few = rules.baseCells() > 0 ? 0 : MANY;
        begin(0);
    }

    /** Reads what the unit has added to the nodes above a base cell. */
    void recall(WindowCells cells, int unit, int key) {
        if (nodes.counter() == 0) {
            return;
        }
        few = cells.fewBaseCells(unit);
        if (few > 0) {
            recallFew(cells, unit, key);
            return;
        }
        begin(key);
        for (int i = 0; i < entries.length && few < 0; i++) {
            entries[i] = cells.find(unit, nodes.cell(key, i));
            if (entries[i] >= 0) {
                cells.copyKept(entries[i], nodes.totals(i));
            }
        }
    }

    /** Begins with a unit that has added nothing to nodes. */
    private void begin(int key) {
        if (few == 0) {
            rules.useBaseCells(key, baseCells, 0, 0);
        } else {
            rules.useNodes();
            nodes.clear();
            Arrays.fill(entries, NOT_FOUND);
        }
    }

    private void recallFew(WindowCells cells, int unit, int key) {
        long[] words = cells.baseCellWords();
        int first = cells.firstBaseCell(unit);
        rules.useBaseCells(key, words, first, few);
        if (few == mostFew) {
            System.arraycopy(words, first, baseCells, 0, few * width); // the record may open one more, which moves them
        }
    }

    private static int key(long word) {
        return (int) (word >>> Integer.SIZE);
    }

    /** To how many keys the unit has contributed in the window. Nodes of levels are not counted. */
    int keys(WindowCells cells, int unit) {
        if (nodes.counter() == 0) {
            return cells.keys(unit);
        }
        if (few >= 0) {
            return few;
        }
        int found = cells.find(unit, nodes.counter());
        return found < 0 ? 0 : cells.records(found);
    }

    /** Stores the effect of a counted record on the nodes above its base cell, whose own cell has been written. */
    void remember(WindowCells cells, int unit, int key) {
        for (int i = 0; i < entries.length && few < 0; i++) {
            store(cells, entries[i] < 0 ? cells.open(unit, nodes.cell(key, i)) : entries[i], nodes.totals(i));
        }
    }

    /**
     * Stores the effect of a unit's first record of a base cell: as {@link #remember}, and counts the base cell.
     *
     * @param keptOfKey what is kept of the base cell
     */
    void rememberFirst(WindowCells cells, int unit, int key, long[] keptOfKey) {
        remember(cells, unit, key);
        if (few == mostFew) {
            openAll(cells, unit, key, keptOfKey);
        } else if (few < 0 && countsKeys && nodes.counter() > 0) {
            store(cells, entry(cells, unit, nodes.counter()), keptOfKey);
        }
    }

    /** Opens the cells of all nodes above the unit's base cells, which have become too many, and of that which counts these. */
    private void openAll(WindowCells cells, int unit, int key, long[] keptOfKey) {
        baseCells[few * width] = (long) key << Integer.SIZE;
        System.arraycopy(keptOfKey, 0, baseCells, few * width + 1, keptOfKey.length);
        for (int cell = 0; cell <= few; cell++) {
            open(cells, unit, cell * width);
        }
        if (countsKeys) {
            cells.set(cells.open(unit, nodes.counter()), few + 1, keptOfKey);
        }
    }

    /** Adds one of the unit's base cells to the cells of the nodes above it, which are opened if they are not open yet. */
    private void open(WindowCells cells, int unit, int baseCell) {
        int key = key(baseCells[baseCell]);
        nodes.clear();
        for (int i = 0; i < entries.length; i++) {
            entries[i] = entry(cells, unit, nodes.cell(key, i));
            cells.copyKept(entries[i], nodes.totals(i));
        }
        rules.addToNodes(key, baseCells, baseCell, 1);
        for (int i = 0; i < entries.length; i++) {
            store(cells, entries[i], nodes.totals(i));
        }
    }

    /** Returns the entry of a further cell of the unit, which is opened if it is not open yet. */
    private static int entry(WindowCells cells, int unit, int number) {
        int found = cells.find(unit, number);
        return found < 0 ? cells.open(unit, number) : found;
    }

    /** Counts once more in a further cell of the unit, and replaces what is kept of it. */
    private static void store(WindowCells cells, int entry, long[] kept) {
        int records = cells.records(entry);
        cells.set(entry, records == Integer.MAX_VALUE ? records : records + 1, kept);
    }

    /** Adds the cells of the nodes above a base cell to {@code prefetch}, if such cells are kept of most units. */
    void prefetch(int key, CellPrefetch prefetch) {
        for (int i = 0; i < entries.length && rules.baseCells() == 0; i++) {
            prefetch.add(nodes.cell(key, i));
        }
    }
}
