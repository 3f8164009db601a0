package dev.weir.calculator.theorem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.weir.accountant.golden.GoldenRow;
import java.math.BigDecimal;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class TheoremTest {

    static Stream<GoldenRow> far() {
        return GoldenRow.read("kov15_mpmath");
    }

    @Test
    void a_thousandth_five_hundred_times_costs_less_than_a_tenth_but_not_by_the_lectures_formula() {
        ApproximateLoss each = ApproximateLoss.pure(0.001);
        assertThat(BasicComposition.of(each, 500).epsilon()).isCloseTo(0.5, within(1e-12));
        assertThat(AdvancedComposition.of(each, 500, 1e-6).epsilon()).isBetween(0.11803, 0.11804);
        assertThat(AdvancedComposition.improved(each, 500, 1e-6).epsilon()).isBetween(0.11778, 0.11779);
        assertThat(OptimalComposition.of(each, 500, 1e-6).epsilon()).isBetween(0.07978, 0.07979);
    }

    @ParameterizedTest
    @MethodSource("far")
    void optimal_composition_is_exact_far_from_the_usual_parameters(GoldenRow row) {
        ApproximateLoss each = ApproximateLoss.pure(row.number("epsilon"));
        double slack = row.number("delta_slack");
        ApproximateLoss all = OptimalComposition.of(each, row.whole("k"), slack);
        row.checkUpperBound("kov15_optimal_epsilon", all.epsilon());
    }

    @RepeatedTest(200)
    void no_theorem_beats_the_optimal_one(RepetitionInfo run) {
        SplittableRandom random = new SplittableRandom(run.getCurrentRepetition());
        ApproximateLoss each = new ApproximateLoss(
                StrictMath.exp(random.nextDouble(-9, 1)), StrictMath.exp(-random.nextDouble(15, 50)));
        int k = random.nextInt(1, 3000);
        double slack = StrictMath.exp(-random.nextDouble(2, 60));
        ApproximateLoss optimal = OptimalComposition.of(each, k, slack);
        assertThat(optimal.epsilon())
                .isLessThanOrEqualTo(BasicComposition.of(each, k).epsilon() * (1 + 1e-12))
                .isLessThanOrEqualTo(
                        AdvancedComposition.improved(each, k, slack).epsilon());
        assertThat(AdvancedComposition.improved(each, k, slack).epsilon())
                .isLessThanOrEqualTo(AdvancedComposition.of(each, k, slack).epsilon());
    }

    @RepeatedTest(200)
    void basic_composition_is_never_below_the_exact_sum(RepetitionInfo run) {
        SplittableRandom random = new SplittableRandom(run.getCurrentRepetition());
        ApproximateLoss each = new ApproximateLoss(random.nextDouble(), random.nextDouble() * 1e-3);
        int k = random.nextInt(1, 300);
        ApproximateLoss product = BasicComposition.of(each, k);
        BigDecimal exact = new BigDecimal(each.epsilon()).multiply(BigDecimal.valueOf(k));
        assertThat(new BigDecimal(product.epsilon())).isGreaterThanOrEqualTo(exact);
        assertThat(product.epsilon()).isLessThanOrEqualTo(Math.nextUp(exact.doubleValue()));
    }

    @Test
    void no_divergence_is_too_small_to_be_seen() {
        assertThat(OptimalComposition.of(ApproximateLoss.pure(0.3), 10_000_000, 1e-300)
                        .epsilon())
                .isBetween(450_000.0, 500_000.0);
    }

    @Test
    void one_mechanism_composed_once_is_itself() {
        ApproximateLoss each = new ApproximateLoss(0.3, 1e-9);
        assertThat(BasicComposition.of(each, 1)).isEqualTo(each);
        assertThat(GroupPrivacy.of(each, 1).delta()).isCloseTo(1e-9, within(1e-22));
        assertThat(SubsamplingAmplification.poisson(each, 1)).isEqualTo(each);
        assertThat(OptimalComposition.of(each, 1, 0).epsilon()).isCloseTo(0.3, within(1e-13));
    }

    @Test
    void a_group_pays_like_its_members_one_after_the_other() {
        ApproximateLoss each = new ApproximateLoss(0.7, 1e-8);
        double delta = 0;
        for (int i = 0; i < 6; i++) {
            delta = 1e-8 + StrictMath.exp(0.7) * delta;
        }
        assertThat(GroupPrivacy.of(each, 6).delta()).isCloseTo(delta, within(1e-12 * delta));
        assertThat(GroupPrivacy.of(new ApproximateLoss(0, 1e-8), 6).delta()).isCloseTo(6e-8, within(1e-20));
        assertThat(GroupPrivacy.of(new ApproximateLoss(300, 1e-8), 60).delta()).isEqualTo(1);
    }

    @Test
    void a_sample_of_an_enormous_loss_is_still_bounded() {
        double q = 1e-300;
        assertThat(SubsamplingAmplification.poisson(ApproximateLoss.pure(700.5), q)
                        .epsilon())
                .isCloseTo(StrictMath.log1p(StrictMath.exp(700.5 + StrictMath.log(q))), within(1e-9));
        assertThat(SubsamplingAmplification.poisson(ApproximateLoss.pure(1e6), 0.5)
                        .epsilon())
                .isBetween(1e6 - StrictMath.log(2), 1e6 - StrictMath.log(2) + 1e-5);
        assertThat(SubsamplingAmplification.poisson(ApproximateLoss.pure(700), 0.5)
                        .epsilon())
                .isBetween(700 - StrictMath.log(2), 700 - StrictMath.log(2) + 1e-8);
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, -1, -1e-300})
    void a_loss_that_is_no_loss_is_refused(double wrong) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ApproximateLoss(wrong, 0))
                .withMessage("epsilon must be >= 0, was " + wrong);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ApproximateLoss(1, wrong))
                .withMessage("delta must be between 0 and 1, was " + wrong);
    }

    @Test
    void parameters_out_of_range_are_refused() {
        ApproximateLoss each = new ApproximateLoss(1, 1e-6);
        assertRefused(() -> BasicComposition.of(each, 0), "count must be between 1 and 2147483647, was 0");
        assertThat(BasicComposition.of(each, Integer.MAX_VALUE).epsilon()).isEqualTo(Integer.MAX_VALUE);
        assertRefused(
                () -> BasicComposition.of(each, 1L << 31), "count must be between 1 and 2147483647, was 2147483648");
        assertRefused(() -> AdvancedComposition.of(each, 5, 1), "slack must be above 0 and below 1, was 1.0");
        assertRefused(() -> AdvancedComposition.of(each, 5, 0), "slack must be above 0 and below 1, was 0.0");
        assertRefused(() -> OptimalComposition.of(each, 5, 1), "slack must be >= 0 and below 1, was 1.0");
        assertRefused(() -> OptimalComposition.corner(each, 5, 3), "i must be between 0 and count / 2 = 2, was 3");
        assertRefused(
                () -> SubsamplingAmplification.poisson(each, Double.NaN),
                "rate must be above 0 and at most 1, was NaN");
        assertRefused(
                () -> GroupPrivacy.of(ApproximateLoss.pure(Double.POSITIVE_INFINITY), 2),
                "epsilon must be finite, was Infinity");
        assertRefused(() -> GroupPrivacy.of(new ApproximateLoss(1, 1), 2), "delta must be below 1, was 1.0");
    }

    private static void assertRefused(Runnable call, String message) {
        assertThatIllegalArgumentException().isThrownBy(call::run).withMessage(message);
    }
}
