package dev.weir.calculator.theorem;

import dev.weir.accountant.golden.GoldenRow;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class CompositionGoldenTest {

    static Stream<GoldenRow> homogeneous() {
        return GoldenRow.ofKind("composition", "homogeneous");
    }

    static Stream<GoldenRow> corners() {
        return GoldenRow.ofKind("composition", "kov15_frontier");
    }

    static Stream<GoldenRow> samples() {
        return GoldenRow.ofKind("composition", "amplification_poisson");
    }

    static Stream<GoldenRow> groups() {
        return GoldenRow.ofKind("composition", "group_privacy");
    }

    @ParameterizedTest
    @MethodSource("homogeneous")
    void composition_of_equal_losses_agrees_with_the_reference(GoldenRow row) {
        long k = row.whole("k");
        double slack = row.number("delta_slack");
        ApproximateLoss basic = BasicComposition.of(each(row), k);
        row.checkUpperBound("basic_epsilon", basic.epsilon());
        row.checkUpperBound("basic_delta", basic.delta());
        ApproximateLoss advanced = AdvancedComposition.of(each(row), k, slack);
        row.checkUpperBound("drv10_epsilon", advanced.epsilon());
        row.checkUpperBound("drv10_delta", advanced.delta());
        row.checkUpperBound(
                "improved_epsilon",
                AdvancedComposition.improved(each(row), k, slack).epsilon());
        ApproximateLoss optimal = OptimalComposition.of(each(row), k, slack);
        row.checkUpperBound("kov15_optimal_epsilon", optimal.epsilon());
        row.checkUpperBound("kov15_total_delta", optimal.delta());
    }

    @ParameterizedTest
    @MethodSource("corners")
    void corners_of_the_optimal_region_agree_with_the_reference(GoldenRow row) {
        ApproximateLoss corner = OptimalComposition.corner(each(row), row.whole("k"), row.whole("i"));
        row.checkUpperBound("kov15_optimal_epsilon", corner.epsilon());
        row.checkUpperBound("kov15_total_delta", corner.delta());
    }

    @ParameterizedTest
    @MethodSource("samples")
    void amplification_by_sampling_agrees_with_the_reference(GoldenRow row) {
        double rate = row.number("q");
        ApproximateLoss whole = SubsamplingAmplification.poisson(each(row), rate);
        row.checkUpperBound("amplified_epsilon", whole.epsilon());
        row.checkUpperBound("amplified_delta", whole.delta());
    }

    @ParameterizedTest
    @MethodSource("groups")
    void group_privacy_agrees_with_the_reference(GoldenRow row) {
        ApproximateLoss group = GroupPrivacy.of(each(row), row.whole("k"));
        row.checkUpperBound("group_epsilon", group.epsilon());
        row.checkUpperBound("group_delta_tight", group.delta());
    }

    private static ApproximateLoss each(GoldenRow row) {
        return new ApproximateLoss(row.number("epsilon"), row.number("delta"));
    }
}
