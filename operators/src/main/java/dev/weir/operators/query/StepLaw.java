package dev.weir.operators.query;

import dev.weir.accountant.mechanism.AdditiveNoise;
import dev.weir.accountant.mechanism.DiscreteLaplace;
import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.mechanism.RoundedGaussian;
import dev.weir.accountant.privacy.Ratio;
import java.math.BigDecimal;

/**
 * The law of the noise that a series has at one step, as far as errors and intervals go; nothing is drawn from it.
 *
 * <p>Gaussian noise stays Gaussian. Sums of Laplace draws are stated as one draw of the same deviation: of several draws with that
 * deviation fewer than 5 % lie beyond its 95 % point, because their tails are lighter, so intervals are too wide. They can be too
 * short only where the deviation is below a grid step, because whole numbers then jump over the 5 %: five draws with a total
 * deviation of 0.232 are 0 with a probability of 94.87 %, and the interval says 0.
 */
final class StepLaw {

    private static final double ROUNDING_VARIANCE = 1.0 / 12;
    private static final double LEAST = 1e-9;
    private static final double MOST = AdditiveNoise.MAX_SCALE;

    private StepLaw() {}

    /** A law of that deviation, in grid steps; beyond the largest scale, of that scale. */
    static AdditiveNoise of(Norm norm, double stddev) {
        if (norm == Norm.L1) {
            return new DiscreteLaplace(ratio(laplaceScale(stddev)));
        }
        double sigma = Math.sqrt(Math.max(0, stddev * stddev - ROUNDING_VARIANCE));
        Ratio root = ratio(sigma);
        return new RoundedGaussian(root.times(root));
    }

    /** b with 1 / (sqrt(2) sinh(1 / (2 b))) = stddev: what {@link DiscreteLaplace#stddev} says the other way round. */
    private static double laplaceScale(double stddev) {
        double sinh = 1 / (Math.sqrt(2) * stddev);
        return 1 / (2 * Math.log1p(sinh + sinh * sinh / (1 + Math.sqrt(1 + sinh * sinh))));
    }

    private static Ratio ratio(double value) {
        return Ratio.of(new BigDecimal(Math.max(LEAST, Math.min(MOST, value))));
    }

    /**
     * Refuses a block whose numbers would have more noise than can be said of a cell.
     *
     * @param name of the block
     * @param stddev of each of its numbers, in grid steps
     * @param step the last one that the noise is tuned for
     */
    static void requireInRange(String name, double stddev, long step) {
        if (!(stddev <= MOST)) {
            throw new IllegalArgumentException("release must have noise of at most 2^40 grid steps, had " + stddev
                    + " at step " + step + " of " + name + ": use a coarser grid, other bounds or a larger share");
        }
    }
}
