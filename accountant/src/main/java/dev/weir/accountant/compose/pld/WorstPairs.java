package dev.weir.accountant.compose.pld;

import dev.weir.accountant.compose.pld.Atoms.Atom;
import dev.weir.accountant.compose.pld.Atoms.Lattice;
import dev.weir.accountant.privacy.Rounding;
import java.util.Arrays;

/** The privacy loss distributions of mechanisms for their worst pair of neighbours. */
public final class WorstPairs {

    /**
     * The distance from 0, in multiples of sigma, up to which all outcomes of discrete Gaussian noise keep a finite
     * loss. Farther outcomes, except some just beyond, count as infinite loss.
     */
    private static final int REACH = 30;

    private static final double MASS_BEYOND_REACH = 1e-190;

    /** The largest number of outcomes of discrete Gaussian noise per sigma that keep a loss of their own. */
    private static final int FINEST = 256;

    /** How many masses in a row are computed by multiplication before the next one is computed anew. */
    private static final int ANCHOR = 16;

    private WorstPairs() {}

    /**
     * Gaussian noise: {@code L ~ N(mu^2/2, mu^2)}.
     *
     * @param mu sensitivity over standard deviation, above 0
     */
    public static PrivacyLossDistribution gaussian(double mu) {
        return new PrivacyLossDistribution(Atoms.NONE, new GaussianDensity(mu), 0, Lattice.NONE);
    }

    /**
     * Laplace noise: half of the mass at 1/b, a mass of {@code e^(-1/b)/2} at -1/b, and the rest between.
     *
     * @param b scale over sensitivity, above 0
     */
    public static PrivacyLossDistribution laplace(double b) {
        Atoms atoms = Atoms.of(new Atom(-1 / b, 0.5 * Math.exp(-1 / b)), new Atom(1 / b, 0.5));
        double largest = 1 / b;
        double ceiling = Math.fma(largest, b, -1) < 0 ? Rounding.up(largest) : largest;
        return new PrivacyLossDistribution(atoms, new LaplaceDensity(b), 0, new Lattice(largest, 0))
                .withCeiling(ceiling);
    }

    /**
     * The worst (&epsilon;, &delta;) mechanism: a mass of &delta; at infinity, and the rest at plus and minus &epsilon;
     * in the ratio {@code e^epsilon : 1}: Kairouz, Oh and Viswanath (2015), section 3.
     *
     * @param epsilon &epsilon; in nats, above 0
     * @param delta &delta;, at least 0 and below 1; 0 is pure differential privacy
     */
    public static PrivacyLossDistribution approximate(double epsilon, double delta) {
        double below = (1 - delta) / (1 + Math.exp(epsilon));
        double above = (1 - delta) / (1 + Math.exp(-epsilon));
        Atoms atoms = Atoms.of(new Atom(-epsilon, below), new Atom(epsilon, above));
        return new PrivacyLossDistribution(atoms, null, delta, new Lattice(epsilon, 0)).withCeiling(epsilon);
    }

    /**
     * Randomized response over {@code buckets} values. There are three losses: that of answering the true value, the
     * neighbour's true value, or any other value.
     *
     * @param random the probability of answering uniformly, above 0 and at most 1
     * @param buckets the number of values, at least 2
     */
    public static PrivacyLossDistribution randomizedResponse(double random, int buckets) {
        double other = random / buckets;
        double own = 1 - random + other;
        double loss = Math.log1p((1 - random) / other);
        Atoms atoms = Atoms.of(new Atom(-loss, other), new Atom(0, Math.max(0, (buckets - 2) * other)))
                .and(new Atom(loss, own));
        return new PrivacyLossDistribution(atoms, null, 0, new Lattice(loss, 0));
    }

    /**
     * Discrete Gaussian noise of integer sensitivity 1: losses {@code (1 - 2x) / (2 sigma^2)} for integers x. Beyond 30
     * sigma the mass, less than 10<sup>-190</sup>, counts as infinite loss. Where sigma is above 256, the losses are
     * moved onto a coarser lattice by connecting the dots, as in {@link Grid}. The privacy curve then is nowhere lower,
     * and about 10<sup>-6</sup> of its &epsilon; higher.
     *
     * @param sigma the parameter of the noise, above 0
     */
    public static PrivacyLossDistribution discreteGaussian(double sigma) {
        double step = 1 / (sigma * sigma);
        int stride = (int) Math.ceil(sigma / FINEST);
        int reach = ((int) Math.ceil(REACH * sigma) + 2 + stride) / stride * stride;
        double[] masses = masses(step, reach);
        double total = 2 * Arrays.stream(masses).sum() - masses[0];
        Atoms atoms = outcomes(step, stride, masses);
        for (int i = 0; i < atoms.size(); i++) {
            atoms.masses()[i] /= total;
        }
        return new PrivacyLossDistribution(atoms, null, MASS_BEYOND_REACH, new Lattice(stride * step, 0.5 * step));
    }

    /**
     * Computes {@code e^(-x^2 step / 2)} for x from 0 to {@code reach}, with a relative error below 4e-13 where the
     * result is a normal double.
     */
    private static double[] masses(double step, int reach) {
        double[] masses = new double[reach + 1];
        double slower = Math.exp(-step);
        double ratio = 0;
        for (int x = 0; x <= reach; x++) {
            boolean anew = x % ANCHOR == 0;
            masses[x] = anew ? Math.exp(-0.5 * step * x * x) : masses[x - 1] * ratio;
            ratio = anew ? Math.exp(-step * (x + 0.5)) : ratio * slower;
        }
        return masses;
    }

    /**
     * The losses {@code (0.5 - x) step}, in ascending order; if {@code stride} is above 1, a loss inside an interval of
     * {@code stride} steps is split between the two ends of the interval.
     */
    private static Atoms outcomes(double step, int stride, double[] masses) {
        int reach = masses.length - 1;
        int intervals = 2 * reach / stride;
        double[] losses = new double[intervals + 1];
        double[] sums = new double[intervals + 1];
        double[] above = new double[stride];
        for (int i = 0; i < stride; i++) {
            above[i] = Math.expm1(-i * step) / Math.expm1(-stride * step);
        }
        for (int i = 0; i <= 2 * reach; i++) {
            double mass = masses[Math.abs(reach - i)];
            double up = mass * above[i % stride];
            sums[i / stride] += mass - up;
            sums[Math.min(intervals, i / stride + 1)] += up;
        }
        for (int i = 0; i <= intervals; i++) {
            losses[i] = (0.5 - reach + (double) i * stride) * step;
        }
        return new Atoms(losses, sums);
    }
}
