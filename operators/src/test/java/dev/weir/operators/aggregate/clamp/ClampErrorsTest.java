package dev.weir.operators.aggregate.clamp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.accountant.mechanism.DiscreteLaplace;
import dev.weir.accountant.mechanism.PreparedMechanism;
import dev.weir.accountant.noise.Randomness;
import dev.weir.accountant.privacy.Ratio;
import dev.weir.operators.aggregate.clamp.LearntTotal.Kind;
import dev.weir.operators.testing.SelectionData;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Compares errors of sums under learnt clamps at epsilon 1 with the reference's simulations on the same data. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@Tag("statistical")
class ClampErrorsTest {

    private static final int WINDOWS = 100;
    private static final int CHAINS = 40;
    private static final int START = 10;
    private static final double HALF_WIDTH = 1.96;

    private static Stream<SelectionData.Row> rows(String method) {
        return SelectionData.rows("clamp_errors.csv")
                .filter(row -> row.text("method").equals(method));
    }

    /** Returns the bins of a sample, as a job keeps them. */
    private static long[] totals(SelectionData.Row row) {
        SelectionData.Row sample = SelectionData.sameData("clamp_samples.csv", row);
        long[] counts = SelectionData.longs(sample.text("records_per_bin"));
        long[] sums = SelectionData.longs(sample.text("sums_per_bin"));
        ValueBins bins = new ValueBins(false);
        long[] totals = new long[bins.coordinates()];
        System.arraycopy(counts, 0, totals, 0, counts.length);
        System.arraycopy(sums, 0, totals, totals.length / 2, sums.length);
        return totals;
    }

    private static double exact(long[] totals) {
        return new ValueBins(false).sum(totals, 0, LearntClamp.LARGEST).doubleValue();
    }

    /**
     * Compares what each fixed clamp cuts off, plus its noise for the whole price. The reference's draws have an error of
     * about 10 %.
     */
    @Test
    void the_best_fixed_clamps_are_those_of_the_reference() {
        List<SelectionData.Row> rows = rows("oracle").toList();
        assertThat(rows).hasSize(18);
        rows.forEach(row -> {
            long[] totals = totals(row);
            double[] errors = IntStream.rangeClosed(0, LearntClamp.LARGEST)
                    .mapToDouble(exponent -> fixed(totals, exponent))
                    .toArray();
            int best = (int) row.number("exponent_median");
            assertThat(errors[best])
                    .as("%s", row)
                    .isEqualTo(Arrays.stream(errors).min().orElseThrow())
                    .isCloseTo(row.number("relative_rmse"), within(0.1 * errors[best]));
        });
    }

    private static double fixed(long[] totals, int exponent) {
        double cut =
                exact(totals) - new ValueBins(false).sum(totals, 0, exponent).doubleValue();
        double noise = new DiscreteLaplace(Ratio.of(1L << exponent, 1)).stddev();
        return Math.hypot(cut, noise) / exact(totals);
    }

    /**
     * Simulates 40 chains of 100 windows of the same records, in which each window follows the one before. The reference's
     * chains have 100 windows, too. The half width in a row is for one chain; results must agree within three half widths and
     * 10 %.
     */
    @Test
    void errors_of_learnt_clamps_are_those_of_the_reference() {
        List<SelectionData.Row> rows = rows("select warm").toList();
        assertThat(rows).hasSize(36);
        rows.forEach(row ->
                assertThat(Math.abs(chains(row, 1).away(row))).as("%s", row).isLessThan(1));
    }

    /**
     * Tests two faults: every window begins with the initial clamp, as if nothing had been released before, and the noise is
     * for twice the price.
     */
    @Test
    void clamps_that_forget_and_noise_that_is_too_small_are_found_out() {
        SelectionData.Row few = row("lognormal", "30", "0.25");
        assertThat(chains(few, WINDOWS).away(few)).isGreaterThan(1);
        SelectionData.Row many = row("lognormal", "100000", "0.25");
        Chains halved = chains(many, 1);
        assertThat(new Chains(halved.mean / 4, halved.deviation / 4).away(many)).isGreaterThan(1);
    }

    private static SelectionData.Row row(String data, String records, String share) {
        return rows("select warm")
                .filter(row -> row.text("data").equals(data)
                        && row.text("n").equals(records)
                        && row.text("share_for_clamp").equals(share))
                .findFirst()
                .orElseThrow();
    }

    /** The mean and standard deviation of the chains' mean squared errors, relative to the exact sum. */
    private record Chains(double mean, double deviation) {

        /** Returns by how many tolerances a row exceeds the root of the mean. */
        double away(SelectionData.Row row) {
            double root = Math.sqrt(mean);
            return (row.number("relative_rmse") - root) / (3 * HALF_WIDTH * deviation / (2 * root) + 0.1 * root);
        }
    }

    /**
     * @param restarts the number of times that a chain starts again
     */
    private static Chains chains(SelectionData.Row row, int restarts) {
        BigDecimal share = new BigDecimal(row.text("share_for_clamp"));
        LearntClamp clamp = new LearntClamp(share, BigDecimal.ONE, START, false);
        PreparedMechanism draws =
                new LearntTotal("t", BigDecimal.ONE, clamp, Kind.SUM).prepare(new DiscreteLaplace(Ratio.ONE));
        long[] totals = totals(row);
        Randomness randomness = new SplittableRandom(83)::nextLong;
        double[] squares = DoubleStream.generate(() -> IntStream.range(0, restarts)
                        .mapToDouble(each -> chain(draws, totals, WINDOWS / restarts, randomness))
                        .average()
                        .orElseThrow())
                .limit(CHAINS)
                .toArray();
        double mean = Arrays.stream(squares).average().orElseThrow();
        double variance = Arrays.stream(squares)
                        .map(square -> (square - mean) * (square - mean))
                        .sum()
                / (CHAINS - 1);
        return new Chains(mean, Math.sqrt(variance));
    }

    /** Returns the error of one chain. Each release is the next window's previous clamp. */
    private static double chain(PreparedMechanism draws, long[] totals, int windows, Randomness randomness) {
        long[] released = new long[2];
        double exact = exact(totals);
        double square = 0;
        for (int window = 0; window < windows; window++) {
            draws.release(totals, 0, released, 0, randomness);
            square += Math.pow(released[1] / exact - 1, 2) / windows;
        }
        return square;
    }
}
