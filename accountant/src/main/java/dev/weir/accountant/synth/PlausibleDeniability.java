package dev.weir.accountant.synth;

import dev.weir.accountant.privacy.Require;
import dev.weir.accountant.privacy.Rounding;
import dev.weir.accountant.privacy.Rounding.Margin;
import java.util.OptionalInt;

/**
 * The plausible-deniability test: a synthetic record is published only if enough other records could have produced it.
 *
 * <p>A seed record is drawn at random, and a candidate y is generated from it. The records are divided into classes, within which their
 * probabilities of producing y agree up to a factor &gamma;. The test counts the records in the class of the seed, adds Laplace noise of
 * scale 1/&epsilon;<sub>0</sub> to the count, and publishes y if the result reaches k.
 *
 * <p><b>Guarantee.</b> Neighbours: one record is in the data or not. For every whole t with 1 &le; t &lt; k, a published record is
 * (&epsilon;<sub>0</sub> + ln(1 + &gamma;/t), e<sup>-&epsilon;<sub>0</sub>(k-t)</sup>)-DP: Bindschaedler, Shokri and Gunter (2017), Theorem
 * 1 (argument: if a class has at least t records, one more record multiplies the probability of passing by at most
 * e<sup>&epsilon;<sub>0</sub></sup> and the probability that the class produces y by at most 1 + &gamma;/t; if the class has fewer than t
 * records, y passes with probability at most e<sup>-&epsilon;<sub>0</sub>(k-t)</sup>/2). Every further run costs the same again. Results
 * are rounded up.
 *
 * <p><b>Failures must be silent.</b> The guarantee is about published records. If an observer can tell that a run failed, by a counter, a
 * gap or the time it took, &delta; is at least 1/(n + 1) for tables of n equal records, however small the formula is: one more record, whose
 * candidates no other record can produce, fails where the others pass. {@link DeniablePrice} is the price of a record that comes out.
 *
 * @param k the number of records that must be able to produce the candidate, at least 2
 * @param gamma &gamma;, the factor within which the probabilities of records of one class agree, at least 1
 * @param epsilon0 &epsilon;<sub>0</sub> of the noise on the count, from 1e-100 to 1e100
 */
public record PlausibleDeniability(int k, double gamma, double epsilon0) {

    /** @throws dev.weir.accountant.privacy.InvalidParameter if {@code k}, {@code gamma} or {@code epsilon0} is out of range */
    public PlausibleDeniability {
        Require.atLeast("k", k, 2);
        Require.holds(gamma >= 1 && gamma < Double.POSITIVE_INFINITY, "gamma", ">= 1 and finite", gamma);
        Require.scale("epsilon0", epsilon0);
    }

    /**
     * The loss of one published record.
     *
     * @param t the count at which the proof separates its two cases, from 1 to k - 1; a larger t gives a smaller
     * &epsilon; and a larger &delta;
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code t} is out of range
     */
    public DeniableLoss at(int t) {
        Require.that(t >= 1 && t < k, "t", "between 1 and k - 1 = " + (k - 1), t);
        double exponent = epsilon0 * (k - t);
        double delta = Rounding.up(StrictMath.exp(-exponent) * (1 + exponent * 0x1p-50), Margin.FORMULA);
        return new DeniableLoss(
                Rounding.up(epsilon0 + StrictMath.log1p(gamma / t), Margin.FORMULA),
                Math.min(1, Math.max(delta, Double.MIN_VALUE)));
    }

    /**
     * The t with the smallest &epsilon; among all t whose &delta; is at most {@code delta}; empty if even t = 1 has a larger &delta;.
     *
     * @param delta the largest accepted &delta;, above 0 and below 1
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code delta} is out of range
     */
    public OptionalInt best(double delta) {
        Require.probability("delta", delta);
        int low = 0;
        int high = k - 1;
        while (low < high) {
            int middle = low + (high - low + 1) / 2;
            boolean enough = at(middle).delta() <= delta;
            low = enough ? middle : low;
            high = enough ? high : middle - 1;
        }
        return low == 0 ? OptionalInt.empty() : OptionalInt.of(low);
    }

    /**
     * The probability that a candidate passes, with continuous Laplace noise.
     *
     * @param count the number of records in the class of the seed, at least 0
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code count} is negative
     */
    public double passes(long count) {
        double above = epsilon0 * (Require.atLeast("count", count, 0) - k);
        return above < 0 ? StrictMath.exp(above) / 2 : 1 - StrictMath.exp(-above) / 2;
    }

    /**
     * The probability that a candidate passes, with discrete Laplace noise of the same scale.
     *
     * @param count the number of records in the class of the seed, at least 0
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code count} is negative
     */
    public double passesWhole(long count) {
        long above = Require.atLeast("count", count, 0) - k;
        double one = 1 + StrictMath.exp(-epsilon0);
        return above < 0 ? StrictMath.exp(epsilon0 * above) / one : 1 - StrictMath.exp(-epsilon0 * (above + 1)) / one;
    }
}
