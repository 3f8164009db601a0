package dev.weir.testing.statistic;

import org.apache.commons.math3.distribution.BetaDistribution;

/**
 * Exact confidence bounds of a probability, from how often an event happened in independent trials: Clopper and Pearson
 * (1934), "The use of confidence or fiducial limits illustrated in the case of the binomial".
 *
 * <p>Each bound is one-sided and errs with at most the stated probability, whatever the true probability is.
 */
public final class ClopperPearson {

    /** The absolute accuracy of a quantile; each bound is moved outwards by it. */
    private static final double ACCURACY = 1e-12;

    private ClopperPearson() {}

    /**
     * A lower bound of the probability.
     *
     * @param hits how often the event happened, from 0 to {@code trials}
     * @param trials the number of trials, at least 1
     * @param risk the probability that the bound is above the truth, above 0 and below 1
     * @return from 0 to 1
     */
    public static double lower(int hits, int trials, double risk) {
        require(hits, trials, risk);
        return hits == 0 ? 0 : Math.max(0, quantile(hits, trials - hits + 1.0, risk) - ACCURACY);
    }

    /**
     * An upper bound of the probability.
     *
     * @param hits how often the event happened, from 0 to {@code trials}
     * @param trials the number of trials, at least 1
     * @param risk the probability that the bound is below the truth, above 0 and below 1
     * @return from 0 to 1
     */
    static double upper(int hits, int trials, double risk) {
        require(hits, trials, risk);
        // the mirrored lower bound, because 1 - risk would lose the digits of a small risk
        return 1 - lower(trials - hits, trials, risk);
    }

    private static double quantile(double alpha, double beta, double risk) {
        return new BetaDistribution(null, alpha, beta, ACCURACY).inverseCumulativeProbability(risk);
    }

    private static void require(int hits, int trials, double risk) {
        if (trials < 1 || hits < 0 || hits > trials) {
            throw new IllegalArgumentException(
                    "hits must be from 0 to the number of trials, were " + hits + " of " + trials);
        }
        if (!(risk > 0 && risk < 1)) {
            throw new IllegalArgumentException("risk must be above 0 and below 1, was " + risk);
        }
    }
}
