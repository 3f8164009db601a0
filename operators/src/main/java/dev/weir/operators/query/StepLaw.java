package dev.weir.operators.query;

import dev.weir.accountant.mechanism.AdditiveNoise;
import dev.weir.accountant.mechanism.DiscreteLaplace;
import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.mechanism.RoundedGaussian;
import dev.weir.accountant.privacy.Ratio;
import java.math.BigDecimal;

/**
 * Finds a distribution for the noise of a series at one step of the series, for statements about errors and intervals.
 * No noise is drawn from this distribution.
 *
 * <p>Gaussian noise stays Gaussian, however wide it is. A sum of Laplace draws is described by a single Laplace draw
 * with the same standard deviation. The tails of the sum are lighter, so the sum lies beyond the 95 % point of the
 * single draw with probability below 5 %.
 *
 * <p><b>Intervals.</b> A 95 % point that is computed as for continuous noise can lie just below an integer that the
 * discrete noise often takes. If draws have scales of a few grid steps or less, up to 10 % of sums lie beyond that
 * point. The distribution of {@link #ofIntervals} is wider. For two independent noises Z<sub>1</sub> and Z<sub>2</sub>
 * of this distribution, the 95 % point of (1 - m) Z<sub>1</sub> - m Z<sub>2</sub>, 0 &le; m &le; 1, is larger by 0.43
 * grid steps (m = 1/2) to 0.63 (m = 0 and 1). It is not proven that intervals then contain at least 95 %. It was
 * checked by exact sums over the distributions of 1 to 30 draws of scales 0.03 to 15 grid steps: the smallest coverage
 * was 95.05 %, at one draw of scale 14.1 and m = 0.
 */
final class StepLaw {

    private static final double LEAST = 1e-9;
    private static final double MOST = AdditiveNoise.MAX_SCALE;

    /**
     * The largest standard deviation of a total in grid steps, chosen so that eight standard deviations are at most
     * 2<sup>63</sup>, one more than the largest long.
     */
    private static final double MOST_OF_TOTAL = 0x1p60;

    /** The number of grid steps that is added to the scale for intervals, found by trial as the class comment says. */
    private static final double WIDENING = 0.2109;

    private StepLaw() {}

    /**
     * A distribution with a standard deviation of {@code stddev} grid steps. If the scale is too large to draw from,
     * the distribution serves only for statements about errors.
     */
    static AdditiveNoise of(Norm norm, double stddev) {
        return norm == Norm.L1 ? laplace(stddev, 0) : RoundedGaussian.withStddev(stddev);
    }

    /**
     * A distribution between whose 95 % points at least 95 % of sums of noise lay in all cases that were checked, even
     * if Laplace noise is only a few grid steps wide. For Gaussian noise it equals {@link #of}.
     *
     * @param stddev the standard deviation of the sum, in grid steps
     */
    static AdditiveNoise ofIntervals(Norm norm, double stddev) {
        return norm == Norm.L1 ? laplace(stddev, WIDENING) : RoundedGaussian.withStddev(stddev);
    }

    private static AdditiveNoise laplace(double stddev, double widening) {
        double scale = laplaceScale(stddev) + widening;
        return scale > MOST
                ? AdditiveNoise.lawOfErrors(Norm.L1, Math.sqrt(2) * scale)
                : new DiscreteLaplace(ratio(scale));
    }

    /** The scale b with 1 / (sqrt(2) sinh(1 / (2 b))) = stddev: the inverse of {@link DiscreteLaplace#stddev}. */
    private static double laplaceScale(double stddev) {
        double sinh = 1 / (Math.sqrt(2) * stddev);
        return 1 / (2 * Math.log1p(sinh + sinh * sinh / (1 + Math.sqrt(1 + sinh * sinh))));
    }

    private static Ratio ratio(double value) {
        return Ratio.of(new BigDecimal(Math.max(LEAST, value)));
    }

    /**
     * Refuses a block whose numbers would have more noise than any distribution for a cell can describe.
     *
     * @param name the name of the block
     * @param stddev the standard deviation of each of its numbers, in grid steps
     * @param step the last step that the noise is tuned for
     */
    static void requireInRange(String name, double stddev, long step) {
        if (!(stddev <= MOST)) {
            throw outOfRange("2^40", name, stddev, step);
        }
    }

    /**
     * Refuses a number whose totals would have so much noise that a long may overflow.
     *
     * @param name the name of the number
     * @param stddev the standard deviation of its totals, in grid steps
     * @param step the last step that a series can have
     */
    static void requireInLong(String name, double stddev, long step) {
        if (!(stddev <= MOST_OF_TOTAL)) {
            throw outOfRange("2^60", name, stddev, step);
        }
    }

    private static IllegalArgumentException outOfRange(String most, String name, double stddev, long step) {
        return new IllegalArgumentException("release must have noise of at most " + most + " grid steps, had " + stddev
                + " at step " + step + " of " + name + ": use a coarser grid, other bounds or a larger share");
    }
}
