package dev.weir.operators.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.aggregate.Accuracy;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.DistinctUnits;
import dev.weir.operators.aggregate.Sum;
import dev.weir.operators.aggregate.clamp.LearntClamp;
import dev.weir.operators.aggregate.clamp.LearntTotal;
import dev.weir.operators.aggregate.moment.Mean;
import dev.weir.operators.aggregate.moment.Variance;
import dev.weir.operators.aggregate.quantile.OrderStatistic;
import dev.weir.operators.aggregate.quantile.Quantiles;
import dev.weir.operators.aggregate.quantile.ValueGrid;
import dev.weir.operators.aggregate.regression.Feature;
import dev.weir.operators.aggregate.regression.RecordVector;
import dev.weir.operators.aggregate.regression.SecondMoments;
import dev.weir.operators.aggregate.top.Candidates;
import dev.weir.operators.aggregate.top.TopCounts;
import dev.weir.operators.aggregate.top.TopSelection;
import dev.weir.operators.encoding.TaggedFields;
import dev.weir.operators.keys.DeclaredKeys;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import dev.weir.operators.testing.Totals;
import dev.weir.operators.time.RunningWindow;
import dev.weir.operators.time.SlidingWindow;
import dev.weir.operators.time.Window;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class BlockQueriesTest {

    private static final Mean MEAN = new Mean("m", BigDecimal.ONE, BigDecimal.ONE, new Sum.Range(0, 100));
    private static final DistinctUnits UNITS = new DistinctUnits("u", BigDecimal.ONE);
    private static final Window SLIDING = SlidingWindow.of(Duration.ofHours(3), Duration.ofHours(1));
    private static final Window RUNNING = RunningWindow.of(Duration.ofHours(1), 24);

    private static Query query(Window window, Aggregate aggregate) {
        return new Query(
                "q",
                1,
                "all",
                new DeclaredKeys(List.of("a")),
                window,
                Bounds.NONE,
                List.of(aggregate),
                new Spend(null, 1),
                null);
    }

    private static Quantiles median(int leaves) {
        ValueGrid values = ValueGrid.evenly(BigDecimal.ONE, BigDecimal.valueOf(leaves), BigDecimal.ONE);
        return Quantiles.of(BigDecimal.ONE, values, List.of(OrderStatistic.median("middle" + leaves)));
    }

    @Test
    void blocks_whose_records_add_the_same_whatever_came_before_are_released_where_totals_run_or_windows_slide() {
        Candidates once = new Candidates(List.of("a", "b"), 1);
        Candidates any = new Candidates(List.of("a", "b"), Candidates.UNLIMITED);
        LearntClamp clamp = new LearntClamp(LearntClamp.USUAL_SHARE, BigDecimal.ONE, 3, false);
        for (Window window : List.of(SLIDING, RUNNING)) {
            for (Aggregate block : List.of(MEAN, median(10), new TopCounts("t", BigDecimal.ONE, any, 1))) {
                assertThat(query(window, block).aggregates()).containsExactly(block);
            }
            for (Aggregate block : List.of(
                    new LearntTotal("t", BigDecimal.ONE, clamp, LearntTotal.Kind.SUM),
                    new TopCounts("t", BigDecimal.ONE, once, 1))) {
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> query(window, block))
                        .withMessageStartingWith(
                                "release must hold neither learnt clamps nor limited votes where totals run");
            }
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> query(window, new TopSelection("t", BigDecimal.ONE, any, 1)))
                    .withMessageStartingWith("release must not hold what is selected where totals run");
        }
    }

    @Test
    void a_block_whose_series_do_not_fit_into_memory_names_what_to_change() {
        String[] keys = IntStream.range(0, 1_000).mapToObj(i -> "k" + i).toArray(String[]::new);
        Totals wide = Totals.sliding("wide", 10).keys(keys).with(median(65_000));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Totals.plan(PrivacyUnit.USER, Plans.PURE, wide.keys(Arrays.copyOf(keys, 200))))
                .withMessageStartingWith("release must keep at most 1024 MB of the series of a value: 200 keys times")
                .withMessageContaining("numbers of middle65000 times 104 bytes take");
        assertThat(Totals.plan(PrivacyUnit.USER, Plans.PURE, wide.keys("a", "b"))
                        .queries())
                .hasSize(1);
    }

    @Test
    void a_block_whose_noise_is_out_of_range_is_refused_when_it_is_priced() {
        Totals query = Totals.running("q", 24)
                .contributions(1 << 20)
                .with(new Variance("v", BigDecimal.ONE, BigDecimal.ONE, new Sum.Range(0, 1 << 16)));
        for (Budget budget : List.of(Plans.PURE, Plans.GAUSSIAN)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Totals.plan(PrivacyUnit.USER, budget, query))
                    .withMessageContaining("2^40 grid steps");
        }
    }

    /** Totals are longs: noise that exceeds them would not be the noise that is stated. */
    @Test
    void a_total_whose_noise_leaves_no_room_in_a_long_is_refused_when_it_is_priced() {
        Totals query = Totals.running("q", 24).with(Queries.clamped(0, 1L << 40));
        assertThat(Totals.plan(PrivacyUnit.USER, Plans.GAUSSIAN, query).queries())
                .hasSize(1);
        for (Totals wide : List.of(query, Totals.sliding("q", 24).with(Queries.clamped(0, 1L << 40)))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Totals.plan(PrivacyUnit.USER, Plans.GAUSSIAN, wide.contributions(1 << 30)))
                    .withMessageContaining("2^60 grid steps")
                    .withMessageContaining("of sum: use a coarser grid");
        }
    }

    /** For a mean of a series, the deviation of its numbers at a step is that of a count's noise times the width of the clamp. */
    @Test
    void a_block_of_a_series_has_the_noise_that_a_number_of_its_length_has() {
        for (Budget budget : List.of(Plans.PURE, Plans.GAUSSIAN)) {
            for (Totals windows : List.of(Totals.running("q", 24), Totals.sliding("q", 5))) {
                PricedTotals count =
                        Totals.priced(Totals.plan(PrivacyUnit.USER, budget, windows.with(Queries.clamped(0, 100))), 0);
                PricedTotals mean = Totals.priced(Totals.plan(PrivacyUnit.USER, budget, windows.with(MEAN)), 0);
                double one = count.stddevs(24)[0];
                assertThat(mean.stddevs(24)).containsExactly(mean.stddevs(24)[0], mean.stddevs(24)[0]);
                assertThat(mean.stddevs(24)[0]).isBetween(one, 1.002 * one);
                Accuracy accuracy = mean.accuracies().get(0);
                assertThat(accuracy.more()).containsEntry("mechanism", mean.mechanism());
                assertThat(accuracy.stddev()).isCloseTo(mean.stddevs(mean.plannedSteps())[0], withinPercentage(1e-9));
                assertThat(accuracy.scale()).isCloseTo(count.accuracies().get(0).scale(), withinPercentage(0.2));
                assertThat(mean.laws(24).get(0).stddev())
                        .isCloseTo(mean.stddevs(24)[0], withinPercentage(budget == Plans.GAUSSIAN ? 1e-9 : 0.2));
            }
        }
    }

    @Test
    void the_products_of_a_series_differ_in_noise_by_their_factors() {
        RecordVector records =
                new RecordVector(List.of(Feature.CONSTANT, new Feature.Named("is", "a")), BigDecimal.ONE, null);
        Totals query = Totals.running("q", 24).with(new SecondMoments("m", BigDecimal.ONE, records));
        double[] stddevs = Totals.priced(Totals.plan(PrivacyUnit.USER, Plans.GAUSSIAN, query), 0)
                .stddevs(7);
        assertThat(stddevs).hasSize(3);
        assertThat(stddevs[1]).isCloseTo(stddevs[0] / Math.sqrt(2), withinPercentage(1e-6));
        assertThat(stddevs[2]).isEqualTo(stddevs[0]);
    }

    /** The gate's words of a mean of 0 to 100 are lengths in units of 2^-24 grid steps. A mean has two numbers. */
    @Test
    void the_units_of_lengths_are_a_part_of_what_a_query_of_blocks_remembers_of_itself_and_of_no_other() {
        assertThat(identityAfterNoise(Plans.GAUSSIAN, MEAN)).isEqualTo(units(24, 2));
        assertThat(identityAfterNoise(Plans.PURE, MEAN)).isEqualTo(units(0, 2));
        assertThat(identityAfterNoise(Plans.GAUSSIAN, Queries.clamped(0, 100))).isEmpty();
        assertThat(identityAfterNoise(Plans.PURE, Queries.clamped(0, 100))).isEmpty();
    }

    private static byte[] units(int bits, int spread) {
        return new TaggedFields()
                .put(4, new TaggedFields().put(1, bits).put(2, spread))
                .bytes();
    }

    /**
     * Returns the bytes after the fields 1 to 3: tag, length and bytes of the last step, of the gate's words and of the
     * noise.
     */
    private static byte[] identityAfterNoise(Budget budget, Aggregate aggregate) {
        Totals query = Totals.running("q", 24).with(aggregate);
        byte[] identity = Totals.priced(Totals.plan(PrivacyUnit.USER, budget, query), 0)
                .identity()
                .bytes();
        ByteBuffer fields = ByteBuffer.wrap(identity);
        for (int tag = 1; tag <= 3; tag++) {
            assertThat(fields.getInt()).isEqualTo(tag);
            int length = fields.getInt();
            fields.position(fields.position() + length);
        }
        return Arrays.copyOfRange(identity, fields.position(), identity.length);
    }

    @Test
    void units_are_counted_in_running_totals_and_not_in_sliding_windows() {
        assertThat(query(RUNNING, UNITS).aggregates()).containsExactly(UNITS);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> query(SLIDING, UNITS))
                .withMessageStartingWith("release must not hold distinct-units where windows slide");
    }

    @Test
    void a_query_keeps_at_most_65536_numbers_of_a_cell() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Queries.hourly("q")
                        .with(median(65_000))
                        .with(median(1_000))
                        .query())
                .withMessageContaining("must keep at most 65536 numbers of a cell, were 66000");
    }

    @Test
    void a_query_whose_cells_of_all_keys_do_not_fit_into_memory_names_what_to_change() {
        String[] keys = IntStream.range(0, 1_000).mapToObj(i -> "k" + i).toArray(String[]::new);
        Queries query = Queries.hourly("wide").keys(keys);
        assertThat(query.with(median(33_000)).query().aggregates()).hasSize(1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> query.with(median(34_000)).query())
                .withMessageStartingWith(
                        "release must keep at most 1024 MB of two windows: 1000 keys times 34000 numbers of a"
                                + " cell times 16 bytes take 519 MB for each window of query wide. Declare fewer keys");
    }

    /** At a price of 1e-12, noise of one step is in range for the whole price, but not for three quarters of it. */
    @Test
    void a_learnt_clamp_none_of_whose_noise_is_in_range_is_refused_when_it_is_priced() {
        LearntClamp clamp = new LearntClamp(LearntClamp.USUAL_SHARE, BigDecimal.ONE, 3, false);
        LearntTotal total = new LearntTotal("t", BigDecimal.ONE, clamp, LearntTotal.Kind.SUM);
        Queries query = Queries.hourly("q").with(total);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Plans.of(PrivacyUnit.USER, Plans.PURE, query.share("0.000000000001")))
                .withMessageContaining("2^40");
        assertThat(Plans.of(PrivacyUnit.USER, Plans.PURE, query.share("0.000000000002"))
                        .queries())
                .hasSize(1);
    }

    @Test
    void the_shape_of_a_tree_is_a_part_of_what_a_query_remembers_of_itself() {
        assertThat(median(1000).preparedFor(Norm.L1).identity().bytes())
                .isNotEqualTo(
                        median(1000).preparedFor(Norm.SQUARED_L2).identity().bytes());
    }

    /** A full-size record costs the price once. The second one in its cell costs the same again, or three times as much. */
    @Test
    void a_release_costs_a_key_what_its_unit_may_have_spent() {
        Queries query = Queries.hourly("q").with(MEAN).contributions(9).recordsPerCell(2);
        assertThat(cost(Plans.of(PrivacyUnit.USER, Plans.PURE, query))).isEqualTo("0.222222222222223");
        assertThat(cost(Plans.of(PrivacyUnit.USER, Plans.GAUSSIAN, query))).isEqualTo("0.222222222222223");
        Queries units = Queries.hourly("q").with(UNITS).contributions(9).recordsPerCell(2);
        assertThat(cost(Plans.of(PrivacyUnit.USER, Plans.PURE, units))).isEqualTo("0.111111111111112");
    }

    private static String cost(Plan plan) {
        return plan.queries().get(0).releaseCost().value().toPlainString();
    }

    @Test
    void a_tree_takes_the_shape_that_goes_with_its_noise() {
        for (Norm norm : Norm.values()) {
            Plan plan = Plans.of(
                    PrivacyUnit.USER,
                    norm == Norm.L1 ? Plans.PURE : Plans.GAUSSIAN,
                    Queries.hourly("q").with(median(1024)));
            PricedQuery priced = plan.queries().get(0);
            assertThat(priced.query().layout().measured()).isEqualTo(norm == Norm.L1 ? 9 + 99 + 1089 : 4 * 341);
            Accuracy accuracy = priced.accuracies().get(0);
            assertThat(accuracy.more()).containsKeys("rank_error95", "leaves", "count");
            assertThat(accuracy.error95()).isBetween(norm == Norm.L1 ? 21.6 : 7.9, norm == Norm.L1 ? 21.7 : 8.0);
        }
    }
}
