package dev.weir.accountant.selection;

import dev.weir.accountant.compose.normal.NormalTail;
import dev.weir.accountant.privacy.Currency;
import dev.weir.accountant.privacy.Ratio;
import dev.weir.accountant.privacy.Require;
import dev.weir.accountant.privacy.Rounding;
import dev.weir.accountant.privacy.Rounding.Margin;
import java.math.BigDecimal;

/**
 * Computes the price of drawing a candidate, and the temperature for a price.
 *
 * <p>A draw has range e if its privacy loss lies, for every candidate, in the same interval of length e. Such a draw is
 * &mu;-Gaussian DP with &mu;(e) = 2 &Phi;<sup>-1</sup>(1 / (1 + e<sup>-e/2</sup>)): the symmetric pair of two outcomes
 * whose loss is +e/2 and -e/2 is the worst of all pairs with that range, and its trade-off curve meets that of two
 * normals at one corner. Equivalently erf(&mu; / (2 &radic;2)) = tanh(e / 4). It is e&sup2;/8-zCDP: Cesar and Rogers
 * (2021), Lemmas 3.2 and 3.4. An e-DP draw has a range of at most 2 e, so {@link Draw#PERMUTE_AND_FLIP} would be
 * charged for the range 2 e in Gaussian DP.
 *
 * <p>Prices are rounded up, ranges and temperatures down. Source: &mu;(e) is derived here.
 */
public final class SelectionPrice {

    private static final double SQRT_PI = StrictMath.sqrt(Math.PI);
    private static final int HALVINGS = 200;
    private static final double LARGEST_RANGE = 2000;

    private SelectionPrice() {}

    /**
     * The largest temperature t for which a draw costs at most the price, when one record moves the difference of two
     * scores by at most {@code span}. The draw is permute-and-flip if the currency is {@link Currency#EPSILON},
     * otherwise the exponential mechanism.
     *
     * @param currency the currency of the price
     * @param price p, in units of the currency, above 0
     * @param span r: the largest change of a score minus the smallest, above 0
     * @return the temperature for a score of 1, rounded down
     */
    public static Ratio temperature(Currency currency, Ratio price, Ratio span) {
        Ratio range =
                switch (currency) {
                    case EPSILON -> price;
                    case RHO -> exactly(largestRangeByRho(Rounding.down(price.toDouble())));
                    case HALF_MU_SQUARED -> exactly(largestRange(Rounding.down(price.toDouble())));
                };
        return range.dividedBy(span);
    }

    private static Ratio exactly(double value) {
        return Ratio.of(new BigDecimal(value));
    }

    /** The range e with e&sup2;/8 = rho, rounded down. */
    private static double largestRangeByRho(double rho) {
        return Rounding.down(Math.sqrt(8 * rho), Margin.ARITHMETIC);
    }

    /**
     * The largest range of a draw that &mu;&sup2;/2 affords, rounded down.
     *
     * @param halfMuSquared &mu;&sup2;/2, from 1e-100 to 1e5
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code halfMuSquared} is out of range
     */
    public static double largestRange(double halfMuSquared) {
        Require.holds(
                halfMuSquared >= 1e-100 && halfMuSquared <= 1e5,
                "half_mu_squared",
                "from 1e-100 to 1e5",
                halfMuSquared);
        return Rounding.down(range(halfMuSquared), Margin.FORMULA);
    }

    /**
     * The price &mu;&sup2;/2 of a draw with range {@code range}, rounded up.
     *
     * @param range e in nats, from 1e-40 to 2000
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code range} is out of range
     */
    public static double halfMuSquared(double range) {
        Require.holds(range >= 1e-40 && range <= LARGEST_RANGE, "epsilon", "from 1e-40 to 2000", range);
        double low = 0;
        double high = 4 * range * Math.max(1, range);
        for (int i = 0; i < HALVINGS && low < high; i++) {
            double middle = low + (high - low) / 2;
            if (range(middle) < range) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return Rounding.up(high, Margin.FORMULA);
    }

    /**
     * The range e of a draw with &mu;&sup2;/2 = {@code price}: erf(z) = tanh(e / 4) at z = &radic;price / 2. The results
     * for z up to 1 and for larger z are both accurate to a few units in the last place.
     */
    private static double range(double price) {
        double z = Math.sqrt(price) / 2;
        if (z <= 1) {
            double erf = erf(z);
            return 2 * (StrictMath.log1p(erf) - StrictMath.log1p(-erf));
        }
        double logTail = NormalTail.log(Math.sqrt(price / 2));
        return 2 * (StrictMath.log1p(-StrictMath.exp(logTail)) - logTail);
    }

    /**
     * The error function as 2 z e<sup>-z&sup2;</sup> / &radic;&pi; times the sum of (2 z&sup2;)<sup>n</sup> / (1 3 5 ..
     * (2 n + 1)), whose terms are all positive.
     */
    private static double erf(double z) {
        double sum = 0;
        double term = 1;
        for (int n = 1; term > sum * 1e-18; n++) {
            sum += term;
            term *= 2 * z * z / (2 * n + 1);
        }
        return 2 * z * StrictMath.exp(-z * z) * sum / SQRT_PI;
    }
}
