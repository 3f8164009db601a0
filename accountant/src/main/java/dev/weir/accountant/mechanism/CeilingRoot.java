package dev.weir.accountant.mechanism;

import java.math.BigInteger;

/** Exact square roots of whole numbers, rounded up. A root of doubles only gives the first guess. */
final class CeilingRoot {

    /**
     * The high word below which the guess is used: below 2<sup>100</sup> the root has at most 50 bits, and the root of
     * doubles is within 2 of it after three roundings, each of at most 2<sup>-53</sup> of the value.
     */
    private static final long MOST_HIGH = 1L << 36;

    private CeilingRoot() {}

    /**
     * The smallest whole number whose square is at least a product.
     *
     * @param a from 0 to 2<sup>62</sup>
     * @param b from 0 to 2<sup>62</sup>
     */
    static long ofProduct(long a, long b) {
        long high = Math.multiplyHigh(a, b);
        if (high >= MOST_HIGH) {
            return of(BigInteger.valueOf(a).multiply(BigInteger.valueOf(b))).longValueExact();
        }
        long low = a * b;
        long root = (long) Math.sqrt((double) a * b);
        while (isSquareBelow(root, high, low)) {
            root++;
        }
        while (root > 0 && !isSquareBelow(root - 1, high, low)) {
            root--;
        }
        return root;
    }

    private static boolean isSquareBelow(long root, long high, long low) {
        long squareHigh = Math.multiplyHigh(root, root);
        return squareHigh < high || (squareHigh == high && Long.compareUnsigned(root * root, low) < 0);
    }

    /**
     * The smallest whole number whose square is at least {@code number}.
     *
     * @param number at least 0
     */
    static BigInteger of(BigInteger number) {
        BigInteger[] root = number.sqrtAndRemainder();
        return root[1].signum() == 0 ? root[0] : root[0].add(BigInteger.ONE);
    }
}
