package dev.weir.testing.statistic;

import dev.weir.accountant.compose.convert.GaussianCurve;

/**
 * The most that may be lost, as the accountant states it, and how a bound is compared with it.
 *
 * @param kind the notion of privacy
 * @param loss &epsilon; or &mu;, at least 0
 * @param delta the &delta; at which an &epsilon; is reported; 0 for pure differential privacy, and where none is reported
 */
public record Claim(Kind kind, double loss, double delta) {

    /** The notions of privacy in which a claim is stated. */
    public enum Kind {
        /** Pure differential privacy: the loss is &epsilon;. */
        PURE,
        /** Gaussian differential privacy: the loss is &mu;. */
        GAUSSIAN
    }

    /** @throws IllegalArgumentException if the loss is negative or infinite, or pure differential privacy has a &delta; */
    public Claim {
        if (!(loss >= 0) || Double.isInfinite(loss)) {
            throw new IllegalArgumentException("loss must be >= 0 and finite, was " + loss);
        }
        if (kind == Kind.PURE && delta != 0) {
            throw new IllegalArgumentException("delta must be 0 for pure differential privacy, was " + delta);
        }
    }

    /**
     * A lower bound of the loss.
     *
     * @param counts the counts of an event that was chosen elsewhere
     * @param risk the probability that the bound is above the truth
     * @return in the unit of {@link #loss}
     */
    public double bound(EventCounts counts, double risk) {
        return kind == Kind.PURE ? counts.epsilon(0, risk) : counts.mu(risk);
    }

    /**
     * The &epsilon; that a loss comes to, at this claim's &delta;; the loss itself where there is none.
     *
     * @param other a loss in the unit of {@link #loss}, at least 0
     */
    public double epsilon(double other) {
        return delta == 0 || other == 0 ? other : GaussianCurve.epsilon(other, delta);
    }

    /** The claim of twice the &epsilon;; of twice the loss where no &epsilon; is reported. */
    public Claim doubled() {
        if (delta == 0 || loss == 0) {
            return new Claim(kind, 2 * loss, delta);
        }
        return new Claim(kind, GaussianCurve.mu(Math.max(2 * epsilon(loss), Double.MIN_NORMAL), delta), delta);
    }

    /**
     * The &mu; of which &epsilon;-differential privacy is a case: no test between two neighbours is better than randomised
     * response, whose trade-off curve lies above that of &mu; = -2 Phi^-1(1 / (1 + e^&epsilon;)). Dong, Roth and Su (2022), Section 2.
     *
     * @param epsilon at least 0
     */
    public static double muOf(double epsilon) {
        return epsilon == 0 ? 0 : 2 * EventCounts.quantile(1 / (1 + Math.exp(-epsilon)));
    }

    /** An approximate loss by bounds of two probabilities, to choose events by. */
    Threshold.Measure measure() {
        return kind == Kind.PURE ? Claim::pure : Claim::gaussian;
    }

    private static double pure(double least, double most) {
        double event = least <= 0 ? 0 : Math.log(least / Math.max(most, 1e-9));
        double complement = most >= 1 ? 0 : Math.log((1 - most) / Math.max(1 - least, 1e-9));
        return Math.max(event, complement);
    }

    private static double gaussian(double least, double most) {
        return least <= 0 || most >= 1 ? 0 : probit(least) - probit(most);
    }

    /** Phi^-1 to 4.5e-4: Abramowitz and Stegun (1964), formula 26.2.23. */
    private static double probit(double probability) {
        double tail = Math.min(probability, 1 - probability);
        double t = Math.sqrt(-2 * Math.log(Math.max(tail, 1e-12)));
        double above = t
                - (2.515517 + 0.802853 * t + 0.010328 * t * t)
                        / (1 + 1.432788 * t + 0.189269 * t * t + 0.001308 * t * t * t);
        return probability < 0.5 ? -above : above;
    }
}
