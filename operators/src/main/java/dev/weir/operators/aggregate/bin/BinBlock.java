package dev.weir.operators.aggregate.bin;

import dev.weir.accountant.mechanism.Norm;
import dev.weir.operators.aggregate.Block;
import dev.weir.operators.aggregate.CellRule;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A block of bins, to one of which at most every record adds 1: its word names the bin, and a negative one none. It reads one number.
 *
 * <p>Of a record that is measured bin by bin the size is 1. What measures more than its bins overrides {@link #fullSize} and
 * {@link #rule}.
 */
public interface BinBlock extends Block {

    /**
     * The rule of a block of bins: it does what is done with the whole vector, without writing it out.
     *
     * @param place the rule's place in its query
     * @param size of what a record moves what is measured by, in the norm of the noise, at least 1
     */
    static CellRule ruleOfBins(CellRule.Place place, int size) {
        return new BinRule(place, size);
    }

    @Override
    default int fields() {
        return 1;
    }

    @Override
    default int words() {
        return 1;
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

    @Override
    default CellRule rule(Norm norm, CellRule.Place place) {
        return ruleOfBins(place, 1);
    }

    /** The noisy counts of all bins as they are released: signed, so that sums of bins are unbiased. */
    default List<BigDecimal> counts(long[] measured, int at) {
        return IntStream.range(at, at + coordinates())
                .mapToObj(i -> BigDecimal.valueOf(measured[i]))
                .toList();
    }
}
