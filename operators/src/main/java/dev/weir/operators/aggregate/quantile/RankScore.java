package dev.weir.operators.aggregate.quantile;

import dev.weir.accountant.privacy.Ratio;
import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * The scores by which the leaf of a rank R is selected. A score is minus the distance of a leaf from that rank, in records. Let
 * F<sub>j</sub> be the number of records up to leaf j, and n the number of all records. The score of leaf j is -max(0, F<sub>j-1</sub> - R,
 * R - F<sub>j</sub>), which is 0 for the leaf that holds the record of rank R.
 *
 * <p><b>Span.</b> For the quantile q, R = q n. A record at leaf l adds q to R, and 1 to F<sub>j</sub> from j = l on. So it changes
 * F<sub>j-1</sub> - R by 1 - q for j &gt; l and by -q for other j. It changes R - F<sub>j</sub> by q for j &lt; l and by q - 1 for other j.
 * All these changes, and therefore those of the scores, are at most max(q, 1 - q) in size. Two scores therefore move by at most 2 max(q, 1
 * - q) against each other.
 *
 * <p>No smaller span is sufficient. Among the leaves below l, the score of a leaf with F<sub>j-1</sub> &gt; R rises by q, and the score of
 * a leaf with F<sub>j</sub> &lt; R falls by q. Among the leaves above l, the former falls by 1 - q and the latter rises by 1 - q.
 *
 * <p>For the largest value, R is n less a constant and changes as for q = 1. For the smallest value, R is constant, as for q = 0. Both have
 * the span 2.
 *
 * @param statistic the released value for which the leaf is selected
 * @param q the quantile; 1 for the largest value, 0 for the smallest
 */
record RankScore(OrderStatistic statistic, BigDecimal q) {

    private static final int MOST_DECIMALS = 6;

    RankScore {
        if (q.stripTrailingZeros().scale() > MOST_DECIMALS) {
            throw new IllegalArgumentException("a selected quantile must have at most 6 decimals, was " + q);
        }
    }

    /** The span r: the most by which one record can move two scores against each other. */
    Ratio span() {
        BigDecimal larger = q.max(BigDecimal.ONE.subtract(q));
        return Ratio.of(larger.add(larger));
    }

    private boolean isExtreme() {
        return statistic.at().isEmpty();
    }

    /** The number of parts into which scores divide a record, so that scores are whole numbers: the denominator of q. */
    long parts() {
        return q.signum() == 0 ? 1 : Ratio.of(q).denominator().longValueExact();
    }

    /** Returns the rank R for a number of records. The rank is in parts of a record. */
    private long rank(long records, long ignored) {
        if (isExtreme()) {
            return q.signum() == 0 ? Math.max(1, ignored) : Math.subtractExact(records, ignored);
        }
        BigInteger numerator = Ratio.of(q).numerator();
        return Math.multiplyExact(records, numerator.longValueExact());
    }

    /**
     * Returns the scores of all leaves, in parts of a record.
     *
     * @param counts the array with the counts of the leaves
     * @param ignored how many records an extreme ignores
     * @throws ArithmeticException if the number of records times {@link #parts} exceeds the largest long, which takes more than 9 &middot;
     *     10<sup>12</sup> records: an overflow is an error, never a wrong score
     */
    long[] of(long[] counts, int at, int leaves, long ignored) {
        long records = 0;
        for (int i = 0; i < leaves; i++) {
            records = Math.addExact(records, counts[at + i]);
        }
        long parts = parts();
        long rank = rank(records, ignored);
        long[] scores = new long[leaves];
        long below = 0;
        for (int i = 0; i < leaves; i++) {
            long upTo = below + counts[at + i];
            long above = Math.subtractExact(Math.multiplyExact(parts, below), rank);
            long lacking = Math.subtractExact(rank, Math.multiplyExact(parts, upTo));
            scores[i] = -Math.max(0, Math.max(above, lacking));
            below = upTo;
        }
        return scores;
    }
}
