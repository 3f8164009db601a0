package dev.weir.operators.aggregate.regression;

import dev.weir.accountant.mechanism.BlockGrowth;
import dev.weir.operators.aggregate.CellRule;

/**
 * The rule of a triangle of products: a record of vector z has the size |z|<sup>4</sup>, and adds z<sub>i</sub> z<sub>j</sub> to every
 * total, row by row.
 */
final class MomentRule extends CellRule {

    private final BlockGrowth growth;
    private final long[] vector;

    MomentRule(Place place, int length) {
        super(place);
        growth = new BlockGrowth(place.cost(), place.aggregate());
        vector = new long[length];
    }

    @Override
    public int kept() {
        return growth.words();
    }

    @Override
    public void assess(long[] kept, boolean contributed, long[] words, int from) {
        long square = 0;
        for (int i = 0; i < vector.length; i++) {
            vector[i] = words[from + i];
            square += vector[i] * vector[i];
        }
        growth.add(kept, place().keptAt(), 0, square * square);
    }

    @Override
    public void keep(long[] kept) {
        growth.keep(kept, place().keptAt());
    }

    @Override
    public void addTo(long[] totals, int at) {
        int to = at;
        for (int i = 0; i < vector.length; i++) {
            for (int j = i; j < vector.length; j++) {
                totals[to] = Math.addExact(totals[to], vector[i] * vector[j]);
                to++;
            }
        }
    }
}
