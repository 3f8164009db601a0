package dev.weir.accountant.local;

/**
 * The only access of these mechanisms to randomness: a uniform whole number below a bound. A report is a function of its
 * value and a few such numbers, so that a test can enumerate all of them and compare probabilities exactly.
 */
@FunctionalInterface
interface Uniform {

    /**
     * Draws a whole number from 0 to {@code count} - 1, each with the same probability.
     *
     * @param count how many numbers there are, at least 1
     */
    long below(long count);
}
