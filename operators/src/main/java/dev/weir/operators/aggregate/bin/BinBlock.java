package dev.weir.operators.aggregate.bin;

import dev.weir.accountant.mechanism.Norm;
import dev.weir.operators.aggregate.Block;
import dev.weir.operators.aggregate.move.BinMove;
import dev.weir.operators.aggregate.move.BlockMove;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A block of bins, to one of which at most every record adds 1: its word names the bin, and a negative one none. It reads one number.
 *
 * <p>Of a record that is measured bin by bin the size is 1. What measures more than its bins overrides {@link #fullSize} and
 * {@link #move}.
 */
public interface BinBlock extends Block {

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
    default BlockMove move(Norm norm) {
        return new BinMove(1);
    }

    /** The noisy counts of all bins as they are released: signed, so that sums of bins are unbiased. */
    default List<BigDecimal> counts(long[] measured, int at) {
        return IntStream.range(at, at + coordinates())
                .mapToObj(i -> BigDecimal.valueOf(measured[i]))
                .toList();
    }
}
