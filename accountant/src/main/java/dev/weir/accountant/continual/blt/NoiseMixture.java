package dev.weir.accountant.continual.blt;

import java.io.Serializable;

/**
 * The noise of released totals: a convex mixture of d + 1 leaky sums of the same white noise. Sum i has weight
 * beta<sub>i</sub> and decay theta&#770;<sub>i</sub>; sum 0 has no decay. All terms are positive.
 */
final class NoiseMixture implements Serializable {

    private static final long serialVersionUID = 1L;

    private final double[] beta;
    private final double[] etaHat;
    private final double[] logThetaHat;

    NoiseMixture(double[] beta, double[] etaHat) {
        this.beta = beta;
        this.etaHat = etaHat;
        this.logThetaHat = GeometricSum.logarithms(etaHat);
    }

    double[] weights() {
        return beta.clone();
    }

    double coefficient(long lag) {
        double sum = beta[0];
        for (int i = 0; i < etaHat.length; i++) {
            sum += beta[i + 1] * GeometricSum.power((double) lag, logThetaHat[i]);
        }
        return sum;
    }

    /** The sum of the first {@code steps} coefficients. */
    double sum(long steps) {
        double sum = beta[0] * steps;
        for (int i = 0; i < etaHat.length; i++) {
            sum += beta[i + 1] * GeometricSum.of((double) steps, etaHat[i], logThetaHat[i]);
        }
        return sum;
    }

    /** The variance of the released total at {@code step}: the squared norm of row {@code step} of the matrix B by which noise is mixed. */
    double variance(long step) {
        return overDecays((i, l) -> noiseSum(i, l, (double) step));
    }

    /** The mean of {@link #variance} over steps 1 to {@code steps}. */
    double meanVariance(long steps) {
        return overDecays((i, l) -> GeometricSum.mean((double) steps, hatComplement(i, l), hatLogarithm(i, l)));
    }

    /** The covariance of the released totals at two steps. */
    double covariance(long step, long later) {
        double sum = 0;
        for (int i = 0; i <= etaHat.length; i++) {
            for (int l = 0; l <= etaHat.length; l++) {
                double kept = l == 0 ? 1 : GeometricSum.power((double) (later - step), logThetaHat[l - 1]);
                sum += beta[i] * beta[l] * kept * noiseSum(i, l, (double) step);
            }
        }
        return sum;
    }

    /**
     * The variance of the difference of two released totals {@code width} steps apart, in the limit of late steps, where it is largest. The
     * difference is a sliding window of {@code width} steps.
     */
    double windowVariance(long width) {
        double sum = overDecays((i, l) -> noiseSum(i, l, (double) width));
        for (int i = 0; i < etaHat.length; i++) {
            for (int l = 0; l < etaHat.length; l++) {
                sum += forgotten(i, width) * forgotten(l, width) / hatComplement(i + 1, l + 1);
            }
        }
        return sum;
    }

    /**
     * The variance of the difference of the released totals at {@code step} and {@code width} steps before, where the total before the
     * first step is 0 and has no noise.
     */
    double windowVariance(long width, long step) {
        double sum = overDecays((i, l) -> noiseSum(i, l, (double) width));
        for (int i = 0; i < etaHat.length; i++) {
            for (int l = 0; l < etaHat.length; l++) {
                sum += forgotten(i, width) * forgotten(l, width) * noiseSum(i + 1, l + 1, (double) (step - width));
            }
        }
        return sum;
    }

    /**
     * The weight of sum i + 1 times the fraction 1 - theta&#770;<sup>width</sup> of this sum that has decayed after {@code width} steps.
     *
     * @param i the index of the sum, from 0 for the first sum with decay
     */
    private double forgotten(int i, long width) {
        return -beta[i + 1] * StrictMath.expm1(width * logThetaHat[i]);
    }

    private interface PairTerm {
        double of(int i, int l);
    }

    /** Computes &sum; beta<sub>i</sub> beta<sub>l</sub> term(i, l), for a symmetric term. */
    private double overDecays(PairTerm term) {
        double sum = 0;
        for (int i = 0; i <= etaHat.length; i++) {
            for (int l = 0; l <= i; l++) {
                double both = beta[i] * beta[l] * term.of(i, l);
                sum += l < i ? 2 * both : both;
            }
        }
        return sum;
    }

    /**
     * The {@link #variance} at steps 1, 2, 4, .... Doubling the step takes two multiplications for each pair of decays.
     */
    double[] doublingVariances(int count) {
        double[] variances = new double[count];
        for (int i = 0; i <= etaHat.length; i++) {
            for (int l = 0; l <= i; l++) {
                addPowers(variances, (l < i ? 2 : 1) * beta[i] * beta[l], 1 - hatComplement(i, l));
            }
        }
        return variances;
    }

    /**
     * Adds, at step 2<sup>j</sup>, {@code first} times the sum of the first 2<sup>j</sup> powers of a decay, beginning
     * with 1.
     */
    private static void addPowers(double[] variances, double first, double decay) {
        double term = first;
        double power = decay;
        for (int j = 0; j < variances.length; j++) {
            variances[j] += term;
            term *= 1 + power;
            power *= power;
        }
    }

    private double noiseSum(int i, int l, double terms) {
        return GeometricSum.of(terms, hatComplement(i, l), hatLogarithm(i, l));
    }

    private double hatComplement(int i, int l) {
        return GeometricSum.complement(i == 0 ? 0 : etaHat[i - 1], l == 0 ? 0 : etaHat[l - 1]);
    }

    private double hatLogarithm(int i, int l) {
        return (i == 0 ? 0 : logThetaHat[i - 1]) + (l == 0 ? 0 : logThetaHat[l - 1]);
    }
}
