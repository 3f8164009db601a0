package dev.weir.operators.gate.rule;

import dev.weir.accountant.mechanism.BlockGrowth;
import dev.weir.operators.aggregate.move.BlockMove;
import java.util.Arrays;

/**
 * The moves of a block: a record moves every node above it by its vector. At each node it is charged the growth of the size of the unit's sum of
 * vectors there ({@link BlockGrowth}), and of each node and base cell the size is kept that has been charged; under Laplace noise nothing.
 */
final class BlockLevels extends LevelMoves {

    private final BlockMove move;
    private final NodeTotals nodes;
    /** The growths at the levels whose nodes are base cells. All of them have the same size, which is kept once. */
    private final BlockGrowth[] atBase;

    private final BlockGrowth[] above;

    BlockLevels(Place place, BlockMove move, Charged charged) {
        super(place);
        this.move = move;
        this.nodes = charged.nodes();
        this.atBase = new BlockGrowth[charged.base().length];
        this.above = new BlockGrowth[nodes.size()];
        Arrays.setAll(atBase, i -> new BlockGrowth(charged.cost(), charged.atBase(place.aggregate(), i)));
        Arrays.setAll(above, i -> new BlockGrowth(charged.cost(), charged.above(place.aggregate(), i)));
    }

    @Override
    void assess(long[] kept, boolean contributed, long[] words, int from) {
        int keptAt = place().keptAt();
        move.assess(words, from);
        for (BlockGrowth growth : atBase) {
            growth.add(kept, keptAt, move.sizeHigh(), move.sizeLow());
        }
        for (int i = 0; i < above.length; i++) {
            above[i].add(nodes.totals(i), keptAt, move.sizeHigh(), move.sizeLow());
        }
    }

    @Override
    void keep(long[] kept) {
        for (BlockGrowth growth : atBase) {
            growth.keep(kept, place().keptAt());
        }
        for (int i = 0; i < above.length; i++) {
            above[i].keep(nodes.totals(i), place().keptAt());
        }
    }

    @Override
    void addToBase(long[] totals, int at) {
        move.addTo(totals, at);
    }

    @Override
    void addToNode(int i, long[] totals, int at) {
        move.addTo(totals, at);
    }
}
