package dev.weir.calculator.keys;

import dev.weir.accountant.compose.convert.GaussianCurve;
import dev.weir.accountant.compose.normal.NormalTail;
import dev.weir.accountant.privacy.Rounding;
import dev.weir.accountant.privacy.Rounding.Margin;
import dev.weir.calculator.keys.SelectionPolicy.DeltaSplit;

/**
 * Releases a key if its count of units plus Gaussian noise reaches a threshold.
 *
 * <p><b>Guarantee.</b> Neighbours: one unit is in the stream or not. At most {@code maxKeys} counts then differ by 1
 * each, an l2 distance of &radic;maxKeys. Half of &delta; pays for the noise: sigma is the smallest value for which the
 * noisy counts of the keys in both streams are (&epsilon;, &delta;/2)-DP ({@link GaussianCurve}). The other half pays
 * for the keys that are in only one of the streams. Such a key has the count 1. The threshold is 1 + sigma
 * Q<sup>-1</sup>(&delta;'), so the key is released with probability at most &delta;': Wilson and others (2020), for
 * Laplace noise; the note "Delta for thresholding" of google/differential-privacy for this form.
 *
 * <p>The figures are those of the continuous distribution. Weir draws the rounded Gaussian, which can reach an integer
 * threshold when the continuous value is below it by up to one half. Sigma and threshold are rounded up, keep
 * probabilities are rounded down.
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
     * Creates the strategy that splits &delta; for independent decisions on keys.
     *
     * @param policy the privacy loss that the selection may cause, and the keys that it considers
     */
    public static GaussianThreshold of(SelectionPolicy policy) {
        return of(policy, DeltaSplit.INDEPENDENT);
    }

    /**
     * Creates the strategy with a given split of &delta;.
     *
     * @param policy the privacy loss that the selection may cause, and the keys that it considers
     * @param split how the &delta; of a unit is divided among its keys
     */
    public static GaussianThreshold of(SelectionPolicy policy, DeltaSplit split) {
        return new GaussianThreshold(policy, split);
    }

    /** The standard deviation of the noise on a key's number of privacy units. */
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
