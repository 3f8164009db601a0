package dev.weir.accountant.noise;

import dev.weir.accountant.privacy.Ratio;
import java.math.BigInteger;

/**
 * Discrete Gaussian noise in integer arithmetic: Canonne, Kamath and Steinke (2020), Algorithm 3.
 *
 * <p>A discrete Laplace draw y of scale t = floor(sigma) + 1 is kept with probability exp(-(|y| - sigma^2 / t)^2 / (2
 * sigma^2)).
 */
final class ReferenceDiscreteGaussian implements Sampler {

    private final BigInteger numerator;
    private final BigInteger denominator;
    private final BigInteger t;
    private final Sampler laplace;

    ReferenceDiscreteGaussian(Ratio variance) {
        numerator = variance.numerator();
        denominator = variance.denominator();
        t = numerator.divide(denominator).sqrt().add(BigInteger.ONE);
        laplace = new ReferenceDiscreteLaplace(new Ratio(t, BigInteger.ONE));
    }

    /** With variance n/d, (|y| - n / (d t))^2 d / (2 n) is (|y| d t - n)^2 / (2 n d t^2). */
    @Override
    public long addTo(long exact, Randomness randomness) {
        BigInteger y = BigInteger.valueOf(laplace.addTo(0, randomness));
        BigInteger distance = y.abs().multiply(denominator).multiply(t).subtract(numerator);
        BigInteger below =
                numerator.multiply(denominator).multiply(t).multiply(t).shiftLeft(1);
        boolean kept = ReferenceCoins.exponentialOfAny(distance.multiply(distance), below, randomness);
        return kept ? Saturation.add(exact, y) : addTo(exact, randomness);
    }
}
