package dev.weir.accountant.mechanism;

import dev.weir.accountant.noise.Sampler;
import dev.weir.accountant.privacy.Amount;
import java.io.Serializable;

/** Integer noise, what it costs, and how far it strays. Everything is counted in grid steps of the value released. */
public sealed interface Mechanism extends Serializable permits DiscreteLaplace, RoundedGaussian {

    /** The largest scale or standard deviation parameter, in grid steps. */
    long MAX_SCALE = 1L << 40;

    /** What moving the exact value by at most {@code sensitivity} grid steps costs, rounded up. */
    Amount cost(long sensitivity);

    /** The parameter of the law in grid steps: scale b of Laplace noise, sigma of Gaussian noise. */
    double scale();

    /** The standard deviation of the law that is drawn from, in grid steps. */
    double stddev();

    /** The smallest whole number of grid steps that the noise stays within with probability {@code confidence}. */
    double error(double confidence);

    /** The name under which people know the mechanism. */
    String label();

    /** What draws the noise: exact, for use by one thread. */
    Sampler sampler();
}
