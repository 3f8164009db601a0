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
 * A block of bins. A record adds 1 to at most one of them: its word is the number of the bin, or a negative number if
 * the record adds to no bin. A record is encoded from one number.
 *
 * <p>If the counts of the bins are themselves measured, a record has the size 1. A block that measures other numbers
 * overrides {@link #fullSize} and {@link #move}.
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

    /**
     * Returns the noisy counts of all bins as they are released. They may be negative, so that sums of bins are
     * unbiased.
     *
     * @param measured the noisy counts
     * @param at the index of the first bin
     */
    default List<BigDecimal> counts(long[] measured, int at) {
        return IntStream.range(at, at + coordinates())
                .mapToObj(i -> BigDecimal.valueOf(measured[i]))
                .toList();
    }
}
