package dev.weir.accountant.learn.spectrum;

import dev.weir.accountant.privacy.Require;

/**
 * Noise in a symmetric matrix E: independent, rounded Gaussian, with the variance s&sup2; off the diagonal and 2 s&sup2; on it.
 *
 * <p><b>Bound of the spectral norm.</b> Before rounding, E has the law of s (G + G<sup>T</sup>) / &radic;2 with independent standard normal
 * numbers in G. The largest eigenvalue is the largest u<sup>T</sup>Eu of all unit vectors u. The increments of this Gaussian process are
 * at most those of 2 s g&middot;u with a standard normal vector g, because |uu<sup>T</sup> - vv<sup>T</sup>|&sup2; &le; 2 |u - v|&sup2; in
 * the Frobenius norm; so its mean is at most 2 s &radic;d, by the inequality of Sudakov and Fernique. As a function of G it changes by at
 * most &radic;2 s times the change of G; so it exceeds its mean by &radic;2 s t with a probability of at most e<sup>-t&sup2;/2</sup>. The
 * same holds of -E. So |E| &le; s (2 &radic;d + &radic;2 t) with a probability of at least 1 - 2 e<sup>-t&sup2;/2</sup>, which is 0.95 for
 * t&sup2; = 2 ln 40. Rounding moves each of d&sup2; elements by at most 1/2, and |E| by at most d/2. Source: derived here, with the two
 * inequalities as in Boucheron, Lugosi and Massart (2013), Theorems 13.3 and 5.6.
 *
 * @param deviation s, the standard deviation off the diagonal, at least 0; 0 for exact moments
 * @param dimension d, the number of rows, at least 1
 */
public record SymmetricNoise(double deviation, int dimension) {

    private static final double T = StrictMath.sqrt(2 * StrictMath.log(40));

    /** @throws dev.weir.accountant.privacy.InvalidParameter if {@code deviation} or {@code dimension} is out of range */
    public SymmetricNoise {
        Require.notNegative("deviation", deviation);
        Require.count("dimension", dimension);
    }

    /** A number that the spectral norm exceeds with a probability of at most 0.05; 0 for exact moments. */
    public double norm95() {
        if (deviation == 0) {
            return 0;
        }
        return deviation * (2 * Math.sqrt(dimension) + Math.sqrt(2) * T) + dimension / 2.0;
    }
}
