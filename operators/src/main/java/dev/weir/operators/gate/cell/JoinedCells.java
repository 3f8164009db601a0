package dev.weir.operators.gate.cell;

/**
 * Two collections of cells of one window, seen as one. Entries of the first are even, those of the second are odd.
 *
 * @param first the first collection
 * @param second the second collection
 */
record JoinedCells(CellView first, CellView second) implements CellView {

    /** The entry of a cell of the first collection, given its entry there. */
    static int ofFirst(int entry) {
        return Math.multiplyExact(entry, 2);
    }

    /** The entry of a cell of the second collection, given its entry there. */
    static int ofSecond(int entry) {
        return Math.multiplyExact(entry, 2) + 1;
    }

    static boolean isOfFirst(int entry) {
        return (entry & 1) == 0;
    }

    /** The entry of a cell within its own collection. */
    static int inside(int entry) {
        return entry >> 1;
    }

    private CellView collection(int entry) {
        return isOfFirst(entry) ? first : second;
    }

    @Override
    public int query() {
        return first.query();
    }

    @Override
    public long end() {
        return first.end();
    }

    @Override
    public <E extends Exception> void forEach(CellConsumer<E> consumer) throws E {
        first.forEach((unit, key, entry) -> consumer.accept(unit, key, ofFirst(entry)));
        second.forEach((unit, key, entry) -> consumer.accept(unit, key, ofSecond(entry)));
    }

    @Override
    public int records(int entry) {
        return collection(entry).records(inside(entry));
    }

    @Override
    public void copyKept(int entry, long[] kept) {
        collection(entry).copyKept(inside(entry), kept);
    }
}
