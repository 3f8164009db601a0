package dev.weir.operators.release;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.continual.BltNoise;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.aggregate.regression.Feature;
import dev.weir.operators.aggregate.regression.RecordVector;
import dev.weir.operators.aggregate.regression.SecondMoments;
import dev.weir.operators.query.PricedTotals;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Totals;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/**
 * Tests the noise of the numbers of a block in 20 000 series without records, with a restart in the middle. Sample
 * covariances of every two numbers at lags 0, 1 and 5 are compared with the declared ones, which are 0 for different numbers.
 * A sample covariance of n pairs with covariance c has variance (v1 v2 + c&sup2;) / n. So 6 standard deviations mean a false
 * alarm with probability below 2e-9 for each of 27 comparisons.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class SeriesBlockNoiseTest {

    private static final int SERIES = 20_000;
    private static final int NUMBERS = 3;
    private static final int LAST = 12;
    private static final int RESTART = 9;
    private static final int[] LAGS = {0, 1, 5};
    private static final double SIGMAS = 6;

    private static PricedTotals priced() {
        String[] keys = IntStream.range(0, SERIES).mapToObj(i -> "" + i).toArray(String[]::new);
        List<Feature> features = List.of(Feature.CONSTANT, new Feature.Named("is", "a"));
        Totals query = Totals.running("q", LAST)
                .keys(keys)
                .with(new SecondMoments("m", BigDecimal.ONE, new RecordVector(features, BigDecimal.ONE, null)));
        return Totals.priced(Totals.plan(PrivacyUnit.USER, Plans.GAUSSIAN, query), 0);
    }

    private static Releaser releaser(PricedTotals priced, long seed) {
        int[] entries = IntStream.range(0, SERIES).toArray();
        StepRelease release = new StepRelease(0, priced, new SplittableRandom(seed)::nextLong, false);
        return new Releaser(release, new DeclaredEntries(priced.query().keys(), entries, entries));
    }

    /** Returns the released numbers by step (from 1), number and series. */
    private static double[][][] released(PricedTotals priced) throws IOException {
        Releaser releaser = releaser(priced, 1);
        double[][][] totals = new double[LAST + 1][NUMBERS][SERIES];
        for (int step = 1; step <= LAST; step++) {
            releaser = step == RESTART ? restored(priced, releaser) : releaser;
            List<Outcome> outcomes = new ArrayList<>();
            releaser.close(step * Plans.HOUR, outcomes);
            for (int i = 0; i < SERIES; i++) {
                for (int k = 0; k < NUMBERS; k++) {
                    totals[step][k][i] = outcomes.get(i).values()[k];
                }
            }
        }
        return totals;
    }

    private static Releaser restored(PricedTotals priced, Releaser before) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        before.view().cells().write(new DataOutputStream(bytes));
        Releaser next = releaser(priced, 2);
        next.readCells(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
        return next;
    }

    /** Returns the largest distance of a sample covariance from the declared one, in standard deviations. */
    private static double farthest(PricedTotals priced, double[][][] totals) {
        double farthest = 0;
        for (int lag : LAGS) {
            for (int k = 0; k < NUMBERS; k++) {
                for (int l = 0; l < NUMBERS; l++) {
                    double declared = k == l ? covariance(priced, k, LAST - lag) : 0;
                    double product = covariance(priced, k, LAST - lag, LAST - lag) * covariance(priced, l, LAST);
                    double sample = sample(totals[LAST - lag][k], totals[LAST][l]);
                    double error = Math.sqrt((product + declared * declared) / SERIES);
                    farthest = Math.max(farthest, Math.abs(sample - declared) / error);
                }
            }
        }
        return farthest;
    }

    private static double covariance(PricedTotals priced, int number, int step) {
        return covariance(priced, number, step, LAST);
    }

    private static double covariance(PricedTotals priced, int number, int step, int later) {
        double stddev = priced.stddevs(step)[number];
        BltNoise noise = (BltNoise) priced.measuredNoises().get(number);
        return step == later ? stddev * stddev : noise.covariance(step, later);
    }

    private static double sample(double[] earlier, double[] later) {
        double sum = 0;
        for (int i = 0; i < SERIES; i++) {
            sum += earlier[i] * later[i] / SERIES;
        }
        return sum;
    }

    @Test
    void numbers_of_a_block_have_the_declared_covariances_over_a_restart_and_are_independent() throws IOException {
        PricedTotals priced = priced();
        assertThat(farthest(priced, released(priced))).isLessThan(SIGMAS);
    }

    /** Tests two faults: two numbers share one noise, and the factors of numbers are ignored. */
    @Test
    void numbers_that_share_their_noise_or_have_the_same_fail_these_tests() throws IOException {
        PricedTotals priced = priced();
        double[][][] totals = released(priced);
        for (double[][] step : totals) {
            step[1] = step[0];
        }
        assertThat(farthest(priced, totals)).isGreaterThan(10 * SIGMAS);
        double[][][] equal = released(priced);
        for (double[][] step : equal) {
            step[1] = IntStream.range(0, SERIES)
                    .mapToDouble(i -> step[1][i] * Math.sqrt(2))
                    .toArray();
        }
        assertThat(farthest(priced, equal)).isGreaterThan(5 * SIGMAS);
    }
}
