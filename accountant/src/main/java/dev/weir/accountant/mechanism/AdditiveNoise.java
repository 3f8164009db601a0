package dev.weir.accountant.mechanism;

import dev.weir.accountant.noise.Sampler;
import dev.weir.accountant.privacy.Ratio;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Adds fresh noise to each integer of a block. All values are in grid steps of the released value.
 *
 * <p>The noise of a block's integers may differ by factors f<sub>i</sub>. Coordinate i then gets the noise {@link
 * #times} f<sub>i</sub>. The size of a move s is measured with the factors: it is the sum of |s<sub>i</sub>| /
 * f<sub>i</sub> for Laplace noise and of s<sub>i</sub>&sup2; / f<sub>i</sub> for Gaussian noise. The event and the cost
 * of a size are the same as with factors of 1: Laplace losses |s<sub>i</sub>| / (f<sub>i</sub> b) add up, and Gaussian
 * noise of variances f<sub>i</sub> sigma&sup2; is, once each coordinate is divided by &radic;f<sub>i</sub>, Gaussian
 * noise of one variance.
 */
public sealed interface AdditiveNoise extends Mechanism permits DiscreteLaplace, RoundedGaussian, ErrorLaw {

    /** The largest scale or standard deviation parameter of noise that is drawn, in grid steps. */
    long MAX_SCALE = 1L << 40;

    /**
     * The distribution of errors that are larger than any single draw can be, such as a sum of many draws. Nothing can
     * be drawn from it, and nothing is charged for it.
     *
     * @param norm squared l2 for a normal distribution, l1 for a Laplace distribution
     * @param stddev the standard deviation in grid steps, above 0 and finite
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code stddev} is out of range
     */
    static AdditiveNoise lawOfErrors(Norm norm, double stddev) {
        return new ErrorLaw(norm, stddev);
    }

    /** The parameter of the distribution in grid steps: scale b of Laplace noise, sigma of Gaussian noise. */
    double scale();

    /** The standard deviation of the distribution that is drawn from, in grid steps. */
    double stddev();

    /**
     * The smallest whole number of grid steps that the absolute value of the noise exceeds with probability at most 1 -
     * {@code confidence}.
     *
     * @param confidence the probability, at least 0 and below 1
     */
    double error(double confidence);

    /** Builds the sampler of the noise, which is exact. */
    Sampler sampler();

    /** The exact price of a move by a size of 1 in the {@link #norm}: 1 / b or 1 / (2 sigma&sup2;). */
    Ratio unitCost();

    /**
     * This noise with its scale b, or its variance sigma&sup2;, multiplied by {@code factor}.
     *
     * @param factor the factor, above 0
     * @throws InvalidParameter if the scale or the standard deviation parameter would exceed {@link #MAX_SCALE}
     */
    AdditiveNoise times(Ratio factor);

    /**
     * Builds the sampler for blocks whose coordinates have noise that differs by factors.
     *
     * @param factors the factor f of each coordinate, above 0; at least one
     */
    default PreparedMechanism prepare(List<Ratio> factors) {
        Map<Ratio, Sampler> samplers = factors.stream()
                .distinct()
                .collect(Collectors.toMap(
                        Function.identity(), factor -> times(factor).sampler()));
        Sampler[] each = factors.stream().map(samplers::get).toArray(Sampler[]::new);
        return (exact, at, released, to, randomness) -> {
            for (int i = 0; i < each.length; i++) {
                released[to + i] = each[i].addTo(exact[at + i], randomness);
            }
        };
    }
}
