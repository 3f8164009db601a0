package dev.weir.operators.aggregate.learn;

import dev.weir.operators.aggregate.move.BlockMove;

/** The move of a learner: every record has the same size, whatever it holds, and its vector is kept as it is. */
final class KeptMove extends BlockMove {

    private final long size;
    private final long[] vector;

    /**
     * Creates a move.
     *
     * @param size the size of a record, a squared length
     * @param length how many longs a vector has
     */
    KeptMove(long size, int length) {
        this.size = size;
        this.vector = new long[length];
    }

    @Override
    public void assess(long[] words, int from) {
        System.arraycopy(words, from, vector, 0, vector.length);
    }

    @Override
    public long sizeHigh() {
        return 0;
    }

    @Override
    public long sizeLow() {
        return size;
    }

    @Override
    public void addTo(long[] totals, int at) {
        for (int i = 0; i < vector.length; i++) {
            totals[at + i] = Math.addExact(totals[at + i], vector[i]);
        }
    }
}
