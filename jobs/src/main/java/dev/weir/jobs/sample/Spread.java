package dev.weir.jobs.sample;

import java.util.Arrays;
import java.util.stream.DoubleStream;

/** Numbers in their order. */
final class Spread {

    private static final double[] ROUND = {1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10};

    private final double[] sorted;

    private Spread(double[] sorted) {
        this.sorted = sorted;
    }

    static Spread of(DoubleStream numbers) {
        return new Spread(numbers.sorted().toArray());
    }

    boolean isEmpty() {
        return sorted.length == 0;
    }

    /** The least number that this part of all of them does not exceed; 0 if there are none. */
    double quantile(double part) {
        int place = (int) Math.ceil(part * sorted.length) - 1;
        return isEmpty() ? 0 : sorted[Math.max(0, place)];
    }

    /** The next number of at most two digits, so that no figure is that of a single record. */
    static double roundUp(double number) {
        if (number <= 0) {
            return 0;
        }
        double power = Math.pow(10, Math.floor(Math.log10(number)));
        return Arrays.stream(ROUND)
                .map(round -> round * power)
                .filter(round -> round >= number)
                .findFirst()
                .orElse(10 * power);
    }

    /** The number of at most two digits before, likewise. */
    static double roundDown(double number) {
        if (number <= 0) {
            return 0;
        }
        double power = Math.pow(10, Math.floor(Math.log10(number)));
        return Arrays.stream(ROUND)
                .map(round -> round * power)
                .filter(round -> round <= number)
                .max()
                .orElse(power);
    }
}
