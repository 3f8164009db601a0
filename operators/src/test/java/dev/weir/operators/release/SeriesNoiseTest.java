package dev.weir.operators.release;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.continual.BltNoise;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.query.PricedTotals;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Totals;
import dev.weir.operators.time.SlidingWindow;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests the noise of whole series as released, with a restart in the middle. Sample covariances of totals of 100 000 series
 * without records, at lags 0, 1, 10 and 100, are compared with the declared ones. A sample covariance of n pairs with
 * covariance c has variance (v1 v2 + c&sup2;) / n. So 6 standard deviations mean a false alarm with probability below 2e-9
 * for each of 12 comparisons.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@Tag("thorough")
class SeriesNoiseTest {

    private static final int SERIES = 100_000;
    private static final int LAST = 101;
    private static final int RESTART = 95;
    private static final int[] LAGS = {0, 1, 10, 100};
    private static final double SIGMAS = 6;
    private static final Totals RUNNING = Totals.running("q", LAST);
    private static final Totals SLIDING = Totals.sliding("q", 24);

    /** A fault that is applied to a releaser before a step. */
    private interface Fault {
        Releaser before(int step, Releaser releaser) throws IOException;
    }

    private static PricedTotals priced(Totals query) {
        String[] keys = IntStream.range(0, SERIES).mapToObj(i -> "" + i).toArray(String[]::new);
        return Totals.priced(
                Totals.plan(PrivacyUnit.USER, Plans.GAUSSIAN, query.keys(keys).count()), 0);
    }

    /** Returns a releaser with its own random stream, as after a restart. */
    private static Releaser releaser(PricedTotals priced, long seed) {
        int[] entries = IntStream.range(0, SERIES).toArray();
        StepRelease release = new StepRelease(0, priced, new SplittableRandom(seed)::nextLong, false);
        KeyEntries keys = new DeclaredEntries(priced.query().keys(), entries, entries);
        return new Releaser(release, keys);
    }

    /** Returns the released totals by step (from 1) and series. */
    private static long[][] released(PricedTotals priced, Fault fault) throws IOException {
        Releaser releaser = releaser(priced, 1);
        long[][] totals = new long[LAST + 1][];
        for (int step = 1; step <= LAST; step++) {
            releaser = fault.before(step, releaser);
            List<Outcome> outcomes = new ArrayList<>();
            releaser.close(step * Plans.HOUR, outcomes);
            totals[step] =
                    outcomes.stream().mapToLong(outcome -> outcome.values()[0]).toArray();
        }
        return totals;
    }

    private static byte[] state(Releaser releaser) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        releaser.view().cells().write(new DataOutputStream(bytes));
        return bytes.toByteArray();
    }

    private static Fault restart(PricedTotals priced) {
        return (step, releaser) -> step == RESTART ? restored(priced, state(releaser)) : releaser;
    }

    private static Releaser restored(PricedTotals priced, byte[] state) throws IOException {
        Releaser next = releaser(priced, 2);
        DataInput in = new DataInputStream(new ByteArrayInputStream(state));
        next.readCells(in);
        return next;
    }

    /** Returns the largest distance of a sample covariance from the declared one, in standard deviations. */
    private static double farthest(PricedTotals priced, long[][] totals) {
        double farthest = 0;
        for (int lag : LAGS) {
            int earlier = LAST - lag;
            double declared = covariance(priced, earlier, LAST);
            double product = covariance(priced, earlier, earlier) * covariance(priced, LAST, LAST);
            double error = Math.sqrt((product + declared * declared) / SERIES);
            double sample = 0;
            for (int i = 0; i < SERIES; i++) {
                sample += (double) totals[earlier][i] * totals[LAST][i] / SERIES;
            }
            farthest = Math.max(farthest, Math.abs(sample - declared) / error);
        }
        return farthest;
    }

    private static double covariance(PricedTotals priced, int step, int later) {
        if (step == later) {
            double stddev = priced.stddevs(step)[0];
            return stddev * stddev;
        }
        BltNoise noise = (BltNoise) priced.series().noise(0);
        if (!(priced.query().window() instanceof SlidingWindow sliding)) {
            return noise.covariance(step, later);
        }
        int panes = sliding.panes();
        return total(noise, step, later)
                - total(noise, step, later - panes)
                - total(noise, step - panes, later)
                + total(noise, step - panes, later - panes);
    }

    /** Returns the covariance of two totals, where totals before the first step are 0. */
    private static double total(BltNoise noise, int step, int other) {
        int first = Math.min(step, other);
        int second = Math.max(step, other);
        if (first < 1) {
            return 0;
        }
        double same = noise.stddev(first);
        return first == second ? same * same - 1.0 / 12 : noise.covariance(first, second);
    }

    @Test
    void running_totals_have_the_declared_covariances_over_a_restart() throws IOException {
        PricedTotals priced = priced(RUNNING);
        assertThat(farthest(priced, released(priced, restart(priced)))).isLessThan(SIGMAS);
    }

    @Test
    void sliding_windows_have_the_declared_covariances_over_a_restart() throws IOException {
        PricedTotals priced = priced(SLIDING);
        assertThat(farthest(priced, released(priced, restart(priced)))).isLessThan(SIGMAS);
    }

    /** Tests a fault: every step is from another series, as if its noise were drawn anew. */
    @Test
    void noise_that_is_drawn_anew_at_each_step_fails_these_tests() throws IOException {
        PricedTotals priced = priced(RUNNING);
        long[][] totals = released(priced, restart(priced));
        long[][] anew = totals.clone();
        for (int step = 1; step <= LAST; step++) {
            anew[step] = totals[step].clone();
            int shift = step;
            Arrays.setAll(anew[step], i -> totals[shift][(i + 7 * shift) % SERIES]);
        }
        assertThat(farthest(priced, anew)).isGreaterThan(10 * SIGMAS);
    }

    /** Tests a fault: a restart loses the noise so far, and keeps the number of steps. */
    @Test
    void noise_that_is_lost_in_a_restart_fails_these_tests() throws IOException {
        PricedTotals priced = priced(RUNNING);
        Fault lost = (step, releaser) ->
                step == RESTART ? restored(priced, withoutNoise(priced, state(releaser))) : releaser;
        assertThat(farthest(priced, released(priced, lost))).isGreaterThan(10 * SIGMAS);
    }

    /** Returns the state with 0 in every word of every series except the first, which is the number of steps. */
    private static byte[] withoutNoise(PricedTotals priced, byte[] state) {
        int words = priced.series().noise(0).words();
        int first = Integer.BYTES + 2 * Long.BYTES + Integer.BYTES;
        ByteBuffer bytes = ByteBuffer.wrap(state);
        for (int word = 0; word < SERIES * words; word++) {
            if (word % words != 0) {
                bytes.putLong(first + word * Long.BYTES, 0);
            }
        }
        return bytes.array();
    }
}
