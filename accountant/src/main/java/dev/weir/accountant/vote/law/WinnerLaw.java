package dev.weir.accountant.vote.law;

import dev.weir.accountant.compose.normal.NormalTail;
import dev.weir.accountant.privacy.Require;
import dev.weir.accountant.vote.exact.Votes;

/**
 * The probability of each label to have the most noisy votes, to within 1e-12.
 *
 * <p>Label j wins at x with the density of its noisy votes at x times the probability that all other noisy votes are below x. The probability of j is
 * the integral over x.
 */
public final class WinnerLaw {

    private WinnerLaw() {}

    /**
     * The law for Gaussian noise.
     *
     * @param votes the votes
     * @param sigma the standard deviation of the noise, in votes, from 1e-100 to 1e100
     * @return the probabilities in the order of the votes
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code sigma} is out of range
     */
    public static double[] gaussian(Votes votes, double sigma) {
        return new GaussianLaw(votes.counts(), Require.scale("sigma", sigma), 0).probabilities();
    }

    /**
     * The law for Gaussian noise that is rounded to a grid, where ties go to the first label.
     *
     * @param votes the votes
     * @param sigma the standard deviation of the noise before rounding, in votes, from 1e-6 to 1e100
     * @param bits the grid has steps of 2<sup>-bits</sup> votes; from 0 to 32
     * @return the probabilities in the order of the votes
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code sigma} or {@code bits} is out of range
     */
    public static double[] onGrid(Votes votes, double sigma, int bits) {
        Require.holds(sigma >= 1e-6 && sigma <= 1e100, "sigma", "between 1e-6 and 1e100", sigma);
        double step = Math.scalb(1.0, (int) -Require.between("grid_bits", bits, 0, 32));
        double[] counts = votes.counts();
        return sigma < step * GridLaw.SMOOTH_FROM
                ? new GridLaw(counts, sigma, step).probabilities()
                : new GaussianLaw(counts, sigma, step).probabilities();
    }

    /**
     * The law for Laplace noise.
     *
     * @param votes the votes
     * @param gamma one over the scale of the noise, in votes, from 1e-100 to 1e100
     * @return the probabilities in the order of the votes
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code gamma} is out of range
     */
    public static double[] laplace(Votes votes, double gamma) {
        return new LaplaceLaw(votes.counts(), Require.scale("gamma", gamma)).probabilities();
    }

    /**
     * The probability that a number with Gaussian noise, on a grid, reaches a threshold.
     *
     * @param compared the number, in votes
     * @param threshold the threshold, in votes
     * @param sigma the standard deviation of the noise, in votes
     * @param bits the grid has steps of 2<sup>-bits</sup> votes; from 0 to 32
     */
    public static double passes(double compared, double threshold, double sigma, int bits) {
        double step = Math.scalb(1.0, -bits);
        double least = Math.ceil(threshold / step) - 0.5;
        return NormalTail.of((least * step - compared) / sigma);
    }
}
