package dev.weir.jobs.explain;

import java.math.BigDecimal;
import java.math.MathContext;

/**
 * How large the noise of a value is beside a size that somebody expects of it. The size comes from whoever asks, never from data.
 *
 * @param query the query's name
 * @param name the value's name
 * @param size what the value is expected to be in one window, above 0
 * @param stddev the standard deviation of the noise
 */
public record ExpectedValue(String query, String name, double size, double stddev) {

    private static final double HARDLY = 0.1;
    private static final double CLEARLY = 0.5;

    /** The noise as a part of the size. */
    public double noise() {
        return stddev / size;
    }

    /** One sentence. */
    public String words() {
        return query + " " + name + ": noise is " + number(noise()) + "x of " + number(size) + " (standard deviation "
                + number(stddev) + "): " + verdict();
    }

    private String verdict() {
        if (noise() < HARDLY) {
            return "it hardly shows";
        }
        if (noise() < CLEARLY) {
            return "the value stands out";
        }
        String remedy = "; longer windows, fewer contributions, fewer or heavier values, or a smaller clamp would help";
        return (noise() < 1 ? "the value is blurred" : "the value drowns in it") + remedy;
    }

    private static String number(double value) {
        return new BigDecimal(value)
                .round(new MathContext(2))
                .stripTrailingZeros()
                .toPlainString();
    }
}
