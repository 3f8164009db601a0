package dev.weir.accountant.compose;

import dev.weir.accountant.compose.pld.PrivacyLossDistribution;
import dev.weir.accountant.compose.pld.WorstPairs;
import dev.weir.accountant.privacy.Require;
import dev.weir.accountant.privacy.Rounding;
import dev.weir.accountant.privacy.Rounding.Margin;
import java.util.List;

/** Symmetric additive noise: its loss has the same distribution in both directions of neighbours. */
public sealed interface NoiseEvent extends SingleEvent {

    /** The distribution of the privacy loss. */
    PrivacyLossDistribution loss();

    @Override
    default List<PrivacyLossDistribution> losses() {
        return List.of(loss());
    }

    /**
     * Gaussian noise, continuous or rounded to integers.
     *
     * @param sigma standard deviation over l2 sensitivity, from 1e-100 to 1e100
     */
    record Gaussian(double sigma) implements NoiseEvent {

        /** @throws dev.weir.accountant.privacy.InvalidParameter if {@code sigma} is out of range */
        public Gaussian {
            Require.scale("sigma", sigma);
        }

        @Override
        public PrivacyLossDistribution loss() {
            return WorstPairs.gaussian(mu());
        }

        @Override
        public double epsilon() {
            return Double.POSITIVE_INFINITY;
        }

        /** The &rho; by Bun and Steinke (2016), Proposition 1.6. */
        @Override
        public double rho() {
            return Rounding.up(0.5 * mu() * mu(), Margin.ARITHMETIC);
        }

        @Override
        public double mu() {
            return 1 / sigma;
        }

        @Override
        public double renyi(double order) {
            return order * rho();
        }
    }

    /**
     * Laplace noise.
     *
     * @param b scale over l1 sensitivity, from 1e-100 to 1e100
     */
    record Laplace(double b) implements NoiseEvent {

        /** @throws dev.weir.accountant.privacy.InvalidParameter if {@code b} is out of range */
        public Laplace {
            Require.scale("b", b);
        }

        @Override
        public PrivacyLossDistribution loss() {
            return WorstPairs.laplace(b);
        }

        @Override
        public double epsilon() {
            return 1 / b;
        }

        /** The divergence by Mironov (2017), Proposition 6. Terms that cancel to first order are combined. */
        @Override
        public double renyi(double order) {
            double above = (order - 1) / b;
            return above > 500
                    ? epsilon() + Math.log(order / (2 * order - 1)) / (order - 1)
                    : Math.log1p((order * Math.expm1(above) + (order - 1) * Math.expm1(-order / b)) / (2 * order - 1))
                            / (order - 1);
        }
    }

    /**
     * Two-sided geometric noise, {@code Pr[x] ~ e^(-a |x|)}, on integers with sensitivity 1: its loss is plus or minus
     * a.
     *
     * @param a the decay, from 1e-100 to 1e100
     */
    record DiscreteLaplace(double a) implements NoiseEvent {

        /** @throws dev.weir.accountant.privacy.InvalidParameter if {@code a} is out of range */
        public DiscreteLaplace {
            Require.scale("a", a);
        }

        @Override
        public PrivacyLossDistribution loss() {
            return WorstPairs.approximate(a, 0);
        }

        @Override
        public double epsilon() {
            return a;
        }
    }

    /**
     * Discrete Gaussian noise, {@code Pr[x] ~ e^(-x^2 / (2 sigma^2))}, on integers with sensitivity 1.
     *
     * <p>For small sigma its privacy curve exceeds that of Gaussian noise of the same sigma, so no &mu; is stated.
     *
     * @param sigma the parameter, not the standard deviation; from 1e-100 to 1e5
     */
    record DiscreteGaussian(double sigma) implements NoiseEvent {

        /** @throws dev.weir.accountant.privacy.InvalidParameter if {@code sigma} is out of range */
        public DiscreteGaussian {
            Require.holds(sigma >= 1e-100 && sigma <= 1e5, "sigma", "between 1e-100 and 1e5", sigma);
        }

        @Override
        public PrivacyLossDistribution loss() {
            return WorstPairs.discreteGaussian(sigma);
        }

        @Override
        public double epsilon() {
            return Double.POSITIVE_INFINITY;
        }

        /** The &rho; by Canonne, Kamath and Steinke (2020), Theorem 4. */
        @Override
        public double rho() {
            return Rounding.up(0.5 / (sigma * sigma), Margin.ARITHMETIC);
        }

        /** The bound that {@link #rho()} gives; the divergence itself is a little smaller. */
        @Override
        public double renyi(double order) {
            return order * rho();
        }
    }
}
