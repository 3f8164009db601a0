package dev.weir.operators.gate;

/**
 * The layout of a unit's block: a word with the unit and the number of its cells, then for each cell a word with its
 * key and its number of records, and the words that the aggregates keep.
 *
 * @param cellWords how many longs a cell has
 * @param blockWords how many longs a block has
 */
record BlockShape(int cellWords, int blockWords) {

    /** The number of words before the first cell, which hold the unit and its number of cells. */
    static final int HEAD = 1;

    /** The number of words at the start of a cell, which hold its key and its number of records. */
    static final int FIRST_KEPT = 1;

    static BlockShape of(CellShape shape) {
        int cellWords = FIRST_KEPT + shape.kept();
        return new BlockShape(cellWords, HEAD + shape.keysPerWindow() * cellWords);
    }

    static int high(long word) {
        return (int) (word >>> Integer.SIZE);
    }

    static long join(int high, int low) {
        return ((long) high << Integer.SIZE) | low;
    }

    static int records(long[] words, int entry) {
        return (int) words[entry];
    }

    static void copyKept(long[] words, int entry, long[] kept) {
        for (int i = 0; i < kept.length; i++) {
            kept[i] = words[entry + FIRST_KEPT + i];
        }
    }

    /** Passes on the cells of the first {@code blocks} blocks, whose entries are where they start in {@code words}. */
    <E extends Exception> void forEach(long[] words, int blocks, CellView.CellConsumer<E> consumer) throws E {
        for (int block = 0; block < blocks * blockWords; block += blockWords) {
            int cell = block + HEAD;
            for (int left = (int) words[block]; left > 0; left--) {
                consumer.accept(high(words[block]), high(words[cell]), cell);
                cell += cellWords;
            }
        }
    }
}
