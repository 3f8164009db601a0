package dev.weir.operators.aggregate.clamp;

import dev.weir.operators.aggregate.move.BlockMove;

/** The move of totals whose clamp is learnt. Every record has the size 1, whatever its value, and is added to the bin of its value. */
final class ClampMove extends BlockMove {

    private final ValueBins bins;
    private long value;

    ClampMove(ValueBins bins) {
        this.bins = bins;
    }

    @Override
    public void assess(long[] words, int from) {
        value = words[from];
    }

    @Override
    public long sizeHigh() {
        return 0;
    }

    @Override
    public long sizeLow() {
        return 1;
    }

    @Override
    public void addTo(long[] totals, int at) {
        bins.add(value, totals, at);
    }
}
