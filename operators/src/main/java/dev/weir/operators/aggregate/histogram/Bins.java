package dev.weir.operators.aggregate.histogram;

import dev.weir.accountant.mechanism.AdditiveNoise;
import dev.weir.accountant.mechanism.Norm;
import dev.weir.operators.aggregate.Accuracy;
import dev.weir.operators.aggregate.Block;
import dev.weir.operators.aggregate.CellRule;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * A block of bins, to one of which at most every record adds 1.
 *
 * <p><b>Guarantee.</b> Neighbours: all records of one unit are replaced by empty slots. Sensitivity: a record adds a vector with a
 * single 1, of l1 size and squared l2 size 1. Mechanism and charge: noise of one scale on every bin, and the growth of what the
 * unit has added: {@link dev.weir.accountant.mechanism.BlockGrowth}. Source: derived here.
 */
sealed interface Bins extends Block permits Histogram {

    /** The most bins: a release is one row. */
    int MOST = 4096;

    @Override
    default int words() {
        return 1;
    }

    @Override
    default CellRule rule(Norm norm, CellRule.Place place) {
        return Block.ruleOfBins(place, 1);
    }

    @Override
    default void vector(long[] words, int from, long[] vector) {
        Arrays.fill(vector, 0);
        if (words[from] >= 0) {
            vector[(int) words[from]] = 1;
        }
    }

    @Override
    default BigInteger fullSize(Norm norm) {
        return BigInteger.ONE;
    }

    /** Of one bin, then the error that all bins keep to with probability 0.95. */
    @Override
    default List<Accuracy> accuracy(AdditiveNoise noise) {
        Map<String, Object> all = Map.of("error95-all-bins", Histogram.errorOfAll(noise, coordinates()));
        return accuracy(noise, BigDecimal.ONE, BigDecimal.ONE, all);
    }

    /** The counts of the bins, signed: sums of bins are then unbiased. */
    static List<BigDecimal> counts(long[] measured, int at, int bins) {
        List<BigDecimal> counts = new ArrayList<>();
        for (int i = 0; i < bins; i++) {
            counts.add(BigDecimal.valueOf(measured[at + i]));
        }
        return counts;
    }
}
