package dev.weir.accountant.compose.convert;

import dev.weir.accountant.privacy.Require;
import dev.weir.accountant.privacy.Rounding;
import dev.weir.accountant.privacy.Rounding.Margin;

/**
 * Converts between &rho;-zero-concentrated and (&epsilon;, &delta;)-differential privacy.
 *
 * <p>The tight formula is the smallest over orders a &gt; 1 of {@code epsilon = a rho + ln((a-1)/a) - (ln delta + ln a)
 * / (a-1)}: Canonne, Kamath and Steinke (2020), Proposition 12 and Corollary 13; Balle, Barthe, Gaboardi, Hsu and Sato
 * (2020), Theorem 21. The best order solves {@code rho (a-1)^2 + ln a = ln(1/delta)}. Every order gives a valid bound,
 * so an imprecise order costs tightness and never privacy.
 *
 * <p>The simple formula is {@code epsilon = rho + 2 sqrt(rho ln(1/delta))}: Bun and Steinke (2016), Proposition 1.3.
 *
 * <p><b>Rounding.</b> &epsilon; and &delta; are rounded up, &rho; down.
 */
public final class ZcdpConversion {

    /** The relative step by which &rho; is lowered until its &epsilon; is small enough. */
    private static final double STEP = 1e-14;

    private static final int STEPS = 200;
    /**
     * The smallest &delta; that {@link #rho} accepts. For a &delta; below about 5.6e-309, 1 / &delta; and with it the
     * upper end of the search would overflow.
     */
    private static final double SMALLEST_DELTA = 1e-300;

    /** If &rho; exceeds &epsilon; by this much, the smallest &delta; is 1 to the last bit. */
    private static final double ALL = 100;

    private ZcdpConversion() {}

    /**
     * The smallest known &epsilon; at {@code delta}.
     *
     * @param rho &rho;, at least 0
     * @param delta &delta;, above 0 and below 1
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code rho} or {@code delta} is out of range
     */
    public static double epsilon(double rho, double delta) {
        Require.notNegative("rho", rho);
        double log = -StrictMath.log(Require.probability("delta", delta));
        return rho == 0 ? 0 : epsilonAt(bestExcess(rho, log), rho, log);
    }

    /**
     * The smallest known &delta; at {@code epsilon}.
     *
     * @param rho &rho;, at least 0
     * @param epsilon &epsilon; in nats, at least 0
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code rho} or {@code epsilon} is out of range
     */
    public static double delta(double rho, double epsilon) {
        Require.notNegative("rho", rho);
        Require.notNegative("epsilon", epsilon);
        if (rho == 0 || rho - epsilon > ALL) {
            return rho == 0 ? 0 : 1;
        }
        double log = bestLogDelta(rho, epsilon);
        return Double.isNaN(log) ? simpleDelta(rho, epsilon) : Math.min(1, Rounding.up(StrictMath.exp(log)));
    }

    /**
     * The logarithm of the smallest &delta; over all orders; not a number where the best order exceeds the range of
     * doubles.
     */
    private static double bestLogDelta(double rho, double epsilon) {
        double high = 1;
        while (slope(high, rho, epsilon) < 0) {
            high *= 2;
        }
        return slope(high, rho, epsilon) >= 0
                ? logDeltaAt(Root.between(1e-300, high, x -> slope(x, rho, epsilon)), rho, epsilon)
                : Double.NaN;
    }

    /**
     * The largest &rho; that is ({@code epsilon}, {@code delta})-differentially private by the tight conversion.
     *
     * @param epsilon &epsilon; in nats, from 1e-100 to 1e100
     * @param delta &delta;, at least 1e-300 and below 1
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code epsilon} or {@code delta} is out of range
     */
    public static double rho(double epsilon, double delta) {
        Require.scale("epsilon", epsilon);
        Require.probability("delta", delta);
        Require.holds(delta >= SMALLEST_DELTA, "delta", "at least 1e-300", delta);
        double log = -StrictMath.log(delta);
        double logExcess = Root.between(
                -350, StrictMath.log(StrictMath.expm1(log)), x -> epsilonAtBest(StrictMath.exp(x), log) - epsilon);
        double rho = rhoAt(StrictMath.exp(logExcess), log);
        while (epsilon(rho, delta) > epsilon) {
            rho *= 1 - STEP;
        }
        return rho;
    }

    /**
     * The &epsilon; of the simple conversion: never below {@link #epsilon}.
     *
     * @param rho &rho;, at least 0
     * @param delta &delta;, above 0 and below 1
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code rho} or {@code delta} is out of range
     */
    public static double simpleEpsilon(double rho, double delta) {
        Require.notNegative("rho", rho);
        return Rounding.up(
                rho + 2 * Math.sqrt(-rho * StrictMath.log(Require.probability("delta", delta))), Margin.FORMULA);
    }

    /**
     * The &delta; of the simple conversion: {@code exp(-(epsilon - rho)^2 / (4 rho))}, 1 where {@code epsilon <= rho}.
     *
     * @param rho &rho;, above 0
     * @param epsilon &epsilon; in nats, at least 0
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code rho} or {@code epsilon} is out of range
     */
    public static double simpleDelta(double rho, double epsilon) {
        Require.positive("rho", rho);
        double above = Math.max(0, Require.notNegative("epsilon", epsilon) - rho);
        double exponent = above * above / (4 * rho);
        double delta = Rounding.up(StrictMath.exp(-Rounding.down(exponent, Margin.FORMULA)), Margin.FORMULA);
        return Math.min(1, Math.max(Double.MIN_VALUE, delta));
    }

    /** The order minus 1 that solves {@code rho x^2 + ln(1 + x) = ln(1/delta)}, by safeguarded Newton steps. */
    private static double bestExcess(double rho, double log) {
        double low = 0;
        double high = Math.min(Math.sqrt(log / rho), StrictMath.expm1(Math.min(log, 700)));
        double x = high;
        for (int i = 0; i < STEPS; i++) {
            double value = rho * x * x + StrictMath.log1p(x) - log;
            low = value < 0 ? x : low;
            high = value < 0 ? high : x;
            double next = x - value / (2 * rho * x + 1 / (1 + x));
            next = next > low && next < high ? next : 0.5 * (low + high);
            if (Math.abs(next - x) <= 1e-10 * x) {
                return next;
            }
            x = next;
        }
        return x;
    }

    /** The tight formula at order {@code 1 + x}, each of its terms increased by more than its rounding error. */
    private static double epsilonAt(double x, double rho, double log) {
        double gain = StrictMath.log1p(1 / x);
        double excess = log - StrictMath.log1p(x);
        double error = 1e-15 * (gain + (log + StrictMath.log1p(x)) / x);
        return Math.max(0, ((1 + x) * rho + excess / x) * (1 + 1e-15) - gain + error);
    }

    private static double rhoAt(double x, double log) {
        return Math.max(0, log - StrictMath.log1p(x)) / (x * x);
    }

    /** The &epsilon; for which {@code 1 + x} is the best order. It decreases in x. */
    private static double epsilonAtBest(double x, double log) {
        return rhoAt(x, log) * (1 + 2 * x) - StrictMath.log1p(1 / x);
    }

    private static double logDeltaAt(double x, double rho, double epsilon) {
        double log = x * ((1 + x) * rho - epsilon) - x * StrictMath.log1p(1 / x) - StrictMath.log1p(x);
        double error = 2e-15 * (x * ((1 + x) * rho + epsilon) + 1 + StrictMath.log1p(x));
        return log + error;
    }

    /** The derivative of the logarithm of &delta; with respect to the order {@code 1 + x}. It increases in x. */
    private static double slope(double x, double rho, double epsilon) {
        return (1 + 2 * x) * rho - epsilon - StrictMath.log1p(1 / x);
    }
}
