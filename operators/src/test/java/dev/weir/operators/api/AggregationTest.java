package dev.weir.operators.api;

import static dev.weir.operators.api.Clamp.clamp;
import static dev.weir.operators.api.Clamp.clampPerUnit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.weir.accountant.mechanism.Norm;
import dev.weir.operators.aggregate.Count;
import dev.weir.operators.aggregate.DistinctUnits;
import dev.weir.operators.aggregate.Scalar.PostProcessing;
import dev.weir.operators.aggregate.Sum;
import dev.weir.operators.aggregate.clamp.LearntClamp;
import dev.weir.operators.aggregate.clamp.LearntTotal;
import dev.weir.operators.aggregate.histogram.Histogram;
import dev.weir.operators.aggregate.moment.Mean;
import dev.weir.operators.aggregate.moment.RatioOfSums;
import dev.weir.operators.aggregate.moment.SumRatio;
import dev.weir.operators.aggregate.moment.Variance;
import dev.weir.operators.aggregate.quantile.OrderStatistic;
import dev.weir.operators.aggregate.quantile.Quantiles;
import dev.weir.operators.aggregate.quantile.SelectedQuantiles;
import dev.weir.operators.aggregate.quantile.ValueGrid;
import dev.weir.operators.aggregate.regression.Feature;
import dev.weir.operators.aggregate.regression.RecordVector;
import dev.weir.operators.aggregate.regression.Regression;
import dev.weir.operators.aggregate.regression.SecondMoments;
import dev.weir.operators.aggregate.top.Candidates;
import dev.weir.operators.aggregate.top.Choice;
import dev.weir.operators.aggregate.top.TextHistogram;
import dev.weir.operators.aggregate.top.TopCounts;
import dev.weir.operators.aggregate.top.TopSelection;
import dev.weir.operators.aggregate.vector.LengthBound;
import dev.weir.operators.aggregate.vector.LengthBound.Length;
import dev.weir.operators.aggregate.vector.VectorSum;
import dev.weir.operators.counters.Rejection;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class AggregationTest {

    private static final BigDecimal ONE = BigDecimal.ONE;
    private static final BigDecimal HALF = new BigDecimal("0.5");

    private record Trip(long minutes, double kilometres) {}

    @Test
    void post_processing_is_added_and_nothing_else_changes() {
        Aggregation<Long> sum = Aggregation.<Long>sum(
                        "spent", spent -> spent, Clamp.clamp(0, 9).onGrid(ONE))
                .nonNegative()
                .weighing(3)
                .monotone();
        assertThat(sum.aggregate())
                .isEqualTo(new Sum(
                        "spent",
                        BigDecimal.valueOf(3),
                        BigDecimal.ONE,
                        new Sum.Range(0, 9),
                        null,
                        new PostProcessing(true, true)));
        assertThat(sum.fields()).hasSize(1);
        assertThat(Aggregation.count("visits").monotone().aggregate())
                .isEqualTo(new Count("visits", BigDecimal.ONE, new PostProcessing(true, false)));
        assertThat(Aggregation.count("visits").aggregate()).isEqualTo(new Count("visits", BigDecimal.ONE));
    }

    @Test
    void every_aggregation_is_the_aggregate_of_a_pipeline_file() {
        Clamp clamp = clamp(0, 10).onGrid(HALF);
        Sum.Range range = new Sum.Range(0, 20);
        assertThat(Aggregation.<Trip>mean("m", Trip::minutes, clamp).aggregate())
                .isEqualTo(new Mean("m", ONE, HALF, range));
        assertThat(Aggregation.<Trip>variance("v", Trip::minutes, clamp).aggregate())
                .isEqualTo(new Variance("v", ONE, HALF, range));
        assertThat(Aggregation.<Trip>distinctUnits("u").aggregate()).isEqualTo(new DistinctUnits("u", ONE));
        assertThat(Aggregation.<Trip>histogram("h", Trip::minutes, List.of(ONE)).aggregate())
                .isEqualTo(new Histogram("h", ONE, List.of(ONE), null));
    }

    @Test
    void aggregations_of_several_fields_read_them_in_their_order() {
        Aggregation<Trip> ratio = Aggregation.ratio(
                "r",
                new Aggregation.Summand<>(Trip::kilometres, clamp(0, 5).onGrid(ONE)),
                new Aggregation.Summand<>(Trip::minutes, clamp(0, 20).onGrid(ONE)));
        assertThat(ratio.aggregate())
                .isEqualTo(new SumRatio("r", ONE, new RatioOfSums.Term(ONE, 5), new RatioOfSums.Term(ONE, 20)));
        assertThat(ratio.fields().get(0).number().of(new Trip(3, 1.5))).isEqualTo(1.5);
        LengthBound bound = new LengthBound(Length.L1, ONE);
        Aggregation<Trip> vector =
                Aggregation.vector("c", List.<Field<Trip, Number>>of(Trip::minutes, Trip::kilometres), bound, HALF);
        assertThat(vector.aggregate()).isEqualTo(new VectorSum("c", ONE, HALF, 2, bound));
        assertThat(vector.fields()).hasSize(2);
    }

    /** On a grid of 1 a value of 0.22 would become 0, and the interval of its mean would not contain the true mean. */
    @Test
    void a_narrow_clamp_has_a_grid_that_was_chosen() {
        for (Clamp narrow : List.of(
                clamp(0, 1),
                clampPerUnit(0, 99),
                clamp(0, 1000).andPerUnit(0, 5),
                Clamp.learnt(new BigDecimal("0.5")))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Aggregation.<Trip>sum("s", Trip::kilometres, narrow))
                    .withMessageMatching(
                            "grid must be given where a clamp is fewer than 100 steps of 1 wide, was none.*"
                                    + "add .onGrid\\(new BigDecimal\\(\"0[.]0*1\"\\)\\), or .onGrid\\(BigDecimal.ONE\\) for whole"
                                    + " numbers");
            assertThat(Aggregation.<Trip>sum("s", Trip::kilometres, narrow.onGrid(ONE)))
                    .isNotNull();
        }
        assertThatIllegalArgumentException().isThrownBy(() -> Aggregation.<Trip>mean("m", Trip::minutes, clamp(0, 1)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Aggregation.<Trip>variance("v", Trip::minutes, clamp(0, 1)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Aggregation.ratio(
                        "r",
                        new Aggregation.Summand<>(Trip::kilometres, clamp(0, 500)),
                        new Aggregation.Summand<>(Trip::minutes, clamp(0, 20))));
        assertThat(Aggregation.<Trip>sum("s", Trip::minutes, clamp(0, 100)).aggregate())
                .isEqualTo(new Sum("s", ONE, ONE, new Sum.Range(0, 100), null));
    }

    @Test
    void bounds_are_whole_steps_of_their_grid() {
        BigDecimal grid = new BigDecimal("0.3");
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        Aggregation.<Trip>sum("s", Trip::minutes, clamp(0, 100).onGrid(grid)))
                .withMessage("clamp must be whole steps of the grid of 0.3, the nearest are [0, 99.9], was [0, 100]");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ValueGrid.evenly(BigDecimal.ZERO, BigDecimal.valueOf(100), grid))
                .withMessageStartingWith("range must be whole steps");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Aggregation.vector(
                        "v",
                        List.<Field<Trip, Number>>of(Trip::minutes),
                        new LengthBound(Length.LINF, BigDecimal.TEN),
                        grid))
                .withMessageStartingWith("linf must be whole steps");
    }

    @Test
    void quantiles_share_one_tree() {
        ValueGrid values = ValueGrid.evenly(BigDecimal.ZERO, BigDecimal.TEN, HALF);
        Aggregation<Trip> tree = Aggregation.quantiles(
                Trip::minutes, values, OrderStatistic.median("middle"), OrderStatistic.max("longest"));
        assertThat(tree.aggregate())
                .isEqualTo(Quantiles.of(
                        ONE, values, List.of(OrderStatistic.median("middle"), OrderStatistic.max("longest"))));
        assertThat(tree.aggregate().names()).containsExactly("middle", "longest");
        assertThat(tree.weighing(3).aggregate().preparedFor(Norm.L1).weight()).isEqualTo(BigDecimal.valueOf(3));
    }

    @Test
    void blocks_do_not_clamp_what_a_unit_adds() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Aggregation.<Trip>mean("m", Trip::minutes, clampPerUnit(0, 10)))
                .withMessageStartingWith("clamp must bound the value of each record, and no unit's total");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Aggregation.<Trip>variance(
                        "v", Trip::minutes, clamp(0, 9).andPerUnit(0, 5)));
    }

    @Test
    void selections_are_the_aggregates_of_a_pipeline_file() {
        ValueGrid grid = ValueGrid.evenly(BigDecimal.ZERO, BigDecimal.TEN, ONE);
        assertThat(Aggregation.<Trip>selectedQuantiles(
                                Trip::minutes, grid, OrderStatistic.median("m"), OrderStatistic.max("x"))
                        .aggregate())
                .isEqualTo(
                        new SelectedQuantiles(ONE, grid, List.of(OrderStatistic.median("m"), OrderStatistic.max("x"))));
        Candidates pages = new Candidates(List.of("a", "b"), 1);
        assertThat(Aggregation.<String>top("t", page -> page, pages, 2).aggregate())
                .isEqualTo(new TopCounts("t", ONE, pages, 2));
        assertThat(Aggregation.<String>selectedTop("t", page -> page, pages, 1).aggregate())
                .isEqualTo(new TopSelection("t", ONE, pages, 1));
        Candidates all = new Candidates(List.of("a", "b"), Candidates.UNLIMITED);
        assertThat(Aggregation.<String>histogramOfTexts("t", page -> page, List.of("a", "b"))
                        .aggregate())
                .isEqualTo(new TextHistogram("t", ONE, all));
        assertThat(Aggregation.<String>choose("t", page -> page, pages).aggregate())
                .isEqualTo(new Choice("t", ONE, pages));
    }

    @Test
    void a_text_is_read_as_the_number_of_its_candidate() {
        Aggregation<String> top = Aggregation.top(
                "t",
                text -> {
                    if (text.isEmpty()) {
                        throw new IllegalStateException("no text");
                    }
                    return text.equals("null") ? null : text;
                },
                new Candidates(List.of("a", "b"), Candidates.UNLIMITED),
                1);
        assertThat(List.of("b", "a", "c", "null", ""))
                .map(text -> top.fields().get(0).number().of(text))
                .isEqualTo(Arrays.asList(1, 0, -1, null, null));
        assertThat(top.fields().get(0).missing()).isEqualTo(Rejection.SCHEMA);
    }

    @Test
    void features_are_read_in_their_order_and_the_label_last() {
        Features<Trip> features = Features.<Trip>ofConstant()
                .number("km", Trip::kilometres, 0, 50)
                .text("long", trip -> trip.minutes() > 60 ? "yes" : "no", "yes")
                .within(BigDecimal.TEN)
                .explaining("minutes", Trip::minutes, 0, 90);
        RecordVector vector = new RecordVector(
                List.of(
                        Feature.CONSTANT,
                        new Feature.Ranged("km", BigDecimal.ZERO, BigDecimal.valueOf(50)),
                        new Feature.Named("long", "yes")),
                BigDecimal.TEN,
                new Feature.Ranged("minutes", BigDecimal.ZERO, BigDecimal.valueOf(90)));
        assertThat(features.regression("r").aggregate()).isEqualTo(new Regression("r", ONE, vector));
        Aggregation<Trip> moments = features.secondMoments("m");
        assertThat(moments.aggregate()).isEqualTo(new SecondMoments("m", ONE, vector));
        assertThat(moments.fields())
                .extracting(field -> (Object) field.number().of(new Trip(70, 1.5)))
                .containsExactly(1.5, 0, 70L);
        assertThatIllegalStateException()
                .isThrownBy(() -> features.number("more", Trip::minutes, 0, 1))
                .withMessageContaining("before what they explain");
        assertThatIllegalStateException()
                .isThrownBy(() -> features.explaining("more", Trip::minutes, 0, 1))
                .withMessageContaining("explain one label");
    }

    @Test
    void features_without_a_constant_are_those_that_are_named() {
        Features<Trip> features = Features.<Trip>none().number("km", Trip::kilometres, 0, 50);
        RecordVector vector = new RecordVector(
                List.of(new Feature.Ranged("km", BigDecimal.ZERO, BigDecimal.valueOf(50))),
                RecordVector.usualRadius(1),
                null);
        assertThat(features.secondMoments("m").aggregate()).isEqualTo(new SecondMoments("m", ONE, vector));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Features.<Trip>none().secondMoments("m"))
                .withMessageContaining("1 to 32");
    }

    @Test
    void a_clamp_can_be_learnt_for_sums_and_means_alone() {
        Clamp learnt = Clamp.learnt(BigDecimal.valueOf(100)).onGrid(HALF);
        LearntClamp expected = new LearntClamp(new BigDecimal("0.25"), HALF, 8, false);
        assertThat(Aggregation.<Trip>sum("s", Trip::minutes, learnt).aggregate())
                .isEqualTo(new LearntTotal("s", ONE, expected, LearntTotal.Kind.SUM));
        assertThat(Aggregation.<Trip>mean("m", Trip::minutes, learnt).aggregate())
                .isEqualTo(new LearntTotal("m", ONE, expected, LearntTotal.Kind.MEAN));
        assertThatIllegalArgumentException().isThrownBy(() -> Aggregation.<Trip>variance("v", Trip::minutes, learnt));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Aggregation.<Trip>sum("s", Trip::minutes, learnt.andPerUnit(0, 9)));
    }
}
