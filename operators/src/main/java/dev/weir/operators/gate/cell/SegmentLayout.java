package dev.weir.operators.gate.cell;

/**
 * The layout of a unit's segment. It starts with a word that holds the unit and the number of its cells. Then come for each cell a word
 * with its key and its number of records, and the words that the aggregates keep.
 *
 * @param cellWords how many longs a cell has
 * @param segmentWords how many longs a segment has
 */
record SegmentLayout(int cellWords, int segmentWords) {

    /** The number of words at the start of a segment, which hold its unit and its number of cells. */
    static final int HEAD = 1;

    /** The number of words at the start of a cell, which hold its key and its number of records. */
    static final int FIRST_KEPT = 1;

    static SegmentLayout of(CellShape shape) {
        int cellWords = FIRST_KEPT + shape.kept();
        return new SegmentLayout(cellWords, HEAD + shape.keysPerWindow() * cellWords);
    }

    static int high(long word) {
        return (int) (word >>> Integer.SIZE);
    }

    static long join(int high, int low) {
        return ((long) high << Integer.SIZE) | Integer.toUnsignedLong(low);
    }

    static int records(long[] words, int entry) {
        return (int) words[entry];
    }

    static void copyKept(long[] words, int entry, long[] kept) {
        for (int i = 0; i < kept.length; i++) {
            kept[i] = words[entry + FIRST_KEPT + i];
        }
    }

    /** Passes on the cells of the first {@code segments} segments. The entry of a cell is the index of its first word in {@code words}. */
    <E extends Exception> void forEach(long[] words, int segments, CellView.CellConsumer<E> consumer) throws E {
        for (int segment = 0; segment < segments * segmentWords; segment += segmentWords) {
            int cell = segment + HEAD;
            for (int left = (int) words[segment]; left > 0; left--) {
                consumer.accept(high(words[segment]), high(words[cell]), cell);
                cell += cellWords;
            }
        }
    }
}
