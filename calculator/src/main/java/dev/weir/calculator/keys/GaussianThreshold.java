package dev.weir.calculator.keys;

import dev.weir.accountant.compose.GaussianCurve;
import dev.weir.accountant.compose.normal.NormalTail;
import dev.weir.accountant.privacy.Rounding;
import dev.weir.accountant.privacy.Rounding.Margin;
import dev.weir.calculator.keys.SelectionPolicy.DeltaSplit;

/**
 * Releases a key if its count of units plus Gaussian noise reaches a threshold.
 *
 * <p><b>Guarantee.</b> Neighbours: one unit there or not, hence at most {@code maxKeys} counts that differ by 1 each,
 * an l2 distance of &radic;maxKeys. Half of &delta; pays for the noise: sigma is the smallest that makes the noisy
 * counts of keys that both streams have (&epsilon;, &delta;/2)-DP ({@link GaussianCurve}). The other half pays for the
 * keys that only one of the streams has. Such a key has the count 1 and is released with probability at most &delta;',
 * because of the threshold 1 + sigma Q<sup>-1</sup>(&delta;'): Wilson and others (2020), for Laplace noise; the note
 * "Delta for thresholding" of google/differential-privacy for this form.
 *
 * <p>These are the figures of the continuous distribution; the rounded Gaussian, which is what Weir draws, reaches a
 * whole number that the continuous value may miss by a half. Sigma and threshold are rounded up, keep probabilities
 * down.
 */
final class GaussianThreshold implements KeySelection {

    private static final double HALF = 0.5;

    private final SelectionPolicy policy;
    private final double sigma;
    private final double threshold;

    private GaussianThreshold(SelectionPolicy policy, DeltaSplit split) {
        double delta = policy.deltaOfKey(HALF, split);
        double l2 = Rounding.up(StrictMath.sqrt(policy.maxKeys()));
        this.policy = policy;
        this.sigma = Rounding.up(l2 / GaussianCurve.mu(policy.epsilon(), HALF * policy.delta()));
        double beyondOne = Rounding.up(NormalTail.quantile(StrictMath.log(delta)) * sigma);
        this.threshold = Rounding.up(policy.preThreshold() + beyondOne);
    }

    /**
     * The strategy in which keys are decided independently of each other.
     *
     * @param policy what the selection may cost
     */
    public static GaussianThreshold of(SelectionPolicy policy) {
        return of(policy, DeltaSplit.INDEPENDENT);
    }

    /**
     * The strategy with a chosen split of &delta;.
     *
     * @param policy what the selection may cost
     * @param split how the &delta; of a unit is divided among its keys
     */
    public static GaussianThreshold of(SelectionPolicy policy, DeltaSplit split) {
        return new GaussianThreshold(policy, split);
    }

    /** The standard deviation of the noise, in units. */
    public double sigma() {
        return sigma;
    }

    @Override
    public double threshold() {
        return threshold;
    }

    @Override
    public double keepProbability(long units) {
        return policy.counted(units) == 0
                ? 0
                : Rounding.down(NormalTail.of((threshold - units) / sigma), Margin.SERIES);
    }
}
