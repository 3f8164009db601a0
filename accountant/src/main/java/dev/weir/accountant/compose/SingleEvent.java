package dev.weir.accountant.compose;

import dev.weir.accountant.compose.pld.PrivacyLossDistribution;
import dev.weir.accountant.compose.pld.WorstPairs;
import dev.weir.accountant.privacy.Require;
import dev.weir.accountant.privacy.Rounding;
import dev.weir.accountant.privacy.Rounding.Margin;
import java.util.List;
import java.util.stream.Stream;

/** One run of one mechanism, with its price in each currency in which a price is known. */
public sealed interface SingleEvent extends PrivacyEvent
        permits NoiseEvent,
                SingleEvent.RandomizedResponse,
                SingleEvent.ExponentialMechanism,
                SingleEvent.Pure,
                SingleEvent.Approximate,
                Subsampled {

    /** The distributions of the privacy loss, one for each direction of neighbours. The worse direction counts. */
    List<PrivacyLossDistribution> losses();

    /**
     * The &epsilon; of pure differential privacy in nats, after {@link #delta()} has been accounted for separately;
     * infinite if no finite &epsilon; is known.
     */
    double epsilon();

    /**
     * The &delta; with which the mechanism may fail, accounted for separately from every other currency. It is 0 for
     * all mechanisms except {@link Approximate}.
     */
    default double delta() {
        return 0;
    }

    /**
     * The &rho; of zero-concentrated differential privacy, rounded up, after {@link #delta()} has been accounted for
     * separately; infinite if no finite &rho; is known.
     */
    default double rho() {
        return Rounding.up(0.5 * epsilon() * epsilon(), Margin.ARITHMETIC);
    }

    /** The &mu; of Gaussian differential privacy; infinite if no finite &mu; is known. */
    default double mu() {
        return Double.POSITIVE_INFINITY;
    }

    /**
     * The R&eacute;nyi divergence of an order in nats, after {@link #delta()} has been accounted for separately.
     *
     * @param order above 1
     */
    default double renyi(double order) {
        return losses().stream()
                .mapToDouble(loss -> loss.logMoment(order - 1) / (order - 1))
                .max()
                .orElseThrow();
    }

    @Override
    default Stream<Repeated> parts() {
        return Stream.of(new Repeated(this, 1));
    }

    /**
     * Randomized response: the answer is uniform with probability p, otherwise it is the truth.
     *
     * @param p the probability of a uniform answer, from 1e-100 to 1
     * @param buckets the number of answers, at least 2
     */
    record RandomizedResponse(double p, int buckets) implements SingleEvent {

        /** @throws dev.weir.accountant.privacy.InvalidParameter if {@code p} or {@code buckets} is out of range */
        public RandomizedResponse {
            Require.holds(p >= 1e-100 && p <= 1, "p", "between 1e-100 and 1", p);
            Require.atLeast("buckets", buckets, 2);
        }

        @Override
        public List<PrivacyLossDistribution> losses() {
            return List.of(WorstPairs.randomizedResponse(p, buckets));
        }

        @Override
        public double epsilon() {
            return Math.log1p((1 - p) * buckets / p);
        }
    }

    /**
     * The exponential mechanism with a factor of 2 in the exponent: {@code Pr[r] ~ e^(epsilon u(r) / (2 D))} for a
     * utility u that one privacy unit moves by at most D, which is &epsilon;-DP (McSherry and Talwar (2007), Theorem
     * 6).
     *
     * @param epsilon &epsilon; in nats, from 1e-100 to 1e100
     */
    record ExponentialMechanism(double epsilon) implements SingleEvent {

        /** @throws dev.weir.accountant.privacy.InvalidParameter if {@code epsilon} is out of range */
        public ExponentialMechanism {
            Require.scale("epsilon", epsilon);
        }

        /**
         * The loss distribution of a general &epsilon;-DP mechanism. It is an upper bound; there is no exact one,
         * because the worst range-bounded pair of neighbours differs from composition to composition.
         */
        @Override
        public List<PrivacyLossDistribution> losses() {
            return List.of(WorstPairs.approximate(epsilon, 0));
        }

        /** A quarter of the &rho; of a general &epsilon;-DP mechanism: Cesar and Rogers (2021), Lemmas 3.2 and 3.4. */
        @Override
        public double rho() {
            return Rounding.up(epsilon * epsilon / 8, Margin.ARITHMETIC);
        }

        @Override
        public double renyi(double order) {
            return Math.min(order * rho(), SingleEvent.super.renyi(order));
        }
    }

    /**
     * The worst mechanism with pure &epsilon;-differential privacy.
     *
     * @param epsilon &epsilon; in nats, from 1e-100 to 1e100
     */
    record Pure(double epsilon) implements SingleEvent {

        /** @throws dev.weir.accountant.privacy.InvalidParameter if {@code epsilon} is out of range */
        public Pure {
            Require.scale("epsilon", epsilon);
        }

        @Override
        public List<PrivacyLossDistribution> losses() {
            return List.of(WorstPairs.approximate(epsilon, 0));
        }
    }

    /**
     * The worst mechanism with (&epsilon;, &delta;)-differential privacy.
     *
     * @param epsilon &epsilon; in nats, from 1e-100 to 1e100
     * @param delta &delta;, at least 0 and below 1
     */
    record Approximate(double epsilon, double delta) implements SingleEvent {

        /** @throws dev.weir.accountant.privacy.InvalidParameter if {@code epsilon} or {@code delta} is out of range */
        public Approximate {
            Require.scale("epsilon", epsilon);
            Require.holds(delta >= 0 && delta < 1, "delta", ">= 0 and below 1", delta);
        }

        @Override
        public List<PrivacyLossDistribution> losses() {
            return List.of(WorstPairs.approximate(epsilon, delta));
        }

        @Override
        public double renyi(double order) {
            return new Pure(epsilon).renyi(order);
        }
    }
}
