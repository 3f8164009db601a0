package dev.weir.jobs.sample;

import java.util.Arrays;

/** Rounds numbers to others of at most two digits, so that no figure is that of a single record. */
final class TwoDigits {

    private static final double[] ROUND = {1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10};

    private TwoDigits() {}

    /** The next round number towards larger ones. */
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

    /** The next round number towards smaller ones. */
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

    /** The power of ten of a number's first digit; 0 for 0. */
    private static double power(double number) {
        return number == 0 ? 0 : Math.pow(10, Math.floor(Math.log10(number)));
    }
}
