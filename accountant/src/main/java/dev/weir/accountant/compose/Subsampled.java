package dev.weir.accountant.compose;

import dev.weir.accountant.compose.pld.LossLaw;
import java.util.List;

/**
 * Noise on a Poisson sample, in which every privacy unit is with the same probability, on its own. Neighbours add or
 * remove one unit; the loss depends on which of the two.
 */
public sealed interface Subsampled extends Mechanism {

    /** The sampling rate, above 0 and at most 1. */
    double q();

    /**
     * Gaussian noise on a Poisson sample.
     *
     * @param sigma standard deviation over l2 sensitivity, above 0
     * @param q the sampling rate, above 0 and at most 1
     */
    record Gaussian(double sigma, double q) implements Subsampled {

        public Gaussian {
            Require.positive("sigma", sigma);
            Require.holds(q > 0 && q <= 1, "q", "above 0 and at most 1", q);
        }

        @Override
        public List<LossLaw> losses() {
            LossLaw base = LossLaw.gaussian(1 / sigma);
            return q == 1 ? List.of(base) : List.of(base.removed(q), base.added(q));
        }

        @Override
        public double epsilon() {
            return Double.POSITIVE_INFINITY;
        }
    }

    /**
     * Laplace noise on a Poisson sample.
     *
     * @param b scale over l1 sensitivity, above 0
     * @param q the sampling rate, above 0 and at most 1
     */
    record Laplace(double b, double q) implements Subsampled {

        public Laplace {
            Require.positive("b", b);
            Require.holds(q > 0 && q <= 1, "q", "above 0 and at most 1", q);
        }

        @Override
        public List<LossLaw> losses() {
            LossLaw base = LossLaw.laplace(b);
            return q == 1 ? List.of(base) : List.of(base.removed(q), base.added(q));
        }

        /** Amplification by subsampling: Balle, Barthe and Gaboardi (2018), Theorem 9. */
        @Override
        public double epsilon() {
            return Math.log1p(q * Math.expm1(1 / b));
        }
    }
}
