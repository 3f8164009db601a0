package dev.weir.calculator.attack;

import dev.weir.accountant.privacy.Require;

/**
 * How often one guesses a fair secret bit b from a count that holds b and the fair bits of u others whom one does not know; what one knows
 * of further people is subtracted. One guesses b = 1 above (u + 1)/2 and b = 0 below, and throws a coin there.
 *
 * <p><b>Derivation.</b> The count of the others, X, is binomial and symmetric about u/2. If b = 0, one is right with probability P(X + M &lt;
 * (u + 1)/2) + P(X + M = (u + 1)/2)/2, where M is the mean of r independent draws of noise; by symmetry the probability for b = 1 is the
 * same. Without noise this is 1/2 + P(X = floor(u/2))/2.
 *
 * @param unknown u, from 0 to 1000
 */
record GroupLaw(int unknown) {

    GroupLaw {
        Require.between("unknown", unknown, 0, 1000);
    }

    /** The probability of guessing right from an exact count. */
    double exact() {
        return (1 + probability(unknown / 2)) / 2;
    }

    /**
     * The probability of guessing right from the mean of several noisy counts.
     *
     * @param epsilon &epsilon; of one draw of discrete Laplace noise
     * @param draws r, how many noisy counts there are
     */
    double noisy(double epsilon, long draws) {
        LaplaceGuess noise = new LaplaceGuess(epsilon, draws);
        double right = 0;
        for (int others = 0; others <= unknown; others++) {
            double margin = draws * ((unknown + 1) / 2.0 - others);
            double ofMargin = margin == 0 ? 0.5 : noise.upTo(Math.abs(margin));
            right += probability(others) * (margin < 0 ? 1 - ofMargin : ofMargin);
        }
        return right;
    }

    /** The probability that so many of the others have the bit. */
    private double probability(int others) {
        double probability = StrictMath.pow(2, -unknown);
        for (int i = 0; i < others; i++) {
            probability *= (double) (unknown - i) / (i + 1);
        }
        return probability;
    }
}
