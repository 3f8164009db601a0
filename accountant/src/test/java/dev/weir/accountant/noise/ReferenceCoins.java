package dev.weir.accountant.noise;

import java.math.BigInteger;

/** Uniform integers and coins of rational or exponential probability, in integer arithmetic only. */
final class ReferenceCoins {

    private ReferenceCoins() {}

    /** Returns a uniform integer of {@code bits} bits, in [0, 2^bits). */
    static BigInteger uniformBits(int bits, Randomness randomness) {
        byte[] bytes = new byte[(bits + 63) / 64 * Long.BYTES];
        for (int i = 0; i < bytes.length; i += Long.BYTES) {
            long word = randomness.nextLong();
            for (int b = 0; b < Long.BYTES; b++) {
                bytes[i + b] = (byte) (word >>> (8 * b));
            }
        }
        return new BigInteger(1, bytes).shiftRight(8 * bytes.length - bits);
    }

    /** Returns a uniform integer in [0, bound), by rejection. */
    static BigInteger uniformBelow(BigInteger bound, Randomness randomness) {
        int bits = bound.subtract(BigInteger.ONE).bitLength();
        BigInteger candidate = uniformBits(bits, randomness);
        while (candidate.compareTo(bound) >= 0) {
            candidate = uniformBits(bits, randomness);
        }
        return candidate;
    }

    /** A fair coin. */
    static boolean fair(Randomness randomness) {
        return randomness.nextLong() < 0;
    }

    /**
     * Returns true with probability exp(-numerator / denominator), for a fraction in [0, 1]: Canonne, Kamath and Steinke
     * (2020), Algorithm 1.
     */
    static boolean exponential(BigInteger numerator, BigInteger denominator, Randomness randomness) {
        int k = 1;
        while (uniformBelow(denominator.multiply(BigInteger.valueOf(k)), randomness)
                        .compareTo(numerator)
                < 0) {
            k++;
        }
        return k % 2 == 1;
    }

    /**
     * Returns true with probability exp(-numerator / denominator), for any fraction. The whole part is thrown as coins of
     * exp(-1).
     */
    static boolean exponentialOfAny(BigInteger numerator, BigInteger denominator, Randomness randomness) {
        BigInteger left = numerator;
        while (left.compareTo(denominator) > 0) {
            if (!exponential(BigInteger.ONE, BigInteger.ONE, randomness)) {
                return false;
            }
            left = left.subtract(denominator);
        }
        return exponential(left, denominator, randomness);
    }
}
