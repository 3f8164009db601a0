package dev.weir.accountant.mechanism;

import dev.weir.accountant.noise.Sampler;

/**
 * Adds fresh noise of one law to each integer of a block: as many integers come out as go in, each with the same error.
 * Everything is counted in grid steps of the value released.
 */
public sealed interface AdditiveNoise extends Mechanism permits DiscreteLaplace, RoundedGaussian {

    /** The largest scale or standard deviation parameter, in grid steps. */
    long MAX_SCALE = 1L << 40;

    /** The parameter of the law in grid steps: scale b of Laplace noise, sigma of Gaussian noise. */
    double scale();

    /** The standard deviation of the law that is drawn from, in grid steps. */
    double stddev();

    /** The smallest whole number of grid steps that the noise stays within with probability {@code confidence}. */
    double error(double confidence);

    /** What draws the noise: exact. */
    Sampler sampler();

    @Override
    default PreparedMechanism prepare(int coordinates) {
        Sampler sampler = sampler();
        return (exact, at, released, to, randomness) -> {
            for (int i = 0; i < coordinates; i++) {
                released[to + i] = sampler.addTo(exact[at + i], randomness);
            }
        };
    }
}
