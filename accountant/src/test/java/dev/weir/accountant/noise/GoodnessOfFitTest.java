package dev.weir.accountant.noise;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.ToDoubleFunction;
import org.apache.commons.math3.distribution.ChiSquaredDistribution;
import org.apache.commons.math3.util.CombinatoricsUtils;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nothing is drawn here: the probabilities of all counts of a few draws in three cells are added up. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class GoodnessOfFitTest {

    private static final double[][] RARE = {{0.98, 0.01, 0.01}, {0.9, 0.0999, 0.0001}, {0.5, 0.3, 0.2}};
    private static final double[] LEVELS = {1e-2, 1e-4, 1e-6, 1e-9};

    /** The probability that a p-value is at most this level. */
    private static double reached(double[] cells, int draws, double level, ToDoubleFunction<long[]> pValue) {
        double sum = 0;
        for (int i = 0; i <= draws; i++) {
            for (int j = 0; j <= draws - i; j++) {
                long[] counts = {i, j, draws - i - j};
                if (pValue.applyAsDouble(counts) <= level) {
                    sum += probability(cells, counts, draws);
                }
            }
        }
        return sum;
    }

    private static double probability(double[] cells, long[] counts, int draws) {
        double log = CombinatoricsUtils.factorialLog(draws);
        for (int i = 0; i < counts.length; i++) {
            log += counts[i] * Math.log(cells[i]) - CombinatoricsUtils.factorialLog((int) counts[i]);
        }
        return Math.exp(log);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5, 30, 100})
    void a_level_is_reached_at_most_as_often_as_it_says_however_rare_cells_are(int draws) {
        for (double[] cells : RARE) {
            for (double level : LEVELS) {
                assertThat(reached(cells, draws, level, counts -> GoodnessOfFit.pValue(cells, counts)))
                        .isLessThanOrEqualTo(level);
            }
        }
    }

    /** Twin: what the test above would say of Pearson's chi-square. */
    @Test
    void the_tail_of_chi_square_is_reached_too_often_where_cells_are_rare() {
        double[] cells = RARE[0];
        ToDoubleFunction<long[]> pearson = counts -> {
            double statistic = 0;
            for (int i = 0; i < cells.length; i++) {
                statistic += Math.pow(counts[i] - 100 * cells[i], 2) / (100 * cells[i]);
            }
            return 1 - new ChiSquaredDistribution(2).cumulativeProbability(statistic);
        };
        assertThat(reached(cells, 100, 1e-6, pearson)).isGreaterThan(1e-4);
    }

    @Test
    void counts_that_are_far_off_or_impossible_have_a_small_bound() {
        double[] halves = {0.5, 0.5, 0};
        assertThat(GoodnessOfFit.pValue(halves, new long[] {500, 500, 0})).isEqualTo(1);
        assertThat(GoodnessOfFit.pValue(halves, new long[] {620, 380, 0})).isLessThan(1e-9);
        assertThat(GoodnessOfFit.pValue(halves, new long[] {500, 500, 1})).isZero();
        int[] next = {0};
        assertThat(GoodnessOfFit.pValue(halves, 1000, () -> next[0]++ % 2)).isEqualTo(1);
        assertThat(GoodnessOfFit.pValue(halves, 1000, () -> next[0]++ % 999 == 0 ? 2 : next[0] % 2))
                .isZero();
    }
}
