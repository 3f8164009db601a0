package dev.weir.operators.aggregate.quantile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.weir.accountant.mechanism.AdditiveNoise;
import dev.weir.accountant.mechanism.DiscreteLaplace;
import dev.weir.accountant.mechanism.PreparedMechanism;
import dev.weir.accountant.mechanism.QueryPrice;
import dev.weir.accountant.mechanism.RoundedGaussian;
import dev.weir.accountant.noise.Randomness;
import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.privacy.Ratio;
import dev.weir.operators.aggregate.Accuracy;
import dev.weir.operators.aggregate.Estimate;
import dev.weir.operators.testing.SelectionData;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@Tag("thorough")
class SelectedQuantilesTest {

    private static final int DRAWS = 3_000;

    /** The number of errors in a mean. Their spread is about their size, so the mean is off by about a thirtieth. */
    private static final int MEAN_OF = 1_000;

    /** Reference numbers are printed to a millionth. */
    private static final double ROUNDING = 5e-7;

    private static final List<BigDecimal> THREE =
            Stream.of("0.5", "0.9", "0.99").map(BigDecimal::new).toList();
    private static final AdditiveNoise EPSILON_1 = new DiscreteLaplace(Ratio.ONE);

    private static SelectedQuantiles quantiles(int leaves, OrderStatistic... statistics) {
        ValueGrid grid = ValueGrid.evenly(BigDecimal.ZERO, BigDecimal.valueOf(leaves - 1), BigDecimal.ONE);
        return new SelectedQuantiles(BigDecimal.ONE, grid, List.of(statistics));
    }

    private static List<Estimate> exact(SelectedQuantiles quantiles, long[] totals) {
        long[] measured = new long[quantiles.measured()];
        quantiles.measure(totals, 0, measured, 0);
        return quantiles.estimate(measured, new double[measured.length], 0, null);
    }

    /** The expected quantile, found by sorting, is the smallest value x with #(values <= x) >= q n. */
    @RepeatedTest(40)
    void exact_counts_give_the_quantiles_and_extremes_of_the_values(RepetitionInfo run) {
        SplittableRandom random = new SplittableRandom(run.getCurrentRepetition());
        int leaves = 2 + random.nextInt(300);
        long[] values = new long[1 + random.nextInt(50)];
        long[] totals = new long[leaves];
        for (int i = 0; i < values.length; i++) {
            values[i] = random.nextInt(leaves);
            totals[(int) values[i]]++;
        }
        Arrays.sort(values);
        List<Estimate> extremes = exact(
                quantiles(
                        leaves,
                        OrderStatistic.median("middle"),
                        OrderStatistic.max("top"),
                        OrderStatistic.min("bottom")),
                totals);
        assertThat(value(extremes.get(0))).isEqualTo(quantile(values, 0.5));
        assertThat(value(extremes.get(1))).isEqualTo(BigDecimal.valueOf(values[values.length - 1]));
        assertThat(value(extremes.get(2))).isEqualTo(BigDecimal.valueOf(values[0]));
        List<?> some = (List<?>)
                Objects.requireNonNull(exact(quantiles(leaves, OrderStatistic.quantiles("some", THREE)), totals)
                        .get(0)
                        .fields()
                        .get("quantiles"));
        for (int i = 0; i < THREE.size(); i++) {
            assertThat(((Map<?, ?>) some.get(i)).get("value"))
                    .isEqualTo(quantile(values, THREE.get(i).doubleValue()));
        }
    }

    private static BigDecimal value(Estimate estimate) {
        return (BigDecimal) Objects.requireNonNull(estimate.fields().get("value"));
    }

    private static BigDecimal quantile(long[] sorted, double q) {
        return BigDecimal.valueOf(sorted[(int) Math.ceil(q * sorted.length - 1e-9) - 1]);
    }

    @Test
    void exact_quantiles_of_nothing_are_absent() {
        SelectedQuantiles quantiles = quantiles(9, OrderStatistic.median("middle"), OrderStatistic.max("top"));
        assertThat(exact(quantiles, new long[9]))
                .allSatisfy(estimate -> assertThat(estimate.fields()).containsEntry("value", null));
    }

    /**
     * Tests all leaves with counts of at most 5, all records, and quantiles in eighths: no record moves two scores further
     * apart than the span, and some records move them that far.
     */
    @Test
    void spans_are_the_largest_changes_of_scores() {
        OrderStatistic statistic = OrderStatistic.median("any");
        for (int eighths = 1; eighths < 8; eighths++) {
            RankScore score = new RankScore(statistic, BigDecimal.valueOf(125L * eighths, 3));
            long span = 2L * Math.max(eighths, 8 - eighths) * score.parts() / 8;
            assertThat(widest(score)).isEqualTo(span);
            assertThat(score.span()).isEqualTo(Ratio.of(2L * Math.max(eighths, 8 - eighths), 8));
        }
        assertThat(widest(new RankScore(OrderStatistic.max("top"), BigDecimal.ONE)))
                .isEqualTo(2);
        assertThat(widest(new RankScore(OrderStatistic.min("low"), BigDecimal.ZERO)))
                .isEqualTo(2);
    }

    private static long widest(RankScore score) {
        long widest = 0;
        for (int cell = 0; cell < 4 * 4 * 4 * 4 * 4; cell++) {
            long[] counts = new long[5];
            for (int i = 0, rest = cell; i < counts.length; i++, rest /= 4) {
                counts[i] = rest % 4;
            }
            long[] before = score.of(counts, 0, 5, 2);
            for (int leaf = 0; leaf < counts.length; leaf++) {
                counts[leaf]++;
                long[] after = score.of(counts, 0, 5, 2);
                counts[leaf]--;
                long least = Long.MAX_VALUE;
                long most = Long.MIN_VALUE;
                for (int i = 0; i < after.length; i++) {
                    least = Math.min(least, after[i] - before[i]);
                    most = Math.max(most, after[i] - before[i]);
                }
                widest = Math.max(widest, most - least);
            }
        }
        return widest;
    }

    /**
     * Means of 1000 draws must be within three half widths of the reference and 10 %; its rows were simulated with 400 to
     * 2000 draws.
     */
    @Tag("statistical")
    @Test
    void errors_of_ranks_are_those_of_the_reference() {
        BigDecimal million = new BigDecimal("1e-6");
        Ratio mu = Ratio.of(QueryPrice.afford(new Budget.Approximate(BigDecimal.ONE, Delta.atMost(million)))
                .value());
        AdditiveNoise gaussian = new RoundedGaussian(Ratio.of(1, 2).dividedBy(mu));
        selected().forEach(row -> {
            SelectedQuantiles quantiles = row.text("quantiles").equals("median")
                    ? quantiles(1024, OrderStatistic.median("q"))
                    : quantiles(1024, OrderStatistic.quantiles("q", THREE));
            AdditiveNoise noise = row.text("method").startsWith("eps") ? EPSILON_1 : gaussian;
            double error = meanError(quantiles, noise, SelectionData.leaves(row));
            double expected = row.number("mean_rank_error");
            assertThat(error)
                    .as("%s", row)
                    .isCloseTo(
                            expected,
                            within(3 * (row.number("ci95_halfwidth") + ROUNDING) + 0.1 * expected + ROUNDING));
        });
    }

    private static Stream<SelectionData.Row> selected() {
        return SelectionData.rows("quantile_errors.csv")
                .filter(row -> row.text("method").endsWith("split"));
    }

    private static double meanError(SelectedQuantiles quantiles, AdditiveNoise noise, long[] counts) {
        List<BigDecimal> at = quantiles.statistics().get(0).at();
        PreparedMechanism draws = quantiles.prepare(noise);
        Randomness randomness = new SplittableRandom(31)::nextLong;
        long records = Arrays.stream(counts).sum();
        long[] leaf = new long[quantiles.measured()];
        double error = 0;
        for (int draw = 0; draw < MEAN_OF; draw++) {
            draws.release(counts, 0, leaf, 0, randomness);
            for (int i = 0; i < leaf.length; i++) {
                long upTo = Arrays.stream(counts, 0, (int) leaf[i] + 1).sum();
                double rank = at.get(i).doubleValue() * records;
                error += Math.max(0, Math.max(upTo - counts[(int) leaf[i]] - rank, rank - upTo));
            }
        }
        return error / MEAN_OF / leaf.length / records;
    }

    /**
     * In 3000 draws, the rank is within its stated error in at least 95 % of them. Fewer than 92.9 % occur by chance in one
     * of a million runs.
     */
    @Tag("statistical")
    @Test
    void ranks_keep_to_the_stated_error_and_extremes_to_values_that_there_are() {
        long[] counts = new long[1024];
        Arrays.fill(counts, 300, 700, 1);
        SelectedQuantiles extremes = quantiles(
                1024, OrderStatistic.median("middle"), OrderStatistic.max("top"), OrderStatistic.min("bottom"));
        PreparedMechanism draws = extremes.prepare(EPSILON_1);
        double error = rankError(extremes.accuracy(EPSILON_1).get(0));
        long[] leaf = new long[3];
        Randomness randomness = new SplittableRandom(32)::nextLong;
        int[] within = new int[3];
        for (int draw = 0; draw < DRAWS; draw++) {
            draws.release(counts, 0, leaf, 0, randomness);
            within[0] += Math.abs(leaf[0] + 0.5 - 500) <= error + 1 ? 1 : 0;
            within[1] += leaf[1] <= 700 && leaf[1] >= 700 - 2 * 100 ? 1 : 0;
            within[2] += leaf[2] >= 299 && leaf[2] <= 300 + 2 * 100 ? 1 : 0;
        }
        assertThat(within)
                .satisfies(counted ->
                        assertThat(Arrays.stream(counted).min().orElseThrow()).isGreaterThan((int) (0.929 * DRAWS)));
    }

    private static double rankError(Accuracy accuracy) {
        Map<?, ?> errors = (Map<?, ?>) Objects.requireNonNull(accuracy.more().get("rank_error95"));
        return (double) Objects.requireNonNull(errors.get("0.5"));
    }

    @Test
    void prices_are_split_evenly_and_a_median_is_priced_by_its_own_span() {
        double alone = rankError(
                quantiles(1024, OrderStatistic.median("m")).accuracy(EPSILON_1).get(0));
        assertThat(alone).isCloseTo(-Math.log(-Math.expm1(Math.log(0.95) / 1023)), within(1e-9));
        List<Accuracy> both = quantiles(
                        1024, OrderStatistic.median("m"), OrderStatistic.quantiles("q", List.of(new BigDecimal("0.9"))))
                .accuracy(EPSILON_1);
        assertThat(rankError(both.get(0))).isCloseTo(2 * alone, within(1e-9));
        assertThat(both.get(1).error95()).isCloseTo(2 * 1.8 * alone, within(1e-9));
        assertThat(both.get(1).sensitivity()).isEqualByComparingTo("1.8");
        assertThat(both.get(0).more()).containsEntry("mechanism", "permute-and-flip");
    }

    @Test
    void released_rows_name_values_and_errors() {
        SelectedQuantiles quantiles =
                quantiles(11, OrderStatistic.quantiles("some", THREE.subList(0, 2)), OrderStatistic.max("top"));
        List<Estimate> estimates = quantiles.estimate(new long[] {4, 9, 10}, new double[3], 0, EPSILON_1);
        assertThat(estimates.get(0).fields()).containsOnlyKeys("quantiles", "rank_error95");
        assertThat(estimates.get(0).fields().get("quantiles"))
                .asString()
                .isEqualTo("[{q=0.5, value=4}, {q=0.9, value=9}]");
        assertThat(estimates.get(1).fields())
                .containsOnlyKeys("value", "ignores")
                .containsEntry("value", BigDecimal.TEN);
    }

    @Test
    void more_than_three_and_quantiles_of_many_decimals_are_refused() {
        List<BigDecimal> four =
                Stream.of("0.1", "0.2", "0.3", "0.4").map(BigDecimal::new).toList();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> quantiles(9, OrderStatistic.quantiles("q", four)))
                .withMessageContaining("method must be tree");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> quantiles(9, OrderStatistic.quantiles("q", List.of(new BigDecimal("0.1234567")))))
                .withMessageContaining("6 decimals");
    }
}
