package dev.weir.accountant.compose;

/** Refusals of parameters, in one wording. */
final class Require {

    private Require() {}

    /** A finite number above 0. */
    static double positive(String name, double value) {
        return holds(value > 0 && value < Double.POSITIVE_INFINITY, name, "above 0 and finite", value);
    }

    /** A finite number, 0 or above. */
    static double notNegative(String name, double value) {
        return holds(value >= 0 && value < Double.POSITIVE_INFINITY, name, ">= 0 and finite", value);
    }

    /** A number above 0 and below 1. */
    static double proper(String name, double value) {
        return holds(value > 0 && value < 1, name, "above 0 and below 1", value);
    }

    /** A whole number not below {@code least}. */
    static long atLeast(String name, long value, long least) {
        if (value < least) {
            throw new IllegalArgumentException(name + " must be >= " + least + ", was " + value);
        }
        return value;
    }

    /** {@code value}, where {@code valid}. */
    static double holds(boolean valid, String name, String range, double value) {
        if (!valid) {
            throw new IllegalArgumentException(name + " must be " + range + ", was " + value);
        }
        return value;
    }
}
