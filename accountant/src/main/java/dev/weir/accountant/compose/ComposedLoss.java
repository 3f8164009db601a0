package dev.weir.accountant.compose;

import dev.weir.accountant.compose.convert.GaussianCurve;
import dev.weir.accountant.compose.convert.RenyiConversion;
import dev.weir.accountant.compose.pld.ComposedPld;
import dev.weir.accountant.compose.pld.RepeatedLoss;
import dev.weir.accountant.compose.pld.Work;
import dev.weir.accountant.privacy.Require;
import dev.weir.accountant.privacy.Rounding;
import dev.weir.accountant.privacy.Rounding.Margin;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * The composed privacy loss of a plan of releases.
 *
 * <p><b>Guarantee.</b> The plan must be fixed before its first release; then {@link #certifiedEpsilon} and {@link #certifiedDelta} are
 * never below the truth. These bounds must not decide whether a running stream may release again; the accounts in {@code
 * dev.weir.accountant.account} do. Neighbours are those of {@link PrivacyEvent}; where a mechanism's loss depends on their direction, all
 * mechanisms of the plan take the same one and the worse direction counts.
 *
 * <p>Equal mechanisms are merged, all Gaussian ones into one, and the result is sorted, so that order, grouping and splitting of a plan
 * change no bit of the answers.
 *
 * <p>The work of computing an answer is limited ({@link Work}). A method throws {@code InvalidParameter} if the plan needs more work, or if
 * an argument is out of range. Gaussian plans never need too much work.
 */
public final class ComposedLoss {

    private final MergedPlan plan;
    private final double mu;
    private final List<List<RepeatedLoss>> directions;

    private ComposedLoss(MergedPlan plan) {
        this.plan = plan;
        this.mu = plan.gaussianMu();
        this.directions = plan.directions();
    }

    /**
     * Composes the losses of a plan.
     *
     * @param plan the releases
     * @throws ArithmeticException if the plan runs a mechanism 2<sup>63</sup> times or more
     */
    public static ComposedLoss of(PrivacyEvent plan) {
        return new ComposedLoss(MergedPlan.of(plan));
    }

    /**
     * An upper bound on the &epsilon; at {@code delta}, in nats. It is exact for Gaussian plans. For other plans of up
     * to 10<sup>5</sup> mechanisms it exceeds the true value by about 10<sup>-5</sup> of itself or less.
     *
     * @param delta &delta;, above 0 and below 1
     */
    public double certifiedEpsilon(double delta) {
        return certifiedEpsilon(delta, Work.ofAnswer());
    }

    /**
     * An upper bound on the &epsilon; at {@code delta}, in nats, computed within work that is shared with other answers.
     *
     * @param delta &delta;, above 0 and below 1
     * @param work the work that is left
     */
    public double certifiedEpsilon(double delta, Work work) {
        Require.probability("delta", delta);
        if (directions.isEmpty()) {
            return GaussianCurve.epsilon(mu, delta);
        }
        double worst = Math.max(worstEpsilon(delta, work), mu > 0 ? GaussianCurve.epsilon(mu, delta) : 0);
        boolean settled = !plan.isRangeBounded() && worst < Double.POSITIVE_INFINITY;
        return settled ? worst : least(worst, widenedRenyi(delta, work));
    }

    /**
     * The smaller of two bounds; a bound that is not a number is ignored. Infinity is returned if neither is a number.
     */
    private static double least(double a, double b) {
        double least = Double.isNaN(a) || b < a ? b : a;
        return Double.isNaN(least) ? Double.POSITIVE_INFINITY : least;
    }

    /**
     * The &epsilon; by R&eacute;nyi divergences, increased by more than its rounding error; infinite if {@code delta} is at most {@link
     * #splitDelta()}.
     */
    double widenedRenyi(double delta, Work work) {
        return renyiEpsilon(delta, work)
                .map(best -> Rounding.up(best.epsilon(), Margin.LONG_SUM) + 1e-13)
                .orElse(Double.POSITIVE_INFINITY);
    }

    /**
     * The larger &epsilon; of the two directions. The first direction, removal, usually has the larger &epsilon;. A
     * cheaper bound then shows that the other direction's &epsilon; is not larger.
     */
    private double worstEpsilon(double delta, Work work) {
        double worst = 0;
        for (ComposedPld direction : composed(work)) {
            boolean milder = worst > 0 && direction.isProvedBelow(worst, delta);
            worst = milder ? worst : Math.max(worst, direction.certifiedEpsilon(delta));
        }
        return worst;
    }

    /** Whether {@link #certifiedDelta} needs more work than is left, determined before the work is done. */
    boolean exceedsAtEpsilon(double epsilon, Work work) {
        return !directions.isEmpty() && ComposedPld.exceedsAtEpsilon(composed(work), epsilon);
    }

    /** Whether {@link #certifiedEpsilon} needs more work than is left, determined before the work is done. */
    boolean exceedsAtDelta(double delta, Work work) {
        return !directions.isEmpty() && ComposedPld.exceedsAtDelta(composed(work), delta);
    }

    private List<ComposedPld> composed(Work work) {
        return directions.stream().map(losses -> new ComposedPld(losses, work)).toList();
    }

    /**
     * An upper bound on the &delta; at {@code epsilon}.
     *
     * @param epsilon &epsilon; in nats, at least 0
     */
    public double certifiedDelta(double epsilon) {
        return certifiedDelta(epsilon, Work.ofAnswer());
    }

    /**
     * An upper bound on the &delta; at {@code epsilon}, computed within work that is shared with other answers.
     *
     * @param epsilon &epsilon; in nats, at least 0
     * @param work the work that is left
     */
    public double certifiedDelta(double epsilon, Work work) {
        Require.notNegative("epsilon", epsilon);
        if (directions.isEmpty()) {
            return GaussianCurve.delta(epsilon, mu);
        }
        double worst = Math.max(worstDelta(epsilon, work), mu > 0 ? GaussianCurve.delta(epsilon, mu) : 0);
        return Math.min(1, plan.isRangeBounded() ? least(worst, renyiDelta(epsilon, work)) : least(worst, 1));
    }

    private double worstDelta(double epsilon, Work work) {
        double worst = 0;
        for (ComposedPld direction : composed(work)) {
            boolean milder = worst > 0 && direction.isProvedBelow(epsilon, worst);
            worst = milder ? worst : Math.max(worst, direction.certifiedDelta(epsilon));
        }
        return worst;
    }

    /**
     * An estimate of the &epsilon; at {@code delta} by contour integration, computed within work that is shared with
     * other answers; empty where the integral does not converge.
     *
     * @param delta &delta;, above 0 and below 1
     * @param work the work that is left
     */
    public OptionalDouble estimateEpsilon(double delta, Work work) {
        Require.probability("delta", delta);
        OptionalDouble estimate = estimate(sum -> sum.estimatedEpsilon(delta), work);
        return estimate.isPresent() && plan.isRangeBounded()
                ? OptionalDouble.of(Math.min(estimate.getAsDouble(), widenedRenyi(delta, work)))
                : estimate;
    }

    /**
     * An estimate of the &delta; at {@code epsilon} by contour integration, computed within work that is shared with
     * other answers; empty where the integral does not converge.
     *
     * @param epsilon &epsilon; in nats, at least 0
     * @param work the work that is left
     */
    public OptionalDouble estimateDelta(double epsilon, Work work) {
        Require.notNegative("epsilon", epsilon);
        OptionalDouble estimate = estimate(sum -> sum.estimatedDelta(epsilon), work);
        return estimate.isPresent() && plan.isRangeBounded()
                ? OptionalDouble.of(Math.min(estimate.getAsDouble(), renyiDelta(epsilon, work)))
                : estimate;
    }

    private OptionalDouble estimate(Function<ComposedPld, OptionalDouble> of, Work work) {
        double worst = Double.NEGATIVE_INFINITY;
        for (ComposedPld direction : composed(work)) {
            OptionalDouble estimate = of.apply(direction);
            if (estimate.isEmpty()) {
                return estimate;
            }
            worst = Math.max(worst, estimate.getAsDouble());
        }
        return directions.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(worst);
    }

    /**
     * The R&eacute;nyi divergence of an order, in nats; infinite if {@link #splitDelta()} is above 0.
     *
     * @param order above 1
     */
    public double renyi(double order) {
        Require.order(order);
        return splitDelta() > 0 ? Double.POSITIVE_INFINITY : finiteRenyi(order, Work.ofAnswer());
    }

    private double finiteRenyi(double order, Work work) {
        return plan.sum(mechanism -> {
            work.spend(mechanism instanceof Subsampled sampled ? sampled.nodes(order) : 1);
            return Rounding.up(mechanism.renyi(order), Margin.LONG_SUM);
        });
    }

    /**
     * The &epsilon; by R&eacute;nyi divergences at the best order, for {@code delta} minus {@link #splitDelta()}; empty
     * if this difference is not above 0.
     *
     * @param delta &delta;, above 0 and below 1
     */
    public Optional<RenyiConversion.Best> renyiEpsilon(double delta) {
        return renyiEpsilon(delta, Work.ofAnswer());
    }

    /**
     * The &epsilon; by R&eacute;nyi divergences, as in {@link #renyiEpsilon(double)}, computed within work that is
     * shared with other answers.
     *
     * @param delta &delta;, above 0 and below 1
     * @param work the work that is left
     */
    public Optional<RenyiConversion.Best> renyiEpsilon(double delta, Work work) {
        double left = Require.probability("delta", delta) - splitDelta();
        return left > 0 ? Optional.of(RenyiConversion.best(order -> finiteRenyi(order, work), left)) : Optional.empty();
    }

    /**
     * The &delta; at {@code epsilon} by R&eacute;nyi divergences at the best order, plus {@link #splitDelta()}, at most 1.
     *
     * @param epsilon &epsilon; in nats, at least 0
     */
    public double renyiDelta(double epsilon) {
        return renyiDelta(Require.notNegative("epsilon", epsilon), Work.ofAnswer());
    }

    /** The &delta; as in {@link #renyiDelta(double)}, computed within work that is shared with other answers. */
    double renyiDelta(double epsilon, Work work) {
        double best = RenyiConversion.bestDelta(order -> finiteRenyi(order, work), epsilon);
        return Math.min(1, Rounding.sumUp(best, splitDelta()));
    }

    /**
     * The sum of the &delta;s with which the mechanisms may fail. It is accounted for separately from every other
     * currency.
     */
    public double splitDelta() {
        return plan.sum(SingleEvent::delta);
    }

    /** The method by which the certified answers are computed, if they stay within the allowed work. */
    public Method method() {
        return directions.isEmpty() ? Method.CLOSED_FORM : Method.LATTICE;
    }

    /** How an answer is computed. */
    public enum Method {
        /** The exact Gaussian curve. */
        CLOSED_FORM,
        /** Connect-the-dots on a lattice, or quadrature for a single mechanism; rounded up. */
        LATTICE,
        /** R&eacute;nyi divergences at the best order, where a lattice would take too much work. */
        RENYI
    }
}
