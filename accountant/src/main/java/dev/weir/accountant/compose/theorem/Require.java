package dev.weir.accountant.compose.theorem;

/** The ranges that the theorems share. */
final class Require {

    private Require() {}

    /** How many mechanisms are composed: 1 to 2<sup>31</sup> - 1. */
    static int count(long count) {
        if (count < 1 || count > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("count must be between 1 and 2147483647, was " + count);
        }
        return (int) count;
    }

    /** The failure probability given away for a smaller &epsilon;: above 0 and below 1. */
    static double slack(double slack) {
        if (!(slack > 0 && slack < 1)) {
            throw new IllegalArgumentException("slack must be above 0 and below 1, was " + slack);
        }
        return slack;
    }

    /** A loss: finite, at least 0. */
    static double notNegative(String name, double value) {
        if (!(value >= 0 && value < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(name + " must be finite and >= 0, was " + value);
        }
        return value;
    }
}
