package dev.weir.operators.gate.cell;

/**
 * Two collections of cells of one window, seen as one. Entries of the first are even, those of the second are odd.
 *
 * @param few the first collection
 * @param many the second collection
 */
record FewAndMany(CellView few, CellView many) implements CellView {

    /** The entry of a cell of the first collection, given its entry there. */
    static int ofFew(int entry) {
        return Math.multiplyExact(entry, 2);
    }

    /** The entry of a cell of the second collection, given its entry there. */
    static int ofMany(int entry) {
        return Math.multiplyExact(entry, 2) + 1;
    }

    static boolean isOfFew(int entry) {
        return (entry & 1) == 0;
    }

    /** The entry of a cell within its own collection. */
    static int inside(int entry) {
        return entry >> 1;
    }

    private CellView collection(int entry) {
        return isOfFew(entry) ? few : many;
    }

    @Override
    public int query() {
        return few.query();
    }

    @Override
    public long end() {
        return few.end();
    }

    @Override
    public <E extends Exception> void forEach(CellConsumer<E> consumer) throws E {
        few.forEach((unit, key, entry) -> consumer.accept(unit, key, ofFew(entry)));
        many.forEach((unit, key, entry) -> consumer.accept(unit, key, ofMany(entry)));
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
