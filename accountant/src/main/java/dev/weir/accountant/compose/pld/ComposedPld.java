package dev.weir.accountant.compose.pld;

import dev.weir.accountant.privacy.Rounding;
import dev.weir.accountant.privacy.Rounding.Margin;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/**
 * The privacy loss distribution of several mechanisms together: the distribution of the sum of their independent
 * losses.
 *
 * <p>The composition is valid for mechanisms that were fixed before the first of them ran, and for adaptively chosen
 * mechanisms whose loss distributions were fixed before the first of them ran. It serves for planning and reports, and
 * must not decide whether a running stream may release again.
 */
public final class ComposedPld {

    private static final double SMALLEST = 1e-300;
    private static final int GUESSES = 20;
    private static final double POOR = 0.004;

    private final SumOfLosses sum;

    /**
     * Composes the losses of mechanisms.
     *
     * @param parts the losses and how often each is composed; at least one loss
     * @param work the work that an answer may take
     */
    public ComposedPld(List<RepeatedLoss> parts, Work work) {
        this(new SumOfLosses(parts, work));
    }

    private ComposedPld(SumOfLosses sum) {
        this.sum = sum;
    }

    /**
     * An upper bound on the &epsilon; at {@code delta}: never below the truth, and infinite if the mass at infinite
     * loss alone is at least &delta;.
     *
     * @param delta &delta;, above 0 and below 1
     */
    public double certifiedEpsilon(double delta) {
        if (sum.infinite() >= delta) {
            return Double.POSITIVE_INFINITY;
        }
        if (sum.maximum() <= 0 || Rounding.up(sum.totalVariation(), Margin.SERIES) <= delta) {
            return 0;
        }
        if (sum.isSingle()) {
            return EpsilonSearch.epsilon(this::single, Math.log(delta), sum.ceiling(), 1);
        }
        return new ComposedPld(cut(delta)).cutEpsilon(Math.log(delta));
    }

    /**
     * An upper bound on the &delta; at {@code epsilon}: never below the truth.
     *
     * @param epsilon &epsilon; in nats, at least 0
     */
    public double certifiedDelta(double epsilon) {
        double least = sum.ceiling();
        double bounded = sum.infinite() - Math.expm1(Math.min(0, epsilon - least));
        if (epsilon >= least || sum.isSingle()) {
            return epsilon >= least ? sum.infinite() : Math.min(bounded, Math.exp(single(epsilon)));
        }
        double before = sum.work().left();
        double first = cutDelta(epsilon, guessedDelta(epsilon));
        boolean refines =
                first >= SMALLEST && before - sum.work().left() <= sum.work().left() / 2;
        double second = refines ? Math.min(first, cutDelta(epsilon, first)) : first;
        return Math.max(Double.MIN_VALUE, Math.min(bounded, second));
    }

    private double guessedDelta(double epsilon) {
        return Math.exp(SaddlePoint.atEpsilon(sum, epsilon).logDelta());
    }

    /**
     * Whether {@link #certifiedDelta} of all directions needs more work than is left, determined before any lattice is
     * filled. A direction does not count if a cheaper bound will probably show that its &delta; is below that of the
     * first direction.
     *
     * @param directions the directions of neighbours, which share their work, at least one
     * @param epsilon &epsilon; in nats, at least 0
     */
    public static boolean exceedsAtEpsilon(List<ComposedPld> directions, double epsilon) {
        ComposedPld first = directions.get(0);
        return exceeds(
                directions,
                direction -> direction.isFilledAt(epsilon)
                                && (direction == first
                                        || !direction.isProvedBelow(epsilon, first.guessedDelta(epsilon)))
                        ? direction.stepsAtEpsilon(epsilon)
                        : 0);
    }

    private boolean isFilledAt(double epsilon) {
        return !sum.isSingle() && epsilon < sum.ceiling();
    }

    private double stepsAtEpsilon(double epsilon) {
        SumOfLosses cut = cut(guessedDelta(epsilon));
        return CertifiedSum.steps(cut, SaddlePoint.atEpsilon(cut, epsilon), CertifiedSum.DELTA);
    }

    /**
     * Whether {@link #certifiedEpsilon} of all directions needs more work than is left, determined before any lattice
     * is filled. A direction does not count if a cheaper bound will probably show that its &epsilon; is below that of
     * the first direction.
     *
     * @param directions the directions of neighbours, which share their work, at least one
     * @param delta &delta;, above 0 and below 1
     */
    public static boolean exceedsAtDelta(List<ComposedPld> directions, double delta) {
        ComposedPld first = directions.get(0);
        return exceeds(
                directions,
                direction -> direction.isFilledBelow(delta)
                                && (direction == first || !direction.isProvedBelow(first.guessedEpsilon(delta), delta))
                        ? direction.stepsAtDelta(delta)
                        : 0);
    }

    private boolean isFilledBelow(double delta) {
        return !sum.isSingle() && sum.infinite() < delta && sum.maximum() > 0;
    }

    private double guessedEpsilon(double delta) {
        return SaddlePoint.atLogDelta(sum, Math.log(delta)).epsilon();
    }

    private double stepsAtDelta(double delta) {
        SumOfLosses cut = cut(delta);
        return CertifiedSum.steps(cut, SaddlePoint.atLogDelta(cut, Math.log(delta)), CertifiedSum.EPSILON);
    }

    private static boolean exceeds(List<ComposedPld> directions, ToDoubleFunction<ComposedPld> steps) {
        double left = directions.get(0).sum.work().left();
        double most = directions.stream()
                .mapToDouble(direction -> CertifiedSum.mostSteps(direction.sum))
                .sum();
        return most > left && directions.stream().mapToDouble(steps).sum() > left;
    }

    /**
     * Computes the bound on &epsilon;, which is sharpest near a guess. The first guess is the &epsilon; of the saddle
     * point at {@code logDelta}. While a guess is poor, the bound is computed again with the last result as the guess.
     */
    private double cutEpsilon(double logDelta) {
        SaddlePoint saddle = SaddlePoint.atLogDelta(sum, logDelta);
        double epsilon = CertifiedSum.of(sum, saddle, CertifiedSum.EPSILON).epsilon(logDelta);
        for (int i = 0; i < GUESSES && isPoor(saddle, epsilon); i++) {
            saddle = SaddlePoint.atEpsilon(sum, epsilon);
            epsilon = Math.min(
                    epsilon, CertifiedSum.of(sum, saddle, CertifiedSum.EPSILON).epsilon(logDelta));
        }
        return epsilon;
    }

    private static boolean isPoor(SaddlePoint saddle, double epsilon) {
        return epsilon > 0 && Math.abs(saddle.epsilon() / epsilon - 1) > POOR;
    }

    /**
     * Computes the bound on &delta; after cutting the tails that do not matter for a &delta; near {@code guess}. The
     * bound is valid for any guess.
     */
    private double cutDelta(double epsilon, double guess) {
        SumOfLosses cut = cut(guess);
        SaddlePoint saddle = SaddlePoint.atEpsilon(cut, epsilon);
        return Math.exp(CertifiedSum.of(cut, saddle, CertifiedSum.DELTA).logDelta(epsilon));
    }

    /**
     * The sum without the tails that do not matter for {@code delta}. At small sampling rates the tails dominate the
     * moments of the uncut distribution, and the tilt and the lattice would be chosen for the tails instead of for the
     * part of the curve that is asked for.
     */
    private SumOfLosses cut(double delta) {
        return sum.cut(Math.max(SMALLEST, delta * SumLattice.TRUNCATED / sum.count()));
    }

    /**
     * Whether a cheap bound proves {@code delta(epsilon) <= delta}: either {@code epsilon} is at least the largest loss,
     * or Renyi divergences prove it by {@code delta <= e^(K(t) - t epsilon) t^t / (1+t)^(1+t)}, which holds for any t
     * &gt; 0. The bound is tight enough to rule out the direction with the smaller loss. If {@code epsilon} is 0 or a
     * loss may be infinite, nothing is proved and the result is false.
     *
     * @param epsilon &epsilon; in nats, at least 0
     * @param delta &delta;, above 0 and below 1
     */
    public boolean isProvedBelow(double epsilon, double delta) {
        if (sum.infinite() > 0 || epsilon == 0) {
            return false;
        }
        double t = SaddlePoint.atEpsilon(sum, epsilon).tilt();
        double log = sum.cumulants(t).value() - t * epsilon + t * Math.log(t) - (1 + t) * Math.log1p(t);
        return epsilon >= sum.maximum() || log < Math.log(delta) - 1e-6;
    }

    /**
     * The &epsilon; at {@code delta} by contour integration: accurate to about ten digits, not a bound. Empty where
     * atoms keep the integral from converging.
     *
     * @param delta &delta;, above 0 and below 1
     */
    public OptionalDouble estimatedEpsilon(double delta) {
        if (sum.infinite() >= delta) {
            return OptionalDouble.of(Double.POSITIVE_INFINITY);
        }
        if (sum.isSingle() || sum.maximum() <= 0) {
            return OptionalDouble.of(certifiedEpsilon(delta));
        }
        return ContourSum.of(sum, SaddlePoint.atLogDelta(sum, Math.log(delta)))
                .map(contour -> OptionalDouble.of(contour.epsilon(Math.log(delta))))
                .orElse(OptionalDouble.empty());
    }

    /**
     * The &delta; at {@code epsilon} by contour integration: accurate to about ten digits, not a bound. Empty where
     * atoms keep the integral from converging.
     *
     * @param epsilon &epsilon; in nats, at least 0
     */
    public OptionalDouble estimatedDelta(double epsilon) {
        if (epsilon >= sum.maximum() || sum.isSingle()) {
            return OptionalDouble.of(epsilon >= sum.maximum() ? sum.infinite() : certifiedDelta(epsilon));
        }
        return ContourSum.of(sum, SaddlePoint.atEpsilon(sum, epsilon))
                .map(contour -> OptionalDouble.of(Math.exp(contour.logDelta(epsilon))))
                .orElse(OptionalDouble.empty());
    }

    /**
     * The logarithm of a bound on &delta; at {@code epsilon} for a sum of one mechanism that runs once.
     */
    private double single(double epsilon) {
        PrivacyCurve curve = sum.first().curve();
        sum.work().spend(curve.size(epsilon));
        double delta = curve.certifiedDelta(epsilon * (1 - 1e-15));
        return Math.log(Math.max(SMALLEST, Math.min(1, delta)));
    }
}
