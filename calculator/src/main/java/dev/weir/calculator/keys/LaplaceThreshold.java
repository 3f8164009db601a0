package dev.weir.calculator.keys;

import dev.weir.accountant.privacy.Rounding;
import dev.weir.accountant.privacy.Rounding.Margin;
import dev.weir.calculator.keys.SelectionPolicy.DeltaSplit;

/**
 * Releases a key if its count of units plus Laplace noise reaches a threshold.
 *
 * <p><b>Guarantee.</b> Neighbours: one unit is in the stream or not. At most {@code maxKeys} counts then differ by 1 each. With Laplace
 * noise of scale b = maxKeys / &epsilon;, the noisy counts of the keys in both streams are &epsilon;-DP. A key in only one of the streams
 * has the count 1. The threshold is 1 + b ln(1/(2&delta;')), or 1 - b ln(1/(2(1 - &delta;'))) if &delta;' is above one half, so the key is
 * released with probability at most &delta;'. Over all keys of the unit these probabilities amount to &delta;: Korolova, Kenthapadi, Mishra
 * and Ntoulas (2009); Wilson and others (2020).
 *
 * <p>The figures are those of the continuous distribution. Weir draws from the discrete Laplace distribution of the
 * same scale, whose tail is up to twice as heavy. Scale and threshold are rounded up, keep probabilities are rounded
 * down.
 */
final class LaplaceThreshold implements KeySelection {

    /** A margin that exceeds the error of the logarithm for every &delta;. */
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
     * Creates the strategy that splits &delta; for independent decisions on keys.
     *
     * @param policy the privacy loss that the selection may cause, and the keys that it considers
     */
    public static LaplaceThreshold of(SelectionPolicy policy) {
        return of(policy, DeltaSplit.INDEPENDENT);
    }

    /**
     * Creates the strategy with a given split of &delta;.
     *
     * @param policy the privacy loss that the selection may cause, and the keys that it considers
     * @param split how the &delta; of a unit is divided among its keys
     */
    public static LaplaceThreshold of(SelectionPolicy policy, DeltaSplit split) {
        return new LaplaceThreshold(policy, split);
    }

    /** The scale b of the noise on a key's number of privacy units. */
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
