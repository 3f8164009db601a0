package dev.weir.accountant.local;

import dev.weir.accountant.privacy.Require;

/**
 * How often reports support an option: those of people who have it with probability p, those of all others with
 * probability q.
 *
 * <p><b>Method.</b> With n reports of which c support the option, (c - n q) / (p - q) estimates how many people have it:
 * E[c] = m p + (n - m) q for m of them. Its variance is (m p (1 - p) + (n - m) q (1 - q)) / (p - q)&sup2;, because
 * reports are independent: Wang, Blocki, Li and Jha (2017), "pure" protocols.
 *
 * @param own p, above {@code other}, below 1
 * @param other q, above 0
 * @param ownMissing 1 - p, given apart so that it keeps its digits where p is almost 1
 * @param gap p - q, given apart so that it keeps its digits where p is almost q
 */
public record SupportRates(double own, double other, double ownMissing, double gap) {

    /** @throws dev.weir.accountant.privacy.InvalidParameter if a rate is out of range */
    public SupportRates {
        Require.probability("own", own);
        Require.probability("other", other);
        Require.probability("ownMissing", ownMissing);
        Require.probability("gap", gap);
    }

    /**
     * The unbiased estimate of how many people have the option.
     *
     * @param support how many reports support it, from 0 to {@code reports}
     * @param reports how many reports there are, at least 0
     */
    public double estimate(long support, long reports) {
        return (support - reports * other) / gap;
    }

    /**
     * The variance of the estimate, in squared people.
     *
     * @param count how many people have the option, from 0 to {@code reports}
     * @param reports how many reports there are, at least 0
     */
    public double variance(double count, long reports) {
        return (count * own * ownMissing + (reports - count) * other * (1 - other)) / gap / gap;
    }

    /**
     * The sum of the variances of all options' estimates, divided by the number of reports. It is the same for every
     * distribution of the options.
     *
     * @param options how many options there are, at least 2
     */
    public double totalError(int options) {
        return (own * ownMissing + (options - 1.0) * other * (1 - other)) / gap / gap;
    }

    /** The most by which one report, whatever it is, moves an estimate: 1 / (p - q). */
    public double influence() {
        return 1 / gap;
    }
}
