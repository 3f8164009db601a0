package dev.weir.jobs.sample;

import java.util.Arrays;

/**
 * Rounds to 1, 1.5, 2, 2.5, 3, 4, 5, 6, 8 or 10 times a power of ten, called round numbers here, so that a printed figure shows
 * less of the value of a single record.
 */
final class TwoDigits {

    private static final double[] ROUND = {1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10};

    private TwoDigits() {}

    /** Returns the smallest round number that is at least the given number. */
    static double up(double number) {
        if (number < 0) {
            return -down(-number);
        }
        double power = power(number);
        return Arrays.stream(ROUND)
                .map(round -> round * power)
                .filter(round -> round >= number)
                .findFirst()
                .orElse(10 * power);
    }

    /** Returns the largest round number that is at most the given number. */
    static double down(double number) {
        if (number < 0) {
            return -up(-number);
        }
        double power = power(number);
        return Arrays.stream(ROUND)
                .map(round -> round * power)
                .filter(round -> round <= number)
                .max()
                .orElse(power);
    }

    /** Returns the power of ten of a number's first digit; 0 for 0. */
    private static double power(double number) {
        return number == 0 ? 0 : Math.pow(10, Math.floor(Math.log10(number)));
    }
}
