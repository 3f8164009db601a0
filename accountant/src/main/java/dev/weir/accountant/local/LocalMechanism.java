package dev.weir.accountant.local;

import dev.weir.accountant.noise.Randomness;
import java.io.Serializable;

/**
 * A mechanism of local differential privacy: it turns one value into one report, before anything is sent.
 *
 * <p><b>Draw once.</b> A second report of the same value costs &epsilon; again. Store a report before it is sent, and send
 * what was stored. In a Flink job, a function that draws reports is private only if what it emits is published once:
 * after a failure the records since the last checkpoint are read again, other reports are drawn, and a reader who sees
 * both has 2 &epsilon;.
 *
 * <p><b>Guarantee.</b> Neighbours are two values of one report: one report's value is replaced by any other value. For
 * every output y and all values x, x', Pr[R(x) = y] &le; e<sup>&epsilon;</sup> Pr[R(x') = y]: Kasiviswanathan, Lee,
 * Nissim, Raskhodnikova and Smith (2011), Definition 4.1. All mechanisms but {@link LocalLaplace}, which has a sampler,
 * draw uniform whole numbers below sums of whole weights, so that their probabilities are exact quotients and the factor
 * is a quotient of weights. That somebody reports, when, and how often
 * is visible to whoever sees the reports; a person without an answer sends an option of its own that says so. m reports
 * of one person cost m &epsilon;. Whatever is computed from reports is post-processing and costs nothing.
 *
 * <p>A report's bytes have one form for each output: they depend on the output alone and not on how it was drawn.
 */
public sealed interface LocalMechanism extends Serializable permits CategoryResponse, NumberResponse {

    /**
     * Draws a report.
     *
     * @param value an option's number, or a number in grid steps, which is clamped to the mechanism's range
     * @param randomness the source of the random bits; a {@link dev.weir.accountant.noise.KeyStream} outside of tests
     * @return the report's bytes
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code value} is no option's number
     */
    byte[] report(long value, Randomness randomness);

    /**
     * The value that a report is drawn for: values with the same one have the same distribution of reports.
     *
     * @param value an option's number, or a number in grid steps, which is clamped to the mechanism's range
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code value} is no option's number; it is not shown
     */
    long effective(long value);

    /**
     * Whether bytes are an output of this mechanism. An output has one form only.
     *
     * @param bytes any bytes
     */
    boolean isReport(byte[] bytes);

    /** The privacy loss of one report, in nats, rounded up. */
    double epsilon();

    /**
     * The most by which one report, whatever it is, moves the estimated count of an option, or the estimated sum of
     * numbers in grid steps, when it takes the place of another report. A sender can be malicious.
     */
    double influence();

    /** The mechanism and all its parameters as words: two mechanisms with the same words draw the same reports. */
    String description();
}
