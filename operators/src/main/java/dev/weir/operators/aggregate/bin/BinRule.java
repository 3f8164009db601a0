package dev.weir.operators.aggregate.bin;

import dev.weir.accountant.mechanism.BlockGrowth;
import dev.weir.operators.aggregate.CellRule;

/**
 * The rule of a block to whose bin, named by the record's word, a record adds 1: it does what is done with the whole vector, without
 * writing it out. A record with a negative word adds nothing and costs nothing.
 */
final class BinRule extends CellRule {

    private final BlockGrowth growth;
    private final int size;
    private int bin;

    /**
     * A rule at its place in its query.
     *
     * @param size of what a record moves what is measured by, in the norm of the noise: 1 for a bin, the levels of a tree for its leaf
     */
    BinRule(Place place, int size) {
        super(place);
        this.size = size;
        growth = new BlockGrowth(place.cost(), place.aggregate());
    }

    @Override
    public int kept() {
        return growth.words();
    }

    @Override
    public void assess(long[] kept, boolean contributed, long[] words, int from) {
        bin = (int) words[from];
        growth.add(kept, place().keptAt(), 0, bin < 0 ? 0 : size);
    }

    @Override
    public void keep(long[] kept) {
        growth.keep(kept, place().keptAt());
    }

    @Override
    public void addTo(long[] totals, int at) {
        if (bin >= 0) {
            totals[at + bin] = Math.incrementExact(totals[at + bin]);
        }
    }
}
