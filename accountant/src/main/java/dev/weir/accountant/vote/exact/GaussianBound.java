package dev.weir.accountant.vote.exact;

import dev.weir.accountant.privacy.Require;
import dev.weir.accountant.privacy.Rounding;
import dev.weir.accountant.privacy.Rounding.Margin;

/**
 * The R&eacute;nyi loss of a mechanism that is ({@code a}, {@code a / variance})-RDP at every order a and gives another
 * than its likeliest outcome with probability at most q.
 *
 * <p>Papernot and others (2018), Theorem 6, at the two higher orders of its Proposition 10, mu<sub>2</sub> = &radic;(variance ln(1/q)) and
 * mu<sub>1</sub> = mu<sub>2</sub> + 1. The theorem bounds the divergence between the outcomes on these votes and on neighbouring votes. If
 * the theorem's conditions do not hold, the data-independent loss is used.
 *
 * @param variance the variance for which the loss at order a is a / variance, above 0
 */
public record GaussianBound(double variance) {

    /** The exponent from which on e<sup>x</sup> - 1 is computed from its logarithm. */
    private static final double LARGE = 1;

    /**
     * The data-independent and the data-dependent price, rounded up.
     *
     * @param logMiss ln q, below 0
     * @param order a, above 1
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code order} is not above 1 and finite
     */
    public RenyiPrice price(double logMiss, double order) {
        Require.order(order);
        double independent = Rounding.up(independent(order), Margin.ARITHMETIC);
        double dependent = holds(logMiss, order)
                ? Rounding.up(dependent(logMiss, order), Margin.LONG_SUM)
                : Double.POSITIVE_INFINITY;
        return new RenyiPrice(logMiss, independent, Math.min(independent, dependent));
    }

    /**
     * The smaller of both losses, not rounded.
     *
     * @param logMiss ln q, below 0
     * @param order a, above 1
     */
    public double smaller(double logMiss, double order) {
        double independent = independent(order);
        return holds(logMiss, order) ? Math.min(independent, dependent(logMiss, order)) : independent;
    }

    /**
     * The data-independent loss, not rounded.
     *
     * @param order a, above 1
     */
    public double independent(double order) {
        return order / variance;
    }

    private boolean holds(double logMiss, double order) {
        double second = second(logMiss);
        double first = second + 1;
        if (first <= order || second <= 1) {
            return false;
        }
        double gain = second / variance;
        double spread = StrictMath.log1p(1 / (first - 1)) + StrictMath.log1p(1 / (second - 1));
        return logMiss <= (second - 1) * gain - second * spread && -logMiss > gain;
    }

    private double second(double logMiss) {
        return StrictMath.sqrt(variance) * StrictMath.sqrt(-logMiss);
    }

    /**
     * The bound ln((1-q) A<sup>a-1</sup> + q B<sup>a-1</sup>)/(a-1) of Theorem 6, not rounded, where its conditions hold.
     *
     * <p>With d = (2 mu<sub>2</sub> - 1) / variance, A is (1-q) / (1 - q e<sup>d</sup>) and ln B is (2 mu<sub>2</sub> + 1) / variance. What the
     * two powers exceed 1 by is added up, so that nothing cancels where the bound is small.
     *
     * @param logMiss ln q, below 0
     * @param order a, above 1
     */
    public double dependent(double logMiss, double order) {
        double second = second(logMiss);
        double gap = (2 * second - 1) / variance;
        double logHit = LogSpace.complement(logMiss);
        double share = StrictMath.exp(logMiss + logExcess(gap) - logHit);
        double kept = -(order - 1) * StrictMath.log1p(-share);
        double missed = (order - 1) * (2 * second + 1) / variance;
        double log = LogSpace.sum(logHit + logExcess(kept), logMiss + logExcess(missed));
        return LogSpace.sum(0, log) / (order - 1);
    }

    /** The logarithm of e<sup>x</sup> - 1 for x of at least 0. */
    private static double logExcess(double x) {
        return x < LARGE ? StrictMath.log(StrictMath.expm1(x)) : x + StrictMath.log1p(-StrictMath.exp(-x));
    }
}
