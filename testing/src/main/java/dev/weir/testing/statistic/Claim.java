package dev.weir.testing.statistic;

import dev.weir.accountant.compose.convert.GaussianCurve;
import dev.weir.accountant.compose.normal.NormalTail;

/**
 * The most that may be lost, as the accountant states it, and how a bound is compared with it.
 *
 * @param kind the notion of privacy
 * @param loss &epsilon; or &mu;, or the probability {@code delta}, at least 0
 * @param delta the probability with which anything at all may be lost, from 0 to below 1; of an &epsilon; it is the &delta;
 */
public record Claim(Kind kind, double loss, double delta) {

    /** The notions of privacy in which a claim is stated. */
    public enum Kind {
        /** (&epsilon;, &delta;)-differential privacy, pure where &delta; is 0: the loss is &epsilon;. */
        EPSILON,
        /**
         * Gaussian differential privacy: the loss is &mu;. With a &delta; above 0 it is a mechanism that is &mu;-Gaussian differentially private but
         * for an event of at most this probability.
         */
        MU,
        /** The probability of an event that never happens without the unit, as that a key is published which it alone has used: at most &delta;. */
        DELTA
    }

    /** @throws IllegalArgumentException if the loss is negative or infinite, or &delta; is none of the kind */
    public Claim {
        if (!(loss >= 0) || Double.isInfinite(loss)) {
            throw new IllegalArgumentException("loss must be >= 0 and finite, was " + loss);
        }
        if (!(delta >= 0 && delta < 1)) {
            throw new IllegalArgumentException("delta must be from 0 to below 1, was " + delta);
        }
    }

    /**
     * This claim but for an event of some probability.
     *
     * @param more the probability, at least 0
     */
    public Claim but(double more) {
        return new Claim(kind, loss, delta + more);
    }

    /**
     * The claim of (&epsilon;, &delta;)-differential privacy that follows from &mu;-Gaussian differential privacy.
     *
     * @param mu above 0
     * @param delta above 0
     */
    public static Claim epsilonOf(double mu, double delta) {
        return new Claim(Kind.EPSILON, GaussianCurve.epsilon(mu, delta), delta);
    }

    /**
     * The &mu; of which &epsilon;-differential privacy is a case: no test between two neighbours is better than randomised
     * response, whose trade-off curve lies above that of &mu; = -2 Phi^-1(1 / (1 + e^&epsilon;)). Dong, Roth and Su (2022), Section 2.
     *
     * @param epsilon at least 0
     */
    public static double muOf(double epsilon) {
        return epsilon == 0 ? 0 : 2 * NormalTail.quantile(-Math.log1p(Math.exp(epsilon)));
    }

    /**
     * The factor by which &mu; grows where the &epsilon; at a &delta; is doubled.
     *
     * @param mu above 0
     * @param delta above 0
     */
    public static double twice(double mu, double delta) {
        return GaussianCurve.mu(Math.max(2 * GaussianCurve.epsilon(mu, delta), Double.MIN_NORMAL), delta) / mu;
    }
}
