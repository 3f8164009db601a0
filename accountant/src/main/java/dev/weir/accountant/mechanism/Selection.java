package dev.weir.accountant.mechanism;

import dev.weir.accountant.compose.NoiseEvent;
import dev.weir.accountant.compose.SingleEvent;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Currency;
import dev.weir.accountant.privacy.Ratio;
import dev.weir.accountant.privacy.Rounding;
import dev.weir.accountant.selection.Draw;
import dev.weir.accountant.selection.SelectionPrice;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * Releases only the index of one of several candidates. The candidate is drawn according to scores that are exact functions of a cell's
 * exact integers.
 *
 * <p><b>Guarantee.</b> Neighbours: all records of one privacy unit are replaced by empty slots, which changes score i by d<sub>i</sub>.
 * Sensitivity: the span s = max d - min d. One record increases s by at most r ({@code span}), so m records have s &le; m r. With
 * temperature t the absolute privacy loss of the draw is at most t s:
 *
 * <ul>
 *   <li>The exponential mechanism takes i with probability e<sup>t u_i</sup> / &Sigma;<sub>k</sub> e<sup>t u_k</sup>. Its loss at i is t
 *       d<sub>i</sub> - ln M. Here M = &Sigma; e<sup>t (u_k + d_k)</sup> / &Sigma; e<sup>t u_k</sup> is a weighted mean of the factors
 *       e<sup>t d_k</sup>, so ln M lies between t min d and t max d. The absolute loss therefore is at most t s, and the losses at two
 *       candidates differ by at most t s: the range of the loss is t s.
 *   <li>Permute-and-flip takes the largest u<sub>i</sub> + Z<sub>i</sub>, Z exponential with P(Z &ge; z) = e<sup>-t max(z, 0)</sup>. For
 *       fixed Z of the other candidates, i is taken if Z<sub>i</sub> reaches T = max<sub>k&ne;i</sub>(u<sub>k</sub> + Z<sub>k</sub>) -
 *       u<sub>i</sub>. Between neighbours every u<sub>k</sub> - u<sub>i</sub> changes by at most s, hence T by at most s and t max(T, 0) by
 *       at most t s. Integrating over the other Z keeps this bound. The range of the loss may be 2 t s.
 * </ul>
 *
 * <p>Therefore r = D if a record moves all scores in the same direction, by at most D. If it may move some scores up and others down, r is
 * up to 2 D, and a temperature of p / D would cost twice what is charged.
 *
 * <p><b>Charge.</b> If the currency is {@link Currency#EPSILON}, m records cost m p, because permute-and-flip with t = p / r loses at most
 * t m r = m p. If the currency is {@link Currency#HALF_MU_SQUARED}, they cost m&sup2; p: the exponential mechanism with t = e / r, where e
 * is such that &mu;(e)&sup2;/2 = p, has range m e for m records, and &mu;(m e) &le; m &mu;(e), because &mu; is concave and 0 at 0. {@link
 * BlockGrowth} charges the same for vectors of size 1. A record is always charged in full, because a part x of it could cost more than
 * x&sup2; p, as &mu;(x e) &ge; x &mu;(e). A selection of price p and Gaussian noise of price p' may depend on each other's releases, and
 * together cost p + p'. The reason is that a pair of outputs with &mu;-Gaussian DP is a function of one normal variable of mean 0 or &mu;.
 * Adaptively chosen steps therefore are functions of the increments of one Brownian motion with drift 0 or 1, over disjoint intervals of
 * length &mu;&sup2; each. Source: derived here; for the distribution of permute-and-flip see {@link Draw}, for &mu;(e) {@link
 * SelectionPrice}.
 *
 * @param norm the norm of the query's noise, in which m records have the size m or m&sup2;
 * @param price the price p of one record, in the currency that belongs to the norm
 * @param span r: the most by which one record can change the difference of two scores, above 0
 */
public record Selection(Norm norm, Ratio price, Ratio span) implements Mechanism {

    private static final int DIGITS = 15;
    private static final MathContext DOWN = new MathContext(34, RoundingMode.FLOOR);
    private static final MathContext UP = new MathContext(34, RoundingMode.CEILING);

    /**
     * Creates a selection in which a record has the price of moving a value by a size of 1 under {@code noise}.
     *
     * @param noise the noise that determines the price of a record
     * @param span r, above 0
     */
    public static Selection of(AdditiveNoise noise, Ratio span) {
        return new Selection(noise.norm(), noise.unitCost(), span);
    }

    /**
     * Returns this selection with a part of its price, for several selections that share one price.
     *
     * @param part the part, above 0 and at most 1
     */
    public Selection withPart(Ratio part) {
        return new Selection(norm, price.times(part), span);
    }

    private Currency currency() {
        return norm == Norm.L1 ? Currency.EPSILON : Currency.HALF_MU_SQUARED;
    }

    /** The method that draws a candidate. */
    public Draw draw() {
        return norm == Norm.L1 ? Draw.PERMUTE_AND_FLIP : Draw.EXPONENTIAL;
    }

    /** The temperature t, rounded down: the change of the logarithm of a weight for a change of the score by 1. */
    public Ratio temperature() {
        return SelectionPrice.temperature(currency(), price, span);
    }

    /**
     * A distance x such that the score of the drawn candidate is more than x below the best score with probability at
     * most 0.05. With probability 0.95 the Z of all other candidates are at most x. The bound also holds for the
     * exponential mechanism, whose Z have the Gumbel distribution, because (d - 1) e<sup>-t x</sup> is below 0.05 /
     * 0.95.
     *
     * @param candidates the number of candidates d, at least 1
     */
    public double scoreError95(int candidates) {
        return candidates == 1
                ? 0
                : -Math.log(-Math.expm1(Math.log(0.95) / (candidates - 1)))
                        / temperature().toDouble();
    }

    /** The event of m records, whose price is m p or m&sup2; p, in the currency that belongs to the norm. */
    @Override
    public SingleEvent event(BigInteger size) {
        BigDecimal cost = new BigDecimal(price.numerator().multiply(size));
        BigDecimal divisor = new BigDecimal(price.denominator());
        return norm == Norm.L1
                ? new SingleEvent.Pure(Rounding.up(cost.divide(divisor, UP)))
                : new NoiseEvent.Gaussian(
                        Rounding.down(divisor.divide(cost.add(cost), DOWN).sqrt(DOWN)));
    }

    @Override
    public Amount cost(BigInteger size) {
        BigDecimal cost = new BigDecimal(price.numerator().multiply(size));
        return Amount.atLeast(
                currency(), cost.divide(new BigDecimal(price.denominator()), DIGITS, RoundingMode.CEILING));
    }

    @Override
    public String label() {
        return draw().label();
    }
}
