package dev.weir.accountant.vote;

/** The ranges that the votes share. */
final class Require {

    private Require() {}

    /** A scale of noise, or its inverse: above 0, and such that its square is still a number. */
    static void scale(String name, double value) {
        if (!(value >= 1e-100 && value <= 1e100)) {
            throw new IllegalArgumentException(name + " must be between 1e-100 and 1e100, was " + value);
        }
    }

    /** A R&eacute;nyi order: finite and above 1. */
    static void order(double order) {
        if (!(order > 1 && order < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("order must be > 1 and finite, was " + order);
        }
    }

    /** How many votes: at least 0. */
    static void count(String name, long value) {
        if (value < 0) {
            throw new IllegalArgumentException(name + " must be >= 0, was " + value);
        }
    }
}
