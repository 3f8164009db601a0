package dev.weir.accountant.noise;

import dev.weir.accountant.privacy.Ratio;
import java.util.function.DoubleSupplier;

/** The mechanism under attack, as a black box: a differentially private sum of records, each clamped to public bounds. */
@FunctionalInterface
interface NoisySum {

    /** Sums the records once. Each supplied value is a release of that sum with fresh noise. */
    DoubleSupplier releases(double[] records, Randomness randomness);

    /** Returns a sum with discrete Laplace noise of scale bound / epsilon on a lattice of 2^-20 of the bound. */
    static NoisySum laplace(double bound, Ratio epsilon) {
        return onALattice(bound, Samplers.discreteLaplace(Ratio.of(1L << 20, 1).dividedBy(epsilon)));
    }

    /** Returns a sum with rounded Gaussian noise of sigma = bound / epsilon on a lattice of 2^-20 of the bound. */
    static NoisySum gaussian(double bound, Ratio epsilon) {
        Ratio sigma = Ratio.of(1L << 20, 1).dividedBy(epsilon);
        return onALattice(bound, Samplers.roundedGaussian(sigma.times(sigma)));
    }

    /**
     * Returns a sum by Weir's method: records rounded half up to whole steps, integer noise, and one conversion to double at
     * the end.
     */
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

    /** Returns a deliberately insecure textbook sum: doubles, and the inverse distribution function of a uniform double. */
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
