package dev.weir.operators.aggregate.rule;

import dev.weir.accountant.mechanism.BlockGrowth;
import dev.weir.operators.aggregate.move.BlockMove;

/** The rule of a block. It charges the growth of the size of a unit's contribution to the block. */
public final class BlockRule extends CellRule {

    private final BlockMove move;
    private final BlockGrowth growth;

    /**
     * Creates a rule.
     *
     * @param place the rule's place
     * @param move computes by how much records move the block
     */
    public BlockRule(Place place, BlockMove move) {
        super(place);
        this.move = move;
        this.growth = new BlockGrowth(place.cost(), place.aggregate());
    }

    @Override
    public int kept() {
        return growth.words();
    }

    @Override
    public void assess(long[] kept, boolean contributed, long[] words, int from) {
        move.assess(words, from);
        growth.add(kept, place().keptAt(), move.sizeHigh(), move.sizeLow());
    }

    @Override
    public void keep(long[] kept) {
        growth.keep(kept, place().keptAt());
    }

    @Override
    public void addTo(long[] totals, int at) {
        move.addTo(totals, at);
    }
}
