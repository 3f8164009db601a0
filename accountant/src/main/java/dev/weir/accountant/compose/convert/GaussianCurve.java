package dev.weir.accountant.compose.convert;

import dev.weir.accountant.compose.normal.MillsRatio;
import dev.weir.accountant.privacy.Require;
import dev.weir.accountant.privacy.Rounding;

/**
 * The exact privacy curve of &mu;-Gaussian differential privacy. It is the curve of Gaussian noise of standard
 * deviation {@code sensitivity / mu}, and of any composition of such noise with {@code mu^2 = sum of mu_i^2}.
 *
 * <p>{@code delta(epsilon) = Phi(mu/2 - epsilon/mu) - e^epsilon Phi(-mu/2 - epsilon/mu)}: Balle and Wang (2018),
 * Theorem 8; Dong, Roth and Su (2022), Corollary 1. With {@code t = epsilon/mu - mu/2} this equals {@code phi(t) (R(t)
 * - R(t + mu))} for the Mills ratio R, a form that is relatively accurate at any &delta;.
 *
 * <p><b>Rounding.</b> {@link #delta} and {@link #epsilon} are never below the truth and {@link #mu} never above it:
 * each result is moved in the safe direction by more than the evaluation error, which is below {@link #margin}.
 */
public final class GaussianCurve {

    private static final double LOG_SQRT_TWO_PI = 0.5 * StrictMath.log(2 * Math.PI);
    private static final double SMALLEST_LOG = -745;
    /**
     * The t above which &delta; is computed as the density times the Mills ratio. The ratio overflows at t of about -38,
     * and at or below this constant the normal tail Q(t) is 1 to the last bit.
     */
    private static final double FAR_LEFT = -30;
    /**
     * The largest t of a search: beyond it &delta; is too small for a double, and up to it the square of t is finite.
     */
    private static final double FAR_RIGHT = 1e100;

    /**
     * The largest &mu; of a search. From about 1e116 on, the rounding error of t times t would exceed half the square of
     * t up to {@link #FAR_RIGHT}, so that a search would not end.
     */
    private static final double LARGEST_MU = 1e110;

    /** The largest &epsilon; that {@link #mu} accepts. */
    private static final double LARGEST = 1e100;

    private static final double SMALLEST_DELTA = 1e-300;

    /** The relative step of a search that starts within a few units in the last place of the result. */
    private static final double STEP = 4 * Math.ulp(1.0);

    private GaussianCurve() {}

    /**
     * The &delta; at {@code epsilon}, rounded up.
     *
     * @param epsilon &epsilon; in nats, at least 0
     * @param mu sensitivity over standard deviation, at least 0
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code epsilon} or {@code mu} is out of range
     */
    public static double delta(double epsilon, double mu) {
        Require.notNegative("epsilon", epsilon);
        Require.notNegative("mu", mu);
        double log = safeLogDelta(epsilon, mu);
        return log < SMALLEST_LOG ? Rounding.up(0.0) * (mu > 0 ? 1 : 0) : Math.min(1, Rounding.up(StrictMath.exp(log)));
    }

    /**
     * The natural logarithm of the &delta; at {@code epsilon}, rounded up; also for values of &delta; that are too
     * small for a double.
     *
     * @param epsilon &epsilon; in nats, at least 0
     * @param mu sensitivity over standard deviation, at least 0
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code epsilon} or {@code mu} is out of range
     */
    public static double logDelta(double epsilon, double mu) {
        Require.notNegative("epsilon", epsilon);
        Require.notNegative("mu", mu);
        return safeLogDelta(epsilon, mu);
    }

    /**
     * The &epsilon; at {@code delta}, rounded up; 0 if the whole curve is at or below {@code delta}.
     *
     * @param mu sensitivity over standard deviation, from 0 to 1e110
     * @param delta &delta;, above 0 and below 1
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code mu} or {@code delta} is out of range
     */
    public static double epsilon(double mu, double delta) {
        Require.notNegative("mu", mu);
        Require.holds(mu <= LARGEST_MU, "mu", "at most 1e110", mu);
        Require.probability("delta", delta);
        double target = StrictMath.log(delta);
        if (safeLogDelta(0, mu) <= target) {
            return 0;
        }
        return upTo(Root.between(0, enough(mu, target), e -> safeLogDelta(e, mu) - target), mu, target);
    }

    /** An &epsilon; at which the curve is at or below the target. */
    private static double enough(double mu, double target) {
        double epsilon = mu;
        while (safeLogDelta(epsilon, mu) > target) {
            epsilon *= 2;
        }
        return epsilon;
    }

    /**
     * The first value from {@code near} upwards, in steps of a few units in the last place, at which the curve is at or
     * below the target.
     */
    private static double upTo(double near, double mu, double target) {
        double epsilon = near;
        while (safeLogDelta(epsilon, mu) > target) {
            epsilon = Math.nextUp(epsilon * (1 + STEP));
        }
        return epsilon;
    }

    /**
     * The largest &mu; whose curve passes at or below ({@code epsilon}, {@code delta}), rounded down; noise of standard
     * deviation {@code sensitivity / mu}, rounded up, then is ({@code epsilon}, {@code delta})-differentially private.
     *
     * @param epsilon &epsilon; in nats, from 0 to 1e100
     * @param delta &delta;, at least 1e-300 and below 1
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code epsilon} or {@code delta} is out of range
     */
    public static double mu(double epsilon, double delta) {
        Require.notNegative("epsilon", epsilon);
        Require.holds(epsilon <= LARGEST, "epsilon", "at most 1e100", epsilon);
        Require.probability("delta", delta);
        Require.holds(delta >= SMALLEST_DELTA, "delta", "at least 1e-300", delta);
        double target = StrictMath.log(delta);
        double high = 1;
        while (safeLogDelta(epsilon, high) <= target) {
            high *= 2;
        }
        return downTo(Root.between(delta, high, m -> safeLogDelta(epsilon, m) - target), epsilon, target);
    }

    /**
     * The first value from {@code near} downwards, in steps of a few units in the last place, at which the curve is at
     * or below the target.
     */
    private static double downTo(double near, double epsilon, double target) {
        double mu = near;
        while (safeLogDelta(epsilon, mu) > target) {
            mu = Math.nextDown(mu * (1 - STEP));
        }
        return mu;
    }

    private static double safeLogDelta(double epsilon, double mu) {
        if (mu == 0) {
            return Double.NEGATIVE_INFINITY;
        }
        double t = Math.min(epsilon / mu - 0.5 * mu, FAR_RIGHT);
        double lost = Math.ulp(Math.min(epsilon / mu, FAR_RIGHT)) + Math.ulp(mu);
        double log = logDeltaAt(t, mu);
        return Math.min(0, log + margin(t) + 2 * Math.ulp(Math.max(log, SMALLEST_LOG)) + lost * (Math.abs(t) + 1));
    }

    /**
     * The logarithm of the &delta; at {@code t = epsilon/mu - mu/2}. Far to the left, where the ratio would overflow,
     * it is computed from the complement.
     */
    private static double logDeltaAt(double t, double mu) {
        double logDensity = -0.5 * t * t - LOG_SQRT_TWO_PI;
        return t > FAR_LEFT
                ? StrictMath.log(MillsRatio.drop(t, mu)) + logDensity
                : StrictMath.log1p(-StrictMath.exp(logDensity) * (MillsRatio.at(-t) + MillsRatio.at(t + mu)));
    }

    /**
     * A bound on the evaluation error of the logarithm: a few units in the last place of t^2/2, and less than 1e-14 for
     * the rest. It does not cover the cancellation in t, nor the last place of a logarithm of several hundred.
     */
    private static double margin(double t) {
        return 2e-14 + 2e-15 * t * t;
    }
}
