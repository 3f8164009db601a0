package dev.weir.testing.statistic;

/**
 * How often guesses of whether a world holds the canary were right, and what follows for the privacy loss.
 *
 * <p>A fair coin decides whether a world holds the canary. Given what is published of it, the odds of the right guess are at most
 * e<sup>&epsilon;</sup> under &epsilon;-differential privacy, whether or not guesses of other worlds are made. So of n guesses the
 * number of right ones is at most a binomial number of n trials at e<sup>&epsilon;</sup> / (1 + e<sup>&epsilon;</sup>), in
 * stochastic order: Steinke, Nasr and Jagielski (2023), "Privacy auditing with one (1) training run", Proposition 5.1. Under
 * (&epsilon;, &delta;)-differential privacy a world behaves so but with probability &delta;, in which it may give its coin away
 * (Kairouz, Oh and Viswanath (2015), "The composition theorem for differential privacy"); so many right guesses as more such worlds
 * than are plausible would explain are left out.
 *
 * <p>Under &mu;-Gaussian differential privacy Phi^-1(p) - Phi^-1(q) is at most &mu; for the probabilities p and q of an event in the
 * two arms (Dong, Roth and Su (2022), "Gaussian differential privacy", Definition 4), so a guess about every world is right with
 * probability at most Phi(&mu; / 2). But for an event of probability &delta; that of a world is the same, so here as many right guesses are left out
 * as more such worlds than are plausible would explain.
 *
 * <p>The bounds hold with the stated probability only if the rule of the guesses was chosen without these worlds, and worlds are
 * independent.
 *
 * @param with the guesses about worlds with the canary
 * @param without the guesses about worlds without
 * @param isTotal whether the rule guesses about every world
 */
record Guesses(Arm with, Arm without, boolean isTotal) {

    /** The guesses about no worlds. */
    static final Guesses NONE = new Guesses(new Arm(0, 0, 0), new Arm(0, 0, 0), false);

    /**
     * The guesses about the worlds of an arm.
     *
     * @param yes how many say that the canary is there
     * @param no how many say that it is missing
     * @param worlds how many worlds there are, those without a guess included
     */
    record Arm(int yes, int no, int worlds) {

        /** @throws IllegalArgumentException if there are more guesses than worlds */
        Arm {
            if (yes < 0 || no < 0 || yes + no > worlds) {
                throw new IllegalArgumentException(
                        "guesses must be from 0 to the number of worlds, were " + yes + " and " + no + " of " + worlds);
            }
        }
    }

    /**
     * A lower bound of a loss.
     *
     * @param claim the unit of the loss
     * @param binomial bounds probabilities
     * @return at least 0
     */
    double bound(Claim claim, BinomialBound binomial) {
        return Math.max(0, score(claim, binomial));
    }

    /**
     * The bound where it is above 0, and elsewhere a number that is the lower the less guesses are right, to compare rules by.
     *
     * @param claim the unit of the loss
     * @param binomial bounds probabilities
     */
    double score(Claim claim, BinomialBound binomial) {
        return claim.kind() == Claim.Kind.EPSILON ? epsilon(claim.delta(), binomial) : mu(claim.delta(), binomial);
    }

    private int right() {
        return with.yes + without.no;
    }

    /** How many worlds may be exempt: in each of them all is lost with a probability. */
    private int exposed(double delta, BinomialBound binomial) {
        return delta == 0 ? 0 : binomial.most(with.worlds + without.worlds, delta, 0.5);
    }

    private double epsilon(double delta, BinomialBound binomial) {
        int exposed = exposed(delta, binomial);
        int guesses = right() + with.no + without.yes;
        double least = lower(binomial, right() - exposed, guesses - exposed, delta == 0 ? 1 : 0.5);
        return least <= 0 ? Double.NEGATIVE_INFINITY : Math.log(least / (1 - least));
    }

    private double mu(double delta, BinomialBound binomial) {
        int exposed = exposed(delta, binomial);
        double risk = delta == 0 ? 1 : 0.5;
        if (isTotal) {
            double least = lower(binomial, right() - exposed, with.worlds + without.worlds, risk);
            return least <= 0 ? Double.NEGATIVE_INFINITY : 2 * binomial.probit(least);
        }
        // a rule that is not total guesses in one way alone, so that one of the two says nothing
        double half = risk / 2;
        return Math.max(
                mu(
                        lower(binomial, with.yes - exposed, with.worlds, half),
                        1 - lower(binomial, without.worlds - without.yes - exposed, without.worlds, half),
                        binomial),
                mu(
                        lower(binomial, without.no - exposed, without.worlds, half),
                        1 - lower(binomial, with.worlds - with.no - exposed, with.worlds, half),
                        binomial));
    }

    /**
     * The standard error of the loss that these guesses show, to the first order: that of a rate r of n guesses is sqrt(r (1 - r) / n), and the loss is a
     * function of one rate or two. A bound is as far from the loss in every run, nearly, so it is the error of bounds, too.
     *
     * @param claim the unit of the loss
     */
    double error(Claim claim) {
        int wrong = with.no + without.yes;
        if (claim.kind() == Claim.Kind.EPSILON) {
            double rate = rate(right(), right() + wrong);
            return 1 / Math.sqrt(rate * (1 - rate) * (right() + wrong));
        }
        if (isTotal) {
            return 2 * probitError(right(), with.worlds + without.worlds);
        }
        boolean isYes = with.yes + without.yes > with.no + without.no;
        return Math.hypot(
                probitError(isYes ? with.yes : with.no, with.worlds),
                probitError(isYes ? without.yes : without.no, without.worlds));
    }

    private static double probitError(int hits, int trials) {
        double rate = rate(hits, trials);
        double quantile = new BinomialBound.Exact(0.5).probit(rate);
        double density = Math.exp(-quantile * quantile / 2) / Math.sqrt(2 * Math.PI);
        return Math.sqrt(rate * (1 - rate) / trials) / density;
    }

    /** A rate that is neither 0 nor 1. */
    private static double rate(int hits, int trials) {
        return (hits + 1.0) / (trials + 2.0);
    }

    private static double mu(double least, double most, BinomialBound binomial) {
        return least <= 0 || most >= 1 ? Double.NEGATIVE_INFINITY : binomial.probit(least) - binomial.probit(most);
    }

    private static double lower(BinomialBound binomial, int hits, int trials, double share) {
        return hits <= 0 || trials <= 0 ? 0 : binomial.lower(hits, trials, share);
    }
}
