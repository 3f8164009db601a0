package dev.weir.operators.aggregate.quantile;

import dev.weir.accountant.privacy.Ratio;
import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * The scores of leaves by which the leaf of one rank is selected: the distance of a leaf from that rank, in records.
 * With F<sub>j</sub> the number of records up to leaf j, n of all, the score of leaf j for rank R is -max(0,
 * F<sub>j-1</sub> - R, R - F<sub>j</sub>): 0 for the leaf that holds the record of that rank.
 *
 * <p><b>Span.</b> For the quantile q, R = q n. A record at leaf l adds q to R, and 1 to F<sub>j</sub> from j = l on. So
 * it changes F<sub>j-1</sub> - R by 1 - q above l and by -q elsewhere, and R - F<sub>j</sub> by q below l and by q - 1
 * elsewhere: by max(q, 1 - q) at most, either way, and so it changes every score. Two scores therefore move by at most
 * 2 max(q, 1 - q) against each other; below l a leaf that is too high becomes better by q and one that is too low worse
 * by q, so no less will do for q &ge; 1/2, and likewise above l for the others. For the largest value R = n less a
 * constant, which changes like q = 1; for the smallest R is a constant, like q = 0: spans of 2.
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

    /** How many parts a record has in scores, so that scores are whole numbers: the denominator of q. */
    long parts() {
        return q.signum() == 0 ? 1 : Ratio.of(q).denominator().longValueExact();
    }

    /** The rank R for a number of records, in parts of a record. */
    private long rank(long records, long ignored) {
        if (isExtreme()) {
            return q.signum() == 0 ? Math.max(1, ignored) : Math.subtractExact(records, ignored);
        }
        BigInteger numerator = Ratio.of(q).numerator();
        return Math.multiplyExact(records, numerator.longValueExact());
    }

    /**
     * The scores of all leaves, in parts of a record.
     *
     * @param counts the array with the counts of the leaves
     * @param ignored how many records an extreme ignores
     * @throws ArithmeticException if there are some 10<sup>12</sup> records: an overflow is an error, never a wrong score
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
