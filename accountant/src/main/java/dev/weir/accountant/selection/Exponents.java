package dev.weir.accountant.selection;

import dev.weir.accountant.noise.ExponentialCoin;
import dev.weir.accountant.noise.Randomness;
import dev.weir.accountant.privacy.Ratio;
import dev.weir.accountant.privacy.Require;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.function.IntFunction;

/**
 * By how much each of some candidates is worse than the best, times the temperature: x<sub>i</sub> = t (u* - u<sub>i</sub>), as
 * exact rationals with one denominator. A candidate that is looked at is taken with probability e<sup>-x</sup>.
 *
 * @param candidates how many there are, at least 1
 * @param numerators of x by candidate, at least 0, and 0 for at least one of them
 * @param denominator of every x, at least 1
 */
public record Exponents(int candidates, IntFunction<BigInteger> numerators, BigInteger denominator) {

    public Exponents {
        Require.atLeast("candidates", candidates, 1);
    }

    /**
     * Those of whole scores.
     *
     * @param scores at least one; two of them differ by less than 2<sup>63</sup>
     * @param temperature t, by a score of 1
     */
    public static Exponents of(long[] scores, Ratio temperature) {
        long best = Arrays.stream(scores).max().orElse(0);
        return new Exponents(
                scores.length,
                i -> BigInteger.valueOf(Math.subtractExact(best, scores[i])).multiply(temperature.numerator()),
                temperature.denominator());
    }

    /** Whether a candidate that is looked at is taken. */
    boolean falls(int candidate, Randomness randomness) {
        return ExponentialCoin.falls(numerators.apply(candidate), denominator, randomness);
    }
}
