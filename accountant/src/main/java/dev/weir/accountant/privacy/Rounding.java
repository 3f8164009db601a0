package dev.weir.accountant.privacy;

import java.math.BigDecimal;

/**
 * Directed rounding: spending is rounded up, budgets are rounded down.
 *
 * <p>Decimals, sums and products (except the very smallest) are rounded to the next double, exactly. Results of longer
 * arithmetic are widened by a named {@link Margin} that is larger than the rounding error of the arithmetic.
 */
public final class Rounding {

    /** The rounding error of a product is certainly representable as a double if the product is above this value. */
    private static final double SMALL = Double.MIN_NORMAL * 0x1p53;

    private Rounding() {}

    /** Bounds on the rounding error of a calculation, relative to its result. */
    public enum Margin {
        /**
         * Up to four additions of positive terms, multiplications, divisions or square roots: four times
         * 2<sup>-53</sup>.
         */
        ARITHMETIC(1e-15),
        /**
         * A formula of positive terms with a handful of {@link StrictMath} calls, each within one unit in the last
         * place.
         */
        FORMULA(0x1p-46),
        /** A series, or a special function such as the normal tail. */
        SERIES(1e-12),
        /** A sum over thousands of terms that are given by their logarithms. */
        LONG_SUM(1e-11);

        private final double relative;

        Margin(double relative) {
            this.relative = relative;
        }

        /** The margin relative to the value that is widened. */
        public double relative() {
            return relative;
        }
    }

    /**
     * The smallest double not below {@code value}, possibly infinite.
     *
     * @param value the decimal, any value
     */
    public static double up(BigDecimal value) {
        return 0 - down(value.negate()); // avoids -0
    }

    /**
     * The largest double not above {@code value}, possibly negative infinity.
     *
     * @param value the decimal, any value
     */
    public static double down(BigDecimal value) {
        double nearest = value.doubleValue();
        if (nearest == Double.NEGATIVE_INFINITY) {
            return nearest;
        }
        boolean isAbove = nearest == Double.POSITIVE_INFINITY || new BigDecimal(nearest).compareTo(value) > 0;
        return isAbove ? Math.nextDown(nearest) : nearest;
    }

    /**
     * An upper bound on the exact result of one operation.
     *
     * @param value a double within one unit in the last place of the exact result
     */
    public static double up(double value) {
        return Math.nextUp(value);
    }

    /**
     * A lower bound on the exact result of one operation.
     *
     * @param value a double within one unit in the last place of the exact result
     */
    public static double down(double value) {
        return Math.nextDown(value);
    }

    /**
     * An upper bound on the exact value that {@code value} approximates.
     *
     * @param value the result of arithmetic without cancellation, at least 0; 0 is taken to be exact
     * @param margin a bound that is larger than the rounding error
     */
    public static double up(double value, Margin margin) {
        return value == 0 ? 0 : Math.max(Math.nextUp(value), value * (1 + margin.relative));
    }

    /**
     * A lower bound on the exact value that {@code value} approximates.
     *
     * @param value the result of arithmetic without cancellation, at least 0
     * @param margin a bound that is larger than the rounding error
     */
    public static double down(double value, Margin margin) {
        return value == 0 ? 0 : Math.min(Math.nextDown(value), value * (1 - margin.relative));
    }

    /**
     * A double not below {@code a * b}: the smallest such double, unless the product is below about 2<sup>-969</sup>.
     *
     * @param a the first factor, finite, at least 0
     * @param b the second factor, finite, at least 0
     */
    public static double productUp(double a, double b) {
        double product = a * b;
        if (a == 0 || b == 0) {
            return 0;
        }
        boolean enough = product > SMALL && Math.fma(a, b, -product) <= 0;
        return enough ? product : Math.nextUp(product);
    }

    /**
     * The smallest double not below {@code a + b}.
     *
     * @param a the first addend, finite, at least 0
     * @param b the second addend, finite, at least 0
     */
    public static double sumUp(double a, double b) {
        double sum = a + b;
        double shareOfB = sum - a;
        double lost = (a - (sum - shareOfB)) + (b - shareOfB);
        return lost > 0 ? Math.nextUp(sum) : sum;
    }
}
