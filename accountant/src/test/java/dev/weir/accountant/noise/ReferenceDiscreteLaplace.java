package dev.weir.accountant.noise;

import static dev.weir.accountant.noise.ReferenceCoins.exponential;
import static dev.weir.accountant.noise.ReferenceCoins.fair;
import static dev.weir.accountant.noise.ReferenceCoins.uniformBelow;

import dev.weir.accountant.privacy.Ratio;
import java.math.BigInteger;

/**
 * Discrete Laplace noise in integer arithmetic: Canonne, Kamath and Steinke (2020), Algorithm 2.
 *
 * <p>With scale = t/s in lowest terms, X = U + t V is geometric with ratio exp(-1/t) when U is uniform below t and kept
 * with probability exp(-U/t), and V is geometric with ratio exp(-1). Then floor(X / s) is geometric with ratio
 * exp(-s/t) = exp(-1/scale). A random sign, with "minus zero" rejected, makes it two-sided.
 */
final class ReferenceDiscreteLaplace implements Sampler {

    private final BigInteger t;
    private final BigInteger s;

    ReferenceDiscreteLaplace(Ratio scale) {
        t = scale.numerator();
        s = scale.denominator();
    }

    @Override
    public long addTo(long exact, Randomness randomness) {
        BigInteger magnitude = magnitude(randomness);
        boolean negative = fair(randomness);
        while (negative && magnitude.signum() == 0) {
            magnitude = magnitude(randomness);
            negative = fair(randomness);
        }
        return Saturation.add(exact, negative ? magnitude.negate() : magnitude);
    }

    private BigInteger magnitude(Randomness randomness) {
        BigInteger u = uniformBelow(t, randomness);
        while (!exponential(u, t, randomness)) {
            u = uniformBelow(t, randomness);
        }
        long v = 0;
        while (exponential(BigInteger.ONE, BigInteger.ONE, randomness)) {
            v++;
        }
        return t.multiply(BigInteger.valueOf(v)).add(u).divide(s);
    }
}
