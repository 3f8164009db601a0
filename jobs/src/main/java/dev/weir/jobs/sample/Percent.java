package dev.weir.jobs.sample;

import java.util.Locale;

/** Writes parts as percentages. */
final class Percent {

    /** The part below which percentages are written with a decimal. */
    private static final double WITH_DECIMALS = 0.1;

    private Percent() {}

    /** A part in words. */
    static String of(double part) {
        return digits(part) + " %";
    }

    /** Whether people can tell two parts from each other as they are printed. */
    static boolean differ(double one, double other) {
        return Double.parseDouble(digits(one)) != Double.parseDouble(digits(other));
    }

    private static String digits(double part) {
        return String.format(Locale.ROOT, part < WITH_DECIMALS ? "%.1f" : "%.0f", 100 * part);
    }
}
