package dev.weir.calculator.vote;

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
record GaussianBound(double variance) {

    /** The data-independent and the data-dependent price at {@code order}, given ln q. */
    RenyiPrice price(double logMiss, double order) {
        Require.order(order);
        double independent = Rounding.up(order / variance, Margin.ARITHMETIC);
        double first = StrictMath.sqrt(variance) * StrictMath.sqrt(-logMiss) + 1;
        double dependent = holds(first, logMiss, order) ? dependent(first, logMiss, order) : independent;
        return new RenyiPrice(logMiss, independent, Math.min(independent, dependent));
    }

    private boolean holds(double first, double logMiss, double order) {
        double second = first - 1;
        if (first <= order || second <= 1) {
            return false;
        }
        double gain = second / variance;
        double spread = StrictMath.log1p(1 / (first - 1)) + StrictMath.log1p(1 / (second - 1));
        return logMiss <= (second - 1) * gain - second * spread && -logMiss > gain;
    }

    /** The bound ln((1-q) A<sup>a-1</sup> + q B<sup>a-1</sup>)/(a-1) of Theorem 6. */
    private double dependent(double first, double logMiss, double order) {
        double second = first - 1;
        double logHit = LogSpace.complement(logMiss);
        double exponent = (logMiss + second / variance) * (1 - 1 / second);
        double logA = logHit - LogSpace.complement(exponent);
        double logB = first / variance - logMiss / (first - 1);
        double sum = LogSpace.sum(logHit + (order - 1) * logA, logMiss + (order - 1) * logB);
        return Rounding.up(Math.max(0, sum / (order - 1)), Margin.LONG_SUM);
    }
}
