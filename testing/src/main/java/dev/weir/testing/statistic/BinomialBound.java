package dev.weir.testing.statistic;

import dev.weir.accountant.compose.normal.NormalTail;

/** Lower bounds of the probability of an event from how often it happened. */
interface BinomialBound {

    /**
     * A lower bound of the probability.
     *
     * @param hits how often the event happened, from 1 to {@code trials}
     * @param trials the number of independent trials
     * @param share the share of the risk that this bound may take, above 0 and at most 1
     * @return from 0 to below 1
     */
    double lower(int hits, int trials, double share);

    /**
     * The number of hits that is exceeded with at most a share of the risk.
     *
     * @param trials the number of independent trials
     * @param probability the probability of a hit, above 0
     * @param share the share of the risk, above 0 and at most 1
     */
    int most(int trials, double probability, double share);

    /**
     * The standard normal quantile.
     *
     * @param probability above 0 and below 1
     */
    double probit(double probability);

    /**
     * Exact bounds.
     *
     * @param risk the probability that a bound is above the truth, above 0 and below 1
     */
    record Exact(double risk) implements BinomialBound {

        @Override
        public double lower(int hits, int trials, double share) {
            return ClopperPearson.lower(hits, trials, risk * share);
        }

        @Override
        public int most(int trials, double probability, double share) {
            int hits = 0;
            while (hits < trials && ClopperPearson.lower(hits + 1, trials, risk * share) <= probability) {
                hits++;
            }
            return hits;
        }

        /** Accurate to far less than what {@link ClopperPearson} adds to its bounds. */
        @Override
        public double probit(double probability) {
            return probability > 0.5
                    ? NormalTail.quantile(Math.log1p(-probability))
                    : -NormalTail.quantile(Math.log(probability));
        }
    }

    /** Approximations that are quick to compute, to choose rules by. */
    record Quick() implements BinomialBound {

        /** The deviations from a rate to its bound: so many that a rare event of few worlds does not promise most by chance. */
        private static final double DEVIATIONS = 4;

        /** The lower end of Wilson's interval (1927). */
        @Override
        public double lower(int hits, int trials, double share) {
            double z = DEVIATIONS;
            double rate = (double) hits / trials;
            double root = Math.sqrt(rate * (1 - rate) / trials + z * z / (4.0 * trials * trials));
            return Math.max(0, (rate + z * z / (2 * trials) - z * root) / (1 + z * z / trials));
        }

        @Override
        public int most(int trials, double probability, double share) {
            return 0;
        }

        /** To 4.5e-4: Abramowitz and Stegun (1964), formula 26.2.23. */
        @Override
        public double probit(double probability) {
            double tail = Math.min(probability, 1 - probability);
            double t = Math.sqrt(-2 * Math.log(Math.max(tail, 1e-12)));
            double above = t
                    - (2.515517 + 0.802853 * t + 0.010328 * t * t)
                            / (1 + 1.432788 * t + 0.189269 * t * t + 0.001308 * t * t * t);
            return probability < 0.5 ? -above : above;
        }
    }
}
