package dev.weir.accountant.continual;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.accountant.continual.tree.BinaryTree;
import dev.weir.accountant.continual.tree.KaryTree;
import dev.weir.accountant.mechanism.DiscreteLaplace;
import dev.weir.accountant.noise.Randomness;
import dev.weir.accountant.noise.SeededRandomness;
import dev.weir.accountant.privacy.Ratio;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests the joint distribution of the noise of simulated series. A covariance over many series is compared with the expected
 * one and may be off by six standard errors. A correct covariance exceeds this once in 5e8 times, so all comparisons of this
 * class together fail by chance less than once in ten million runs.
 */
@Tag("statistical")
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@Tag("thorough")
class SeriesLawTest {

    private static final int SERIES = 100_000;
    private static final int TREES = 20_000;
    private static final double STANDARD_ERRORS = 6;
    private static final int EARLY = 20;
    private static final int[] LAGS = {0, 1, 10, 100};
    private static final int LOST_AFTER = 25;

    private static final BltNoise NOISE = new BltNoise(Simulation.DAY, 1, 288, Ratio.of(100, 1));

    /** A fault that is applied to the state after a step. */
    private interface Fault {
        void after(int step, long[] state);
    }

    /** Returns the totals of every series at the early step and at the lags after it. */
    private static double[][] simulate(Fault fault) {
        PreparedSeries series = NOISE.prepare();
        Randomness randomness = new SeededRandomness(11);
        double[][] totals = new double[SERIES][LAGS.length];
        long[] state = new long[NOISE.words()];
        for (double[] seen : totals) {
            NOISE.init(state, 0);
            int next = 0;
            for (int t = 1; next < LAGS.length; t++) {
                long total = series.next(state, 0, 0, randomness);
                fault.after(t, state);
                if (t == EARLY + LAGS[next]) {
                    seen[next++] = total;
                }
            }
        }
        return totals;
    }

    /**
     * Returns by how many standard errors the covariance at a lag is off. The late total is taken from the series
     * {@code shift} positions further on.
     */
    private static double off(double[][] totals, int lag, int shift) {
        double sum = 0;
        for (int i = 0; i < SERIES; i++) {
            sum += totals[i][0] * totals[(i + shift) % SERIES][lag];
        }
        int late = EARLY + LAGS[lag];
        double early = NOISE.stddev(EARLY) * NOISE.stddev(EARLY);
        double expected = lag == 0 ? early : NOISE.covariance(EARLY, late);
        double spread = early * NOISE.stddev(late) * NOISE.stddev(late) + expected * expected;
        return Math.abs(sum / SERIES - expected) / Math.sqrt(spread / SERIES);
    }

    @Test
    void covariances_of_a_hundred_thousand_series_are_the_stated_ones() {
        double[][] totals = simulate((step, state) -> {});
        for (int lag = 0; lag < LAGS.length; lag++) {
            assertThat(off(totals, lag, 0)).as("lag %d", LAGS[lag]).isLessThan(STANDARD_ERRORS);
        }
        for (int lag = 1; lag < LAGS.length; lag++) {
            assertThat(off(totals, lag, 1)).as("redrawn, lag %d", LAGS[lag]).isGreaterThan(STANDARD_ERRORS);
        }
    }

    /** Simulates a restore that loses one of the slower sums of the decoder and restores everything else. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void a_series_that_lost_a_buffer_is_found_out(int buffer) {
        int word = 1 + Simulation.DAY.buffers() + buffer;
        double[][] totals = simulate((step, state) -> {
            if (step == LOST_AFTER) {
                state[word] = 0;
            }
        });
        double worst = 0;
        for (int lag = 1; lag < LAGS.length; lag++) {
            worst = Math.max(worst, off(totals, lag, 0));
        }
        assertThat(worst).isGreaterThan(STANDARD_ERRORS);
    }

    /** Returns the nodes that a total of the k-ary tree adds (1) and subtracts (-1), by level and index. */
    private static Map<List<Long>, Integer> nodes(KaryTree tree, long step) {
        Map<List<Long>, Integer> nodes = new HashMap<>();
        long position = 0;
        for (int level = tree.levels() - 1; level >= 0; level--) {
            long width = (long) Math.pow(tree.base(), level);
            long digit = tree.digit(step, level);
            for (long i = 0; i < Math.abs(digit); i++) {
                long index = position / width + (digit > 0 ? i : -1 - i);
                nodes.put(List.of((long) level, index), digit > 0 ? 1 : -1);
            }
            position += digit * width;
        }
        return nodes;
    }

    /** Tests B C = A: the added and subtracted nodes cover each step up to t once and no later step, also beyond the capacity. */
    @Test
    void the_nodes_of_a_total_cover_its_steps_once() {
        for (KaryTree tree : List.of(new KaryTree(3, 5), new KaryTree(5, 3), new KaryTree(7, 3), new KaryTree(9, 1))) {
            for (long step = 1; step <= tree.capacity() + 40; step++) {
                int[] covered = new int[(int) (3 * tree.capacity() + 200)];
                nodes(tree, step).forEach((node, sign) -> {
                    long width = (long) Math.pow(tree.base(), node.get(0));
                    for (long i = node.get(1) * width; i < (node.get(1) + 1) * width; i++) {
                        covered[(int) i] += sign;
                    }
                });
                for (int i = 0; i < covered.length; i++) {
                    assertThat(covered[i]).isEqualTo(i < step ? 1 : 0);
                }
            }
        }
    }

    /** Tests every pair of steps with a common node of the 5-ary tree with 3 levels, and some pairs without one. */
    @Test
    void covariances_of_the_k_ary_tree_are_those_of_the_nodes_that_totals_share() {
        KaryTree tree = new KaryTree(5, 3);
        KaryTreeNoise noise = new KaryTreeNoise(tree, new DiscreteLaplace(Ratio.of(10, 1)), 80);
        double[][] totals = totals(noise, 80);
        for (int s = 1; s <= 80; s += 4) {
            for (int t = s; t <= 80; t += 7) {
                Map<List<Long>, Integer> late = nodes(tree, t);
                int shared = nodes(tree, s).entrySet().stream()
                        .mapToInt(node -> node.getValue() * late.getOrDefault(node.getKey(), 0))
                        .sum();
                double variance = noise.noise().stddev() * noise.noise().stddev();
                check(totals, s, t, shared * variance);
            }
            assertThat(noise.stddev(s))
                    .isCloseTo(noise.noise().stddev() * Math.sqrt((double) tree.nodes(s)), within(1e-12));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void variances_of_binary_trees_are_the_stated_ones(boolean honaker) {
        BinaryTreeNoise noise = new BinaryTreeNoise(BinaryTree.of(31, honaker), new DiscreteLaplace(Ratio.of(10, 1)));
        double[][] totals = totals(noise, 31);
        for (int t = 1; t <= 31; t++) {
            check(totals, t, t, noise.stddev(t) * noise.stddev(t));
        }
    }

    private static double[][] totals(CorrelatedNoise noise, int steps) {
        Randomness randomness = new SeededRandomness(12);
        List<double[]> totals = new ArrayList<>();
        PreparedSeries series = noise.prepare();
        long[] state = new long[noise.words()];
        for (int i = 0; i < TREES; i++) {
            noise.init(state, 0);
            double[] seen = new double[steps + 1];
            for (int t = 1; t <= steps; t++) {
                seen[t] = series.next(state, 0, 0, randomness);
            }
            totals.add(seen);
        }
        return totals.toArray(double[][]::new);
    }

    /** The standard error is estimated from the products themselves, so it holds for any distribution. */
    private static void check(double[][] totals, int s, int t, double expected) {
        double sum = 0;
        double squares = 0;
        for (double[] seen : totals) {
            sum += seen[s] * seen[t];
            squares += seen[s] * seen[t] * seen[s] * seen[t];
        }
        double mean = sum / totals.length;
        double error = Math.sqrt((squares / totals.length - mean * mean) / totals.length);
        // the rounding of totals contributes up to 1/12
        assertThat(mean).as("steps %d and %d", s, t).isCloseTo(expected, within(STANDARD_ERRORS * error + 1.0 / 12));
    }
}
