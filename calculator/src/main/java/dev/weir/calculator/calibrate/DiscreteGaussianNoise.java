package dev.weir.calculator.calibrate;

import dev.weir.accountant.compose.NoiseEvent;
import dev.weir.accountant.compose.convert.GaussianCurve;
import dev.weir.accountant.compose.convert.ZcdpConversion;
import dev.weir.accountant.privacy.Require;
import dev.weir.accountant.privacy.Rounding;
import dev.weir.accountant.privacy.Rounding.Margin;
import java.util.OptionalDouble;

/**
 * Finds the smallest discrete Gaussian noise for a target and a sensitivity of 1.
 *
 * <p>On the integers, &delta; does not fall monotonically as sigma grows. The number of outcomes that contribute to &delta; changes at
 * every sigma where {@code epsilon sigma^2} is a half-integer, and between two such sigmas &delta; may rise and fall. The search therefore
 * goes through these pieces from large sigma to small and looks for the largest &delta; of each piece. It returns the largest sigma at
 * which &delta; crosses the target, so that every larger sigma is private too. The search starts at a sigma from which on zero-concentrated
 * differential privacy proves the target. If the sigma of continuous Gaussian noise is at least 60, the search starts at most 3 above that
 * sigma; no crossing has been seen at a larger sigma. If the start is above 300, there is no search, and certified bounds give the answer.
 */
public final class DiscreteGaussianNoise {

    private static final int SAMPLES = 12;
    private static final int REFINEMENTS = 40;
    private static final double LARGEST = 1e5;
    /** The largest start of a search for crossings. Above it, certified bounds give the answer. */
    private static final double WALKED = 300;

    private static final double PROVEN = 60;
    private static final double PRECISION = 1e-13;
    private static final double GOLDEN = 0.5 * (Math.sqrt(5) - 1);

    private DiscreteGaussianNoise() {}

    /**
     * Returns the parameter sigma for one release, rounded up.
     *
     * @param target the target, with &delta; above 0
     */
    public static double sigma(Target target) {
        double high = start(target);
        requireInReach(high);
        if (high > WALKED) {
            return certified(target, 1);
        }
        while (true) {
            double low = piece(target.epsilon(), high);
            OptionalDouble crossing = crossing(target, low, high);
            if (crossing.isPresent()) {
                return Rounding.up(crossing.getAsDouble(), Margin.SERIES);
            }
            high = low;
        }
    }

    /** The largest sigma in a piece at which &delta; crosses the target; empty if &delta; stays below the target. */
    private static OptionalDouble crossing(Target target, double low, double high) {
        double above = high;
        for (int i = 1; i <= SAMPLES; i++) {
            double at = i == SAMPLES ? low : high - (high - low) * i / SAMPLES;
            double top = top(target.epsilon(), at, above);
            if (delta(target.epsilon(), top) > target.delta()) {
                return OptionalDouble.of(bisect(target, top, above));
            }
            above = at;
        }
        return OptionalDouble.empty();
    }

    /**
     * The sigma with the largest &delta; between two samples, by golden-section search; the lower sample if no larger
     * &delta; is found.
     */
    private static double top(double epsilon, double low, double high) {
        double from = low;
        double to = high;
        for (int i = 0; i < REFINEMENTS; i++) {
            double left = to - GOLDEN * (to - from);
            double right = from + GOLDEN * (to - from);
            boolean falls = delta(epsilon, left) >= delta(epsilon, right);
            to = falls ? right : to;
            from = falls ? from : left;
        }
        double middle = 0.5 * (from + to);
        return delta(epsilon, middle) > delta(epsilon, low) ? middle : low;
    }

    /**
     * Returns the parameter sigma of each of {@code count} releases that reach the target together. For {@code count = 1} and a search that
     * starts at no more than 300, the result is the largest sigma at which &delta; crosses the target. Otherwise the result comes from
     * certified bounds and is slightly larger than necessary.
     *
     * @param target the target, with &delta; above 0
     * @param count the number of releases, at least 1
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code count} is out of range
     */
    public static double sigma(Target target, long count) {
        Require.atLeast("count", count, 1);
        return count == 1 ? sigma(target) : certified(target, count);
    }

    private static double certified(Target target, long count) {
        double proven = Math.sqrt(count / (2 * ZcdpConversion.rho(target.epsilon(), target.properDelta())));
        requireInReach(proven);
        return Noise.smallest(
                target, Rounding.up(proven, Margin.ARITHMETIC), sigma -> new NoiseEvent.DiscreteGaussian(sigma)
                        .times(count));
    }

    private static void requireInReach(double sigma) {
        Require.holds(sigma <= LARGEST, "epsilon", "so large that sigma of at most 1e5 reaches it", sigma);
    }

    private static double start(Target target) {
        double proven = Math.sqrt(0.5 / ZcdpConversion.rho(target.epsilon(), target.properDelta()));
        double continuous = 1 / GaussianCurve.mu(target.epsilon(), target.delta());
        return continuous < PROVEN ? proven : Math.min(proven, continuous + 3);
    }

    /**
     * The next smaller sigma at which {@code epsilon sigma^2} is a half-integer; 0.9 {@code sigma} if there is no such sigma.
     */
    private static double piece(double epsilon, double sigma) {
        double outcomes = Math.ceil(epsilon * sigma * sigma - 0.5 - 1e-9) - 1;
        return outcomes < 0 ? 0.9 * sigma : Math.sqrt((outcomes + 0.5) / epsilon);
    }

    private static double bisect(Target target, double tooLittle, double enough) {
        double low = tooLittle;
        double high = enough;
        while (high - low > PRECISION * high) {
            double middle = 0.5 * (low + high);
            boolean fails = delta(target.epsilon(), middle) > target.delta();
            low = fails ? middle : low;
            high = fails ? high : middle;
        }
        return high;
    }

    /**
     * The &delta; at {@code epsilon}: {@code sum over x < 1/2 - epsilon sigma^2 of p(x) (1 - e^(epsilon - loss(x)))}.
     * All terms are positive.
     */
    private static double delta(double epsilon, double sigma) {
        double step = 1 / (sigma * sigma);
        double sum = 0;
        double x = Math.ceil(0.5 - epsilon * sigma * sigma) - 1;
        for (double term = 1; term > 1e-18 * sum || sum == 0; x--) {
            double mass = Math.exp(-0.5 * step * x * x);
            term = -mass * Math.expm1(epsilon - (0.5 - x) * step);
            sum += Math.max(0, term);
            if (mass == 0) {
                break;
            }
        }
        return sum / total(sigma);
    }

    /**
     * The normalising sum {@code sum_x e^(-x^2 / (2 sigma^2))}. For sigma above 1 it is computed by Poisson's summation
     * formula.
     */
    private static double total(double sigma) {
        if (sigma > 1) {
            return sigma * Math.sqrt(2 * Math.PI) * (1 + 2 * Math.exp(-2 * Math.PI * Math.PI * sigma * sigma));
        }
        double sum = 1;
        for (int x = 1; x < 40; x++) {
            sum += 2 * Math.exp(-0.5 * x * x / (sigma * sigma));
        }
        return sum;
    }
}
