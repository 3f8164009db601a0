package dev.weir.accountant.compose.theorem;

/**
 * Arithmetic that never ends below the exact result.
 *
 * <p>Sums and products are rounded to the next double above, exactly. Formulas of positive terms with a handful of
 * {@link StrictMath} calls, each within one unit in the last place, lose less than 2<sup>-46</sup> of their value.
 */
final class Rounding {

    private static final double MARGIN = 1 + 0x1p-46;

    /** Below this the error of a product is no double any more. */
    private static final double SMALL = Double.MIN_NORMAL * 0x1p53;

    private Rounding() {}

    /** The smallest double not below {@code a * b}, for finite non-negative factors. */
    static double productUp(double a, double b) {
        double product = a * b;
        if (a == 0 || b == 0) {
            return 0;
        }
        boolean enough = product > SMALL && Math.fma(a, b, -product) <= 0;
        return enough ? product : Math.nextUp(product);
    }

    /** The smallest double not below {@code a + b}, for finite non-negative terms. */
    static double sumUp(double a, double b) {
        double sum = a + b;
        double shareOfB = sum - a;
        double lost = (a - (sum - shareOfB)) + (b - shareOfB);
        return lost > 0 ? Math.nextUp(sum) : sum;
    }

    /** An upper bound on what a short formula of positive terms stands for, given its value in doubles. */
    static double up(double value) {
        return value == 0 ? 0 : Math.nextUp(value * MARGIN);
    }

    /** An upper bound on a failure probability, at most 1. */
    static double probabilityUp(double value) {
        return Math.min(1, up(value));
    }
}
