package dev.weir.calculator.keys;

import dev.weir.accountant.privacy.Rounding;
import dev.weir.accountant.privacy.Rounding.Margin;
import dev.weir.calculator.keys.SelectionPolicy.DeltaSplit;

/**
 * Releases a key with the largest probability that the guarantee allows at each count. No strategy with the same
 * &epsilon; and &delta; for each key releases more keys.
 *
 * <p><b>Guarantee.</b> Neighbours: one unit is in the stream or not. At most {@code maxKeys} counts then differ by 1
 * each. Let each key have &epsilon;' = &epsilon; / maxKeys and &delta;'. The probabilities p<sub>0</sub> = 0 and
 *
 * <p>p<sub>n+1</sub> = min(e<sup>&epsilon;'</sup> p<sub>n</sub> + &delta;', 1 - e<sup>-&epsilon;'</sup> (1 -
 * p<sub>n</sub> - &delta;'), 1)
 *
 * <p>are the largest for which every decision is (&epsilon;', &delta;')-DP. The decisions on a unit's keys are independent, and their
 * losses add up: Desfontaines, Voss, Gipson and Mandayam (2022), Theorem 1. The closed form that this class computes follows by summing
 * both branches; the second branch applies once p<sub>n</sub> &gt; (1 - &delta;')/(1 + e<sup>&epsilon;'</sup>). Deciding with these
 * probabilities is equivalent to adding truncated geometric noise to the count, hence the name.
 *
 * <p>&epsilon;', &delta;' and the probabilities are rounded down, each by at most a relative 10<sup>-12</sup>.
 */
final class TruncatedGeometric implements KeySelection {

    private final SelectionPolicy policy;
    private final double epsilon;
    private final double delta;
    private final long crossover;
    private final double missingAtCrossover;
    private final long always;

    private TruncatedGeometric(SelectionPolicy policy, DeltaSplit split) {
        this.policy = policy;
        this.epsilon = Rounding.down(policy.epsilon() / policy.maxKeys());
        this.delta = policy.deltaOfKey(1, split);
        double odds = StrictMath.tanh(epsilon / 2) * ((1 - delta) / delta);
        this.crossover = 1 + (long) StrictMath.floor(StrictMath.log1p(odds) / epsilon);
        this.missingAtCrossover = 1 - rising(crossover);
        this.always = crossover + (long) StrictMath.ceil(logOnePlusExp(logRatio()) / epsilon);
    }

    /**
     * Creates the strategy that splits &delta; for independent decisions on keys.
     *
     * @param policy the privacy loss that the selection may cause, and the keys that it considers
     */
    public static TruncatedGeometric of(SelectionPolicy policy) {
        return of(policy, DeltaSplit.INDEPENDENT);
    }

    /**
     * Creates the strategy with a given split of &delta;.
     *
     * @param policy the privacy loss that the selection may cause, and the keys that it considers
     * @param split how the &delta; of a unit is divided among its keys
     */
    public static TruncatedGeometric of(SelectionPolicy policy, DeltaSplit split) {
        return new TruncatedGeometric(policy, split);
    }

    /**
     * The last count, in units including the pre-threshold, for which the first branch of the recursion applies: from
     * one count to the next the probability is multiplied by e<sup>&epsilon;'</sup>, and &delta;' is added.
     */
    public long crossover() {
        return crossover + policy.preThreshold() - 1;
    }

    @Override
    public double threshold() {
        return always + policy.preThreshold() - 1;
    }

    @Override
    public double keepProbability(long units) {
        long n = policy.counted(units);
        if (n == 0 || n >= always) {
            return n == 0 ? 0 : 1;
        }
        return Rounding.down(n <= crossover ? rising(n) : 1 - missing(n - crossover), Margin.SERIES);
    }

    /**
     * The probability at count n up to the crossover: &delta;' (e<sup>n&epsilon;'</sup> - 1)/(e<sup>&epsilon;'</sup> -
     * 1), computed without overflow.
     */
    private double rising(long n) {
        double growth = StrictMath.exp((n - 1) * epsilon);
        return delta * growth * (StrictMath.expm1(-n * epsilon) / StrictMath.expm1(-epsilon));
    }

    /**
     * The value 1 - p at m counts after the crossover. From one count to the next, &delta;' is subtracted from this value and the
     * difference is multiplied by e<sup>-&epsilon;'</sup>.
     */
    private double missing(long m) {
        double decay = StrictMath.exp(-m * epsilon);
        double paid = StrictMath.exp(-epsilon) * (StrictMath.expm1(-m * epsilon) / StrictMath.expm1(-epsilon));
        return Math.max(0, missingAtCrossover * decay - delta * paid);
    }

    /** The value ln((1 - p<sub>crossover</sub>) (e<sup>&epsilon;'</sup> - 1) / &delta;'). */
    private double logRatio() {
        return StrictMath.log(missingAtCrossover / delta) + epsilon + StrictMath.log(-StrictMath.expm1(-epsilon));
    }

    private static double logOnePlusExp(double x) {
        return Math.max(x, 0) + StrictMath.log1p(StrictMath.exp(-Math.abs(x)));
    }
}
