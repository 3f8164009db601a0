package dev.weir.accountant.mechanism;

import java.math.BigInteger;

/** Exact square roots of whole numbers, rounded up. A floating-point root is only the first guess. */
final class CeilingRoot {

    /**
     * The limit of the high word of a product for which the guess is used. Below 2<sup>100</sup> the root has at most
     * 50 bits, and the floating-point root differs from it by at most 2 after four roundings (of the two factors, the
     * product and the root), each of at most 2<sup>-53</sup> of the rounded value.
     */
    private static final long MOST_HIGH = 1L << 36;

    private CeilingRoot() {}

    /**
     * The smallest whole number whose square is at least a product.
     *
     * @param a the first factor, from 0 to 2<sup>62</sup>
     * @param b the second factor, from 0 to 2<sup>62</sup>
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
     * @param number the number, at least 0
     */
    static BigInteger of(BigInteger number) {
        BigInteger[] root = number.sqrtAndRemainder();
        return root[1].signum() == 0 ? root[0] : root[0].add(BigInteger.ONE);
    }
}
