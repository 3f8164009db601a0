package dev.weir.operators.aggregate.clamp;

import dev.weir.accountant.mechanism.BlockGrowth;
import dev.weir.operators.aggregate.CellRule;

/** The rule of totals whose clamp is learnt: every record costs the same, whatever its value, and is added to its bin. */
final class ClampRule extends CellRule {

    private final ValueBins bins;
    private final BlockGrowth growth;
    private long value;

    ClampRule(Place place, ValueBins bins) {
        super(place);
        this.bins = bins;
        growth = new BlockGrowth(place.cost(), place.aggregate());
    }

    @Override
    public int kept() {
        return growth.words();
    }

    @Override
    public void assess(long[] kept, boolean contributed, long[] words, int from) {
        value = words[from];
        growth.add(kept, place().keptAt(), 0, 1);
    }

    @Override
    public void keep(long[] kept) {
        growth.keep(kept, place().keptAt());
    }

    @Override
    public void addTo(long[] totals, int at) {
        bins.add(value, totals, at);
    }
}
