package dev.weir.jobs.demo;

import dev.weir.accountant.mechanism.DiscreteLaplace;
import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.mechanism.PreparedMechanism;
import dev.weir.accountant.noise.Randomness;
import dev.weir.accountant.noise.Sampler;
import dev.weir.accountant.privacy.Ratio;
import dev.weir.operators.aggregate.Sum;
import dev.weir.operators.aggregate.moment.Mean;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.stream.Stream;

/**
 * Compares the errors of four ways to compute a private average, each with epsilon 1 for a record. The values are made
 * up: n values, spread evenly over 0 to 1, in thousandths.
 *
 * <p>Laplace noise of scale b has the deviation sqrt(2) b. For values in [0, 1] with a mean of 1/2 and for large n, the root of
 * the mean square error of each way is about:
 * <ul>
 *   <li>sqrt(2) for noise of scale 1 on the average itself, however many records there are;
 *   <li>sqrt(10) / n for a noisy sum and a noisy count, with half of epsilon each;
 *   <li>sqrt(2) / n for a noisy sum of the differences from the middle of the range and a noisy count, half of epsilon
 *       each;
 *   <li>1 / n for the two noisy coordinates of {@link Mean}.
 * </ul>
 */
public final class Averages {

    /** The number of steps that the range of a value has. */
    private static final int STEPS = 1000;

    /**
     * The number of steps to which an average is rounded. It is larger than {@link #STEPS}, so that the rounding adds
     * no visible error.
     */
    private static final int FINE = 1_000_000;

    private final int records;
    private final long total;
    private final Randomness randomness;

    /**
     * A way to compute an average.
     *
     * @param name the name of the way
     * @param how a description in a sentence
     * @param error the root of the mean square of its measured errors
     * @param predicted the root of the mean square of its errors by its formula
     */
    public record Way(String name, String how, double error, double predicted) {}

    /**
     * Creates n made-up values to average.
     *
     * @param records n, at least 2
     * @param randomness the source of the random bits
     */
    public Averages(int records, Randomness randomness) {
        this.records = records;
        this.randomness = randomness;
        long sum = 0;
        for (int i = 0; i < records; i++) {
            sum += value(i);
        }
        this.total = sum;
    }

    private long value(int record) {
        return Math.round(STEPS * (record + 0.5) / records);
    }

    private double mean() {
        return (double) total / STEPS / records;
    }

    /** Draws the noise of an average once. */
    private interface Draw {
        double average();
    }

    /**
     * Draws the average of each of the four ways {@code trials} times, and measures the errors.
     *
     * @param trials the number of draws of each average, at least 1
     */
    public List<Way> measure(int trials) {
        double n = records;
        return Stream.of(
                        new Asked("naive", "noise on the average, as large as one value may be", Math.sqrt(2), naive()),
                        new Asked("split", "a sum and a count, half of epsilon each", Math.sqrt(10) / n, split(0)),
                        new Asked(
                                "centred",
                                "the same, with the sum about the middle of the range",
                                Math.sqrt(2) / n,
                                split(0.5)),
                        new Asked(
                                "mean",
                                "what is above the low end and below the high end, as mean does",
                                1 / n,
                                block()))
                .map(asked -> new Way(asked.name, asked.how, error(asked.draw, trials), asked.predicted))
                .toList();
    }

    /** One of the four ways, before its error is measured. */
    private record Asked(String name, String how, double predicted, Draw draw) {}

    private double error(Draw draw, int trials) {
        double square = 0;
        for (int i = 0; i < trials; i++) {
            double error = draw.average() - mean();
            square += error * error / trials;
        }
        return Math.sqrt(square);
    }

    private static Sampler laplace(long scale) {
        return new DiscreteLaplace(Ratio.of(scale, 1)).sampler();
    }

    private Draw naive() {
        Sampler noise = laplace(FINE);
        long average = Math.round(mean() * FINE);
        return () -> (double) noise.addTo(average, randomness) / FINE;
    }

    /**
     * Returns the draw of a noisy sum of the differences from {@code middle}, divided by a noisy count. One record
     * changes the sum by at most the larger of {@code middle} and 1 - {@code middle}.
     */
    private Draw split(double middle) {
        long centre = Math.round(middle * STEPS);
        Sampler ofSum = laplace(2 * Math.max(centre, STEPS - centre));
        Sampler ofCount = laplace(2);
        long about = total - centre * records;
        return () -> {
            double count = Math.max(1, ofCount.addTo(records, randomness));
            return middle + ofSum.addTo(about, randomness) / count / STEPS;
        };
    }

    private Draw block() {
        Mean mean = new Mean("average", BigDecimal.ONE, new BigDecimal("0.001"), new Sum.Range(0, STEPS));
        BigInteger size = mean.fullSize(Norm.L1);
        DiscreteLaplace noise = new DiscreteLaplace(new Ratio(size, BigInteger.ONE));
        PreparedMechanism mechanism = mean.prepare(noise);
        long[] exact = {total, (long) STEPS * records - total};
        double[] stddevs = {noise.stddev(), noise.stddev()};
        return () -> {
            long[] noisy = new long[2];
            mechanism.release(exact, 0, noisy, 0, randomness);
            return mean.estimate(noisy, stddevs, 0, noise).get(0).value().doubleValue();
        };
    }
}
