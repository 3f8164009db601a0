package dev.weir.operators.gate.cell;

import dev.weir.operators.gate.rule.UnsettledRecords;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The cells of a query with levels for which what a unit has added to the nodes above its base cells follows from these. Most units have few base cells in a
 * window. Of such a unit only the base cells are kept, one beside the other, and a record computes from all of them what it needs of the nodes above its own: that takes
 * less time than to read one more cell for each level. When a unit has {@value #MOST_BASE_CELLS} base cells and opens one more, its cells move to where
 * nodes have cells too, which the caller opens from then on. Where the layout says so, the first records of a unit are {@link UnsettledRecords} before it has cells.
 *
 * <p>Snapshots contain what is here: of a unit with few base cells no nodes. A restored unit of which any node has a cell is one whose nodes have cells. Hence a build
 * that moves units earlier would miss nodes: {@link #MOST_BASE_CELLS} may grow, but must not fall as long as tables of format 4 or later are read.
 *
 * <p>Memory of a unit with few base cells in the window: that of {@link SegmentedCells} with room for as many as there may be, at most {@value #MOST_BASE_CELLS}. Of other units: one word there, and
 * that of {@link ScatteredCells} for each base cell and each touched node.
 */
final class LevelledCells extends WindowCells {

    static final int MOST_BASE_CELLS = 16;

    private static final int NOT_FOUND = -1;

    private final int baseCells;

    /** Null if units do not start unsettled. */
    private final @Nullable SegmentedRecords unsettled;

    private final SegmentedCells few;
    private final ScatteredCells many;
    private final JoinedCells all;

    /**
     * Creates the cells of a window, without any cell yet.
     *
     * @param expected how many units will probably contribute to the window
     */
    LevelledCells(CellShape shape, long end, int expected) {
        super(shape.query(), end);
        baseCells = shape.baseCells();
        unsettled = shape.startsUnsettled() ? new SegmentedRecords(shape, end, expected) : null;
        few = new SegmentedCells(shape.ofBase(mostFew(shape)), end, unsettled == null ? expected : 0);
        many = new ScatteredCells(shape.ofBase(shape.keysPerWindow()), end, 0);
        all = new JoinedCells(few, many);
    }

    @Override
    public int find(int unit, int key) {
        int entry = few.find(unit, key);
        if (entry >= 0) {
            return JoinedCells.ofFirst(entry);
        }
        int moved = many.size() > 0 && few.isMoved(unit) ? many.find(unit, key) : NOT_FOUND;
        return moved < 0 ? NOT_FOUND : JoinedCells.ofSecond(moved);
    }

    @Override
    public @Nullable UnsettledRecords unsettled() {
        return unsettled;
    }

    @Override
    public int keys(int unit) {
        return few.keys(unit);
    }

    @Override
    public int fewBaseCells(int unit) {
        return few.keys(unit);
    }

    @Override
    public long[] baseCellWords() {
        return few.words();
    }

    @Override
    public int firstBaseCell(int unit) {
        return few.first(unit);
    }

    /** Opens a cell. The first cell of a node, and a base cell for which there is no room, move all cells of the unit to where nodes have cells. */
    @Override
    public int open(int unit, int key) {
        if (unsettled != null) {
            unsettled.requireNone(unit);
        }
        boolean isMoved = many.size() > 0 && few.isMoved(unit);
        if (!isMoved && (key >= baseCells || few.isFull(unit))) {
            few.moveOut(unit, many);
            isMoved = true;
        }
        return isMoved ? JoinedCells.ofSecond(many.open(unit, key)) : JoinedCells.ofFirst(few.open(unit, key));
    }

    private WindowCells collection(int entry) {
        return JoinedCells.isOfFirst(entry) ? few : many;
    }

    @Override
    public void set(int entry, int records, long[] kept) {
        collection(entry).set(JoinedCells.inside(entry), records, kept);
    }

    @Override
    public int records(int entry) {
        return collection(entry).records(JoinedCells.inside(entry));
    }

    @Override
    public void copyKept(int entry, long[] kept) {
        collection(entry).copyKept(JoinedCells.inside(entry), kept);
    }

    @Override
    long prefetch(int[] units, int[] keys, int from, int to) {
        if (unsettled == null) {
            return few.prefetch(units, keys, from, to);
        }
        long sum = unsettled.prefetch(units, keys, from, to);
        return sum + few.prefetch(units, keys, from, unsettled.putMovedFirst(units, keys, from, to));
    }

    @Override
    void renumber(int[] moved) {
        if (unsettled != null) {
            unsettled.renumber(moved);
        }
        few.renumber(moved);
        many.renumber(moved);
    }

    @Override
    CellView view(AtomicBoolean closed) {
        return new JoinedCells(few.view(closed), many.view(closed));
    }

    @Override
    @Nullable CellView unsettledView(AtomicBoolean closed) {
        return unsettled == null ? null : unsettled.view(closed);
    }

    @Override
    void copyArrays() {
        few.copyArrays();
        many.copyArrays();
    }

    @Override
    public void save(int unit) {
        if (unsettled != null) {
            unsettled.save(unit);
        }
        few.save(unit);
    }

    @Override
    void leaveViews() {
        if (unsettled != null) {
            unsettled.leaveViews();
        }
        few.leaveViews();
    }

    @Override
    public <E extends Exception> void forEach(CellConsumer<E> consumer) throws E {
        all.forEach(consumer);
    }

    @Override
    int size() {
        return unsettled == null ? few.size() : unsettled.size();
    }
}
