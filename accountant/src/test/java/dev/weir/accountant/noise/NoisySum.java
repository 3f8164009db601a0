package dev.weir.accountant.noise;

import dev.weir.accountant.privacy.Ratio;
import java.util.function.DoubleSupplier;

/** The black box that the attacks look into: a differentially private sum of records, each clamped to public bounds. */
@FunctionalInterface
interface NoisySum {

    /** Sums the records once; each value supplied is a release of that sum with fresh noise. */
    DoubleSupplier releases(double[] records, Randomness randomness);

    /** Discrete Laplace noise of scale bound / epsilon on a lattice of 2^-20 of the bound. */
    static NoisySum laplace(double bound, Ratio epsilon) {
        return onALattice(bound, Samplers.discreteLaplace(Ratio.of(1L << 20, 1).dividedBy(epsilon)));
    }

    /** Rounded Gaussian noise of sigma = bound / epsilon on a lattice of 2^-20 of the bound. */
    static NoisySum gaussian(double bound, Ratio epsilon) {
        Ratio sigma = Ratio.of(1L << 20, 1).dividedBy(epsilon);
        return onALattice(bound, Samplers.roundedGaussian(sigma.times(sigma)));
    }

    /** Weir's way: records rounded half up to whole steps, integer noise, one conversion to double at the end. */
    private static NoisySum onALattice(double bound, Sampler sampler) {
        double step = Math.scalb(bound, -20);
        return (records, randomness) -> {
            long steps = 0;
            for (double record : records) {
                steps += (long) Math.floor(clamp(record, bound) / step + 0.5);
            }
            long exact = steps;
            return () -> (double) sampler.addTo(exact, randomness) * step;
        };
    }

    /**
     * The broken twin, as in a textbook: a sum of doubles and the inverse distribution function of a uniform double.
     */
    static NoisySum textbook(double bound, double epsilon) {
        return (records, randomness) -> {
            double sum = 0;
            for (double record : records) {
                sum += clamp(record, bound);
            }
            double exact = sum;
            return () -> {
                double u = (randomness.nextLong() >>> 11) * 0x1p-53 - 0.5;
                return exact - bound / epsilon * Math.signum(u) * Math.log(1 - 2 * Math.abs(u));
            };
        };
    }

    private static double clamp(double record, double bound) {
        return Math.max(-bound, Math.min(bound, record));
    }
}
