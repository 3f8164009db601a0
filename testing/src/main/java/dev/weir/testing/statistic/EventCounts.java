package dev.weir.testing.statistic;

import org.apache.commons.math3.distribution.NormalDistribution;

/**
 * How often an event happened in the worlds with the canary and in those without, and what follows for the privacy loss.
 *
 * <p>If an algorithm is (&epsilon;, &delta;)-differentially private, then p &le; e^&epsilon; q + &delta; for the event's
 * probabilities p and q in the two arms, and q &le; e^&epsilon; p + &delta;; if it is &mu;-Gaussian differentially private,
 * then Phi^-1(p) - Phi^-1(q) &le; &mu; (Dong, Roth and Su (2022), "Gaussian differential privacy", Definition 4). Confidence
 * bounds of p and q therefore give lower bounds of &epsilon; and &mu;. They hold with the stated probability only if the
 * event was chosen without looking at these worlds, and the worlds are independent.
 *
 * @param hitsWith how often the event happened with the canary
 * @param with the number of worlds with the canary, at least 1
 * @param hitsWithout how often the event happened without the canary
 * @param without the number of worlds without the canary, at least 1
 */
public record EventCounts(int hitsWith, int with, int hitsWithout, int without) {

    private static final NormalDistribution NORMAL = new NormalDistribution(null, 0, 1, 1e-12);

    /** @throws IllegalArgumentException if there are no worlds, or more hits than worlds */
    public EventCounts {
        if (with < 1 || without < 1 || hitsWith > with || hitsWithout > without || hitsWith < 0 || hitsWithout < 0) {
            throw new IllegalArgumentException("hits must be from 0 to the number of worlds, were " + hitsWith + " of "
                    + with + " and " + hitsWithout + " of " + without);
        }
    }

    /** The counts with the arms exchanged. */
    public EventCounts exchanged() {
        return new EventCounts(hitsWithout, without, hitsWith, with);
    }

    /**
     * A lower bound of &epsilon; at a &delta;. It looks for an event that the canary makes likelier: where the event is one that it
     * makes rarer, exchange the arms.
     *
     * @param delta from 0 to 1
     * @param risk the probability that the bound is above the truth, above 0 and below 1
     * @return at least 0
     */
    public double epsilon(double delta, double risk) {
        double least = ClopperPearson.lower(hitsWith, with, risk / 2);
        double most = ClopperPearson.upper(hitsWithout, without, risk / 2);
        // of the event, and of its complement with the arms exchanged: both follow from the same two bounds
        return Math.max(ratio(least - delta, most), ratio(1 - most - delta, 1 - least));
    }

    private static double ratio(double above, double below) {
        return above <= 0 ? 0 : Math.max(0, Math.log(above / Math.max(below, Double.MIN_NORMAL)));
    }

    /**
     * A lower bound of &mu;, by an event that the canary makes likelier.
     *
     * @param risk the probability that the bound is above the truth, above 0 and below 1
     * @return at least 0
     */
    public double mu(double risk) {
        double least = ClopperPearson.lower(hitsWith, with, risk / 2);
        double most = ClopperPearson.upper(hitsWithout, without, risk / 2);
        return least <= 0 || most >= 1 ? 0 : Math.max(0, quantile(least) - quantile(most));
    }

    /** Phi^-1, of a probability above 0 and below 1. */
    static double quantile(double probability) {
        return probability <= 0.5
                ? NORMAL.inverseCumulativeProbability(probability)
                : -NORMAL.inverseCumulativeProbability(1 - probability);
    }
}
