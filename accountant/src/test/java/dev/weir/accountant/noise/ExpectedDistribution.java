package dev.weir.accountant.noise;

import org.apache.commons.math3.special.Erf;

/**
 * An integer distribution that is symmetric about 0, in theory, with which samples are compared.
 *
 * @param scale its natural width in steps, for choosing cells
 * @param upper P(X >= k) for k >= 1
 * @param variance the second moment
 * @param fourthMoment the fourth moment
 */
record ExpectedDistribution(double scale, Upper upper, double variance, double fourthMoment) {

    interface Upper {
        double atLeast(double k);
    }

    /** Returns P(z) proportional to exp(-|z| / scale), in closed form with p = exp(-1 / scale). */
    static ExpectedDistribution discreteLaplace(double scale) {
        double p = Math.exp(-1 / scale);
        double q = -Math.expm1(-1 / scale);
        double fourth = 2 * p * (1 + 10 * p + p * p) / (q * q * q * q);
        return new ExpectedDistribution(scale, k -> Math.exp(-k / scale) / (1 + p), 2 * p / (q * q), fourth);
    }

    /**
     * Returns the distribution of the integer nearest to a normal variable. The moments in closed form are accurate from
     * sigma 2 on.
     */
    static ExpectedDistribution roundedGaussian(double sigma) {
        Upper upper = k -> 0.5 * Erf.erfc((k - 0.5) / (sigma * Math.sqrt(2)));
        double s2 = sigma * sigma;
        return sigma < 50
                ? summed(sigma, upper)
                : new ExpectedDistribution(sigma, upper, s2 + 1.0 / 12, 3 * s2 * s2 + s2 / 2 + 1.0 / 80);
    }

    /**
     * Returns P(z) proportional to exp(-z^2 / (2 sigma^2)). From sigma 50 on, a sum over integers equals the integral from
     * half a step before, with relative error 1e-4 up to four sigma (Euler and Maclaurin).
     */
    static ExpectedDistribution discreteGaussian(double sigma) {
        double s2 = sigma * sigma;
        if (sigma >= 50) {
            return new ExpectedDistribution(
                    sigma, k -> 0.5 * Erf.erfc((k - 0.5) / (sigma * Math.sqrt(2))), s2, 3 * s2 * s2);
        }
        double[] tail = new double[3200];
        for (int k = tail.length - 2; k >= 0; k--) {
            tail[k] = tail[k + 1] + Math.exp(-(double) k * k / (2 * s2));
        }
        double total = 2 * tail[1] + 1;
        return summed(sigma, k -> k < tail.length ? tail[(int) k] / total : 0);
    }

    /** Returns a distribution whose moments are summed term by term: E X^2 = 2 sum (2k-1) P(X >= k), and likewise for E X^4. */
    static ExpectedDistribution summed(double scale, Upper upper) {
        double second = 0;
        double fourth = 0;
        for (double k = 1; k < 60 * scale + 60; k++) {
            double tail = 2 * upper.atLeast(k);
            second += (2 * k - 1) * tail;
            fourth += (Math.pow(k, 4) - Math.pow(k - 1, 4)) * tail;
        }
        return new ExpectedDistribution(scale, upper, second, fourth);
    }

    /** Returns P(from <= X < to). */
    double between(double from, double to) {
        if (from >= 1) {
            return upper.atLeast(from) - upper.atLeast(to);
        }
        return to <= 0 ? between(1 - to, 1 - from) : 1 - upper.atLeast(to) - upper.atLeast(1 - from);
    }
}
