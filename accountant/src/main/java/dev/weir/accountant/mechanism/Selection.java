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
 * Releases the index of one of several candidates and nothing else. The candidate is drawn according to scores that are
 * exact functions of a cell's exact integers.
 *
 * <p><b>Guarantee.</b> Neighbours: all records of one privacy unit are replaced by empty slots, which changes score i by
 * d<sub>i</sub>. Sensitivity: the span s = max d - min d. One record makes it grow by at most r ({@code span}), so m records
 * have s &le; m r. With temperature t the privacy loss of the draw is at most t s in either direction:
 *
 * <ul>
 *   <li>The exponential mechanism takes i with probability e<sup>t u_i</sup> / &Sigma;<sub>k</sub> e<sup>t u_k</sup>. Its
 *       loss at i is t d<sub>i</sub> less the logarithm of &Sigma; e<sup>t (u_k + d_k)</sup> / &Sigma; e<sup>t u_k</sup>, which
 *       is a mean of the factors e<sup>t d_k</sup>: its logarithm lies between t min d and t max d. So the loss is at most t s
 *       in size, and over all i it spreads by t s and no more: its range is t s.
 *   <li>Permute-and-flip takes the largest u<sub>i</sub> + Z<sub>i</sub>, Z exponential with P(Z &ge; z) = e<sup>-t max(z,
 *       0)</sup>. With the others' Z held fixed, i wins if Z<sub>i</sub> reaches T = max<sub>k&ne;i</sub>(u<sub>k</sub> +
 *       Z<sub>k</sub>) - u<sub>i</sub>. Every u<sub>k</sub> - u<sub>i</sub> moves by at most s, so T does, and t max(T, 0) by at
 *       most t s; integrating over the others' Z keeps the bound. Its range may be 2 t s.
 * </ul>
 *
 * <p>Therefore scores that a record moves one way, by at most D, have r = D; scores that it may move either way have r
 * up to 2 D, and e<sup>t u</sup> with t = p / D would cost twice what is charged.
 *
 * <p><b>Charge.</b> m records cost m p where the currency is {@link Currency#EPSILON}: permute-and-flip with t = p / r
 * loses at most t m r = m p. They cost m&sup2; p where it is {@link Currency#HALF_MU_SQUARED}: the exponential
 * mechanism with t = e / r, e chosen so that &mu;(e)&sup2;/2 = p, has range m e, and &mu;(m e) &le; m &mu;(e), because
 * &mu; is concave and 0 at 0. {@link BlockGrowth} charges the same for vectors of size 1. A record is always charged
 * whole: a part x of one could cost more than x&sup2; p, as &mu;(x e) &ge; x &mu;(e). A choice of price p and Gaussian
 * noise of price p' may depend on one another's releases and cost p + p': a &mu;-Gaussian DP pair is a function of a
 * normal of mean 0 or &mu;, so steps chosen freely read disjoint times, &mu;&sup2; each, off one Brownian motion with
 * drift 0 or 1. Source: derived here; the law of permute-and-flip by {@link Draw}, &mu;(e) by {@link SelectionPrice}.
 *
 * @param norm the norm of the query's noise, in which m records have the size m or m&sup2;
 * @param price p of one record, in the currency that goes with the norm
 * @param span r: by how much one record can move two scores against each other, above 0
 */
public record Selection(Norm norm, Ratio price, Ratio span) implements Mechanism {

    private static final int DIGITS = 15;
    private static final MathContext DOWN = new MathContext(34, RoundingMode.FLOOR);
    private static final MathContext UP = new MathContext(34, RoundingMode.CEILING);

    /**
     * A selection with the price of noise for a size of 1 per record.
     *
     * @param noise the noise that the same price would buy
     * @param span r, above 0
     */
    public static Selection of(AdditiveNoise noise, Ratio span) {
        return new Selection(noise.norm(), noise.unitCost(), span);
    }

    /**
     * This selection with a part of its price, where several selections share one price.
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

    /** The temperature t: by how much a score of 1 changes the logarithm of a probability, rounded down. */
    public Ratio temperature() {
        return SelectionPrice.temperature(currency(), price, span);
    }

    /**
     * The distance from the best score that the score of the drawn candidate exceeds with probability at most 0.05: all
     * Z of the others stay below it with probability 0.95. The bound also holds for the exponential mechanism, whose Z
     * follow the Gumbel law: (d - 1) e<sup>-t x</sup> is below 0.05 / 0.95 there.
     *
     * @param candidates d, at least 1
     */
    public double scoreError95(int candidates) {
        return candidates == 1
                ? 0
                : -Math.log(-Math.expm1(Math.log(0.95) / (candidates - 1)))
                        / temperature().toDouble();
    }

    /** The event of m records, whose price is m p or m&sup2; p, in the currency that goes with the norm. */
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
