package dev.weir.accountant.noise;

import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * Proposes the bin [k W, (k + 1) W) that the size of the noise falls into.
 *
 * <p>Bin k is proposed with probability q_k / 2^63. The q_k are <i>integers</i>, so the alias table (Walker (1977),
 * Vose (1991)) that draws k is exact, without any rounding. They may be integers because the sampler keeps a proposed x
 * with probability lambda w(x) / q_k, where w is the {@link Decay}. The product of the two probabilities is
 * proportional to w(x) for any q_k that satisfy
 *
 * <p>(*) q_k &gt;= lambda w(k W) for every k &gt;= 0.
 *
 * <p><b>The table.</b> For k below the tail K, q_k is lambda w(k W) rounded up, computed from the upper end of an
 * enclosure. If bin 0 is the number 0 alone, w(0) is taken as 1/2, because 0 is drawn with either sign.
 *
 * <p><b>The tail.</b> Entry K represents all bins from K on: bin K + i is proposed with q = q_K (1/32) (31/32)^i. With
 * q_K &gt;= 32 lambda w(K W), (*) holds at i = 0, and it stays true because w falls at least as fast as 31/32 per bin:
 * for Laplace by exp(-W / scale) &lt;= exp(-1/16), as W is at least a sixteenth of the scale; for Gaussian by exp(-(2k
 * + 1) W^2 / (2 sigma^2)), which is at most exp(-17/512) from K = 8 on, and far less if the table ends before bin 8,
 * because weights are below 2^-69. No bin is omitted.
 *
 * <p>lambda is an integer such that the q_k, rounded up, add up to at most 2^63. The few units that are left are added
 * to q_0.
 *
 * <p><b>Timing.</b> The time of a read depends on its address, because of the processor's cache. The table is therefore
 * indexed by column, and columns are drawn uniformly, so that all parts of it are read equally often. In a table
 * indexed by bin, the entries of far bins would be read rarely. Columns are permuted, so that those that propose near
 * bins and those that propose far bins are spread over the whole table.
 */
final class BinTable {

    /**
     * The probability of stopping at a bin of the tail is 2 to minus this power, 1/32: each further bin of the tail is
     * proposed with 31/32 of the probability of the previous bin.
     */
    static final int TAIL_STOP_LOG2 = BinHeights.TAIL_STOP_LOG2;

    static final BigInteger TAIL_GOES_ON = BigInteger.valueOf(31);

    /** An odd multiplier near 2^32 over the golden ratio, whose multiples are spread evenly. */
    private static final int SCATTER = 0x9E3779B1;

    private static final int WEIGHT_BITS = BinHeights.BITS;
    private static final int PROPOSAL_BITS = 63;

    private final BigInteger lambda;
    private final long[] weights;
    private final long[] columns;
    private final double[] kept;
    private final int lastColumn;
    private final boolean zeroAlone;

    /**
     * Builds the table of a distribution.
     *
     * @param distribution the distribution and its bins
     * @param mostBins the table's largest size, a power of two of at least 16; the tail starts there, or where
     *     weights fall below 2^-69
     */
    BinTable(BinnedDistribution distribution, int mostBins) {
        zeroAlone = distribution.zeroAlone();
        List<BigInteger> heights = BinHeights.of(distribution, mostBins);
        lambda = lambda(heights);
        weights = weights(heights);
        int size = Integer.highestOneBit(tail()) << 1;
        lastColumn = size - 1;
        long[] entries = alias(size);
        columns = new long[size];
        kept = new double[2 * size];
        for (int c = 0; c < size; c++) {
            columns[c] = entries[own(c)];
            kept[2 * c] = kept(own(c), heights);
            kept[2 * c + 1] = kept((int) columns[c] & lastColumn, heights);
        }
    }

    /** The bin that a column belongs to: a permutation of the columns, because the multiplier is odd. */
    private int own(int column) {
        return column * SCATTER & lastColumn;
    }

    /**
     * The probability of keeping the near end of a bin. It is 0 for the tail, which has no near end, and for the
     * columns after the tail, which have no units of their own.
     */
    private double kept(int bin, List<BigInteger> heights) {
        if (bin >= tail()) {
            return 0;
        }
        BigInteger exact = lambda.multiply(heights.get(bin)).divide(BigInteger.valueOf(weights[bin]));
        return Math.scalb(exact.doubleValue(), -WEIGHT_BITS);
    }

    /** Computes lambda such that one unit is left for rounding up each weight. */
    private static BigInteger lambda(List<BigInteger> heights) {
        BigInteger sum = heights.stream().reduce(BigInteger.ZERO, BigInteger::add);
        BigInteger room = BigInteger.ONE.shiftLeft(PROPOSAL_BITS).subtract(BigInteger.valueOf(heights.size()));
        return room.shiftLeft(WEIGHT_BITS).divide(sum);
    }

    private long[] weights(List<BigInteger> heights) {
        long[] rounded = new long[heights.size()];
        rounded[0] = 1L << PROPOSAL_BITS; // 2^63 as an unsigned number: bin 0 gets the units that the other bins leave
        for (int k = 1; k < rounded.length; k++) {
            rounded[k] = lambda.multiply(heights.get(k)).shiftRight(WEIGHT_BITS).longValueExact() + 1;
            rounded[0] -= rounded[k];
        }
        return rounded;
    }

    /**
     * Builds the alias table by Vose's method on integers. The column of a bin holds 2^63 / size units. Its entry is
     * (the bin's own units) * size + (the bin that fills the rest); a full column names itself as the bin that
     * fills it.
     */
    private long[] alias(int size) {
        long capacity = Long.divideUnsigned(1L << PROPOSAL_BITS, size);
        long[] left = new long[size];
        System.arraycopy(weights, 0, left, 0, weights.length);
        Deque<Integer> small = new ArrayDeque<>();
        Deque<Integer> large = new ArrayDeque<>();
        for (int c = 0; c < size; c++) {
            (left[c] < capacity ? small : large).push(c);
        }
        long[] entries = new long[size];
        while (!small.isEmpty()) {
            int own = small.pop();
            int other = large.pop();
            entries[own] = left[own] * size + other;
            left[other] -= capacity - left[own];
            (left[other] < capacity ? small : large).push(other);
        }
        large.forEach(full -> entries[full] = full);
        return entries;
    }

    /**
     * The bin that 63 uniform bits propose, or {@link #tail()} for the tail. It is computed without a branch.
     *
     * <p>The low bits are the index of the column. The high bits u are compared with the number t of units that the
     * column's bin itself has: u &lt; t exactly if u * size + (size - 1) &lt; t * size + other, as 0 &lt;= other &lt;
     * size.
     */
    int propose(long bits) {
        int column = (int) bits & lastColumn;
        long entry = columns[column];
        int other = (int) entry & lastColumn;
        int isOwn = (int) (((bits | lastColumn) - entry) >> (Long.SIZE - 1));
        return other ^ ((other ^ own(column)) & isOwn);
    }

    /** The entry that represents all bins of the tail. */
    int tail() {
        return weights.length - 1;
    }

    /**
     * The probability of keeping the near end of the bin that these bits have proposed, rounded once; 0 for the tail,
     * which has no near end.
     */
    double keptAtNearEnd(long bits, int bin) {
        int column = (int) bits & lastColumn;
        int fromOwn = bin - own(column);
        int isOther = (fromOwn | -fromOwn) >>> (Integer.SIZE - 1);
        return kept[2 * column + isOther];
    }

    /** The factor lambda: the probability of keeping x is {@code lambda() w(x) / weight(bin)}. */
    BigInteger lambda() {
        return lambda;
    }

    /** The weight q_k of a bin, or q_K for the whole tail. For bin 0 it is twice q_0 if w(0) is taken as 1/2. */
    BigInteger weight(int bin) {
        return BigInteger.valueOf(weights[bin]).shiftLeft(zeroAlone && bin == 0 ? 1 : 0);
    }
}
