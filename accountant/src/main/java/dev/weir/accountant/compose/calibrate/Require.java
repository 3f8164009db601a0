package dev.weir.accountant.compose.calibrate;

/** Refusals of parameters, in one wording. */
final class Require {

    private Require() {}

    static double positive(String name, double value) {
        return holds(value > 0 && value < Double.POSITIVE_INFINITY, name, "above 0 and finite", value);
    }

    static void atLeastOne(String name, long value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " must be >= 1, was " + value);
        }
    }

    static double holds(boolean valid, String name, String range, double value) {
        if (!valid) {
            throw new IllegalArgumentException(name + " must be " + range + ", was " + value);
        }
        return value;
    }
}
