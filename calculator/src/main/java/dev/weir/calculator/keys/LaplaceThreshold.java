package dev.weir.calculator.keys;

import dev.weir.accountant.privacy.Rounding;
import dev.weir.accountant.privacy.Rounding.Margin;
import dev.weir.calculator.keys.SelectionPolicy.DeltaSplit;

/**
 * Releases a key if its count of units plus Laplace noise reaches a threshold.
 *
 * <p><b>Guarantee.</b> Neighbours: one unit is in the stream or not, hence at most {@code maxKeys} counts that differ
 * by 1 each. Laplace noise of scale b = maxKeys / &epsilon; makes the noisy counts of keys that both streams have
 * &epsilon;-DP. A key of only one of the streams has the count 1, and is released with probability at most &delta;'
 * because of the threshold 1 + b ln(1/(2&delta;')); over the unit's keys that is &delta;: Korolova, Kenthapadi, Mishra
 * and Ntoulas (2009); Wilson and others (2020).
 *
 * <p>These are the figures of the continuous distribution; the discrete Laplace distribution of the same scale, which
 * is what Weir draws, has a tail up to twice as heavy. Scale and threshold are rounded up, keep probabilities are
 * rounded down.
 */
final class LaplaceThreshold implements KeySelection {

    /** A margin that is larger than the error of the logarithm, for every &delta;. */
    private static final double SLACK = 1e-12;

    private final SelectionPolicy policy;
    private final double scale;
    private final double threshold;

    private LaplaceThreshold(SelectionPolicy policy, DeltaSplit split) {
        this.policy = policy;
        double delta = policy.deltaOfKey(1, split);
        this.scale = Rounding.up(policy.maxKeys() / policy.epsilon());
        double beyondOne = delta <= 0.5 ? -StrictMath.log(2 * delta) : StrictMath.log(2 * (1 - delta));
        this.threshold = Rounding.up(policy.preThreshold() + scale * (beyondOne + SLACK));
    }

    /**
     * The strategy in which keys are decided independently of each other.
     *
     * @param policy what the selection may cost
     */
    public static LaplaceThreshold of(SelectionPolicy policy) {
        return of(policy, DeltaSplit.INDEPENDENT);
    }

    /**
     * The strategy with a chosen split of &delta;.
     *
     * @param policy what the selection may cost
     * @param split how the &delta; of a unit is divided among its keys
     */
    public static LaplaceThreshold of(SelectionPolicy policy, DeltaSplit split) {
        return new LaplaceThreshold(policy, split);
    }

    /** The scale b of the noise, in units. */
    public double scale() {
        return scale;
    }

    @Override
    public double threshold() {
        return threshold;
    }

    @Override
    public double keepProbability(long units) {
        if (policy.counted(units) == 0) {
            return 0;
        }
        double above = (units - threshold) / scale;
        double slip = Math.ulp(1.0) * (units + threshold) / scale; // a bound on the rounding error of the difference
        double tail = StrictMath.exp(-Math.abs(above)) / 2 * (above < 0 ? Math.max(0, 1 - slip) : 1 + slip);
        return above < 0 ? Rounding.down(tail, Margin.FORMULA) : Rounding.down(1 - Rounding.up(tail, Margin.FORMULA));
    }
}
