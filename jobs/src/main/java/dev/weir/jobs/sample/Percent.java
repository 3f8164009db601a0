package dev.weir.jobs.sample;

import java.util.Locale;

/** Formats fractions as percentages. */
final class Percent {

    /** Fractions below this one are written with a decimal. */
    private static final double WITH_DECIMALS = 0.1;

    private Percent() {}

    /** Formats a fraction, such as 0.25, as a percentage. */
    static String of(double part) {
        return digits(part) + " %";
    }

    /** Whether two fractions differ as they are printed. */
    static boolean differ(double one, double other) {
        return Double.parseDouble(digits(one)) != Double.parseDouble(digits(other));
    }

    private static String digits(double part) {
        return String.format(Locale.ROOT, part < WITH_DECIMALS ? "%.1f" : "%.0f", 100 * part);
    }
}
