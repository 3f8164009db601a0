package dev.weir.accountant.selection;

import dev.weir.accountant.noise.ExponentialCoin;
import dev.weir.accountant.noise.Randomness;
import dev.weir.accountant.privacy.Ratio;
import dev.weir.accountant.privacy.Require;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.function.IntFunction;

/**
 * The exponents x<sub>i</sub> = t (u* - u<sub>i</sub>) of a draw: the distance of each candidate's score from the best
 * score, times the temperature. They are exact rationals with a common denominator. A candidate that is considered is
 * taken with probability e<sup>-x</sup>.
 *
 * @param candidates the number of candidates, at least 1
 * @param numerators gives the numerator of a candidate's x by the candidate's index; at least 0, and 0 for at least one
 *     candidate
 * @param denominator the denominator of every x, at least 1
 */
public record Exponents(int candidates, IntFunction<BigInteger> numerators, BigInteger denominator) {

    /** @throws dev.weir.accountant.privacy.InvalidParameter if {@code candidates} is out of range */
    public Exponents {
        Require.atLeast("candidates", candidates, 1);
    }

    /**
     * Computes the exponents of whole scores.
     *
     * @param scores the scores, at least one; the largest and the smallest differ by less than 2<sup>63</sup>
     * @param temperature the temperature t for a score of 1
     */
    public static Exponents of(long[] scores, Ratio temperature) {
        long best = Arrays.stream(scores).max().orElse(0);
        return new Exponents(
                scores.length,
                i -> BigInteger.valueOf(Math.subtractExact(best, scores[i])).multiply(temperature.numerator()),
                temperature.denominator());
    }

    /** Draws whether a candidate that is considered is taken. */
    boolean falls(int candidate, Randomness randomness) {
        return ExponentialCoin.falls(numerators.apply(candidate), denominator, randomness);
    }
}
