package dev.weir.accountant.continual.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.continual.ContinualGolden;
import dev.weir.accountant.continual.ContinualGolden.Row;
import dev.weir.accountant.continual.blt.PrefixDesign;
import dev.weir.accountant.continual.blt.SquareRootToeplitz;
import dev.weir.accountant.continual.blt.WindowDesign;
import dev.weir.accountant.continual.plan.SeriesAccuracy.Plan;
import dev.weir.accountant.continual.tree.BinaryTree;
import dev.weir.accountant.continual.tree.KaryTree;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class SeriesAccuracyGoldenTest {

    private static final String[] CLOSED_FORMS = {
        "binary_tree", "binary_tree_honaker", "naive_increment", "naive_rerelease", "sqrt_toeplitz", "opt_toeplitz_max"
    };
    private static final double EXACT = 1e-9;

    static Stream<Row> gaussian() {
        return ContinualGolden.rows("continual_error", CLOSED_FORMS);
    }

    static Stream<Row> repeated() {
        return ContinualGolden.rows("continual_sensitivity", CLOSED_FORMS);
    }

    static Stream<Row> laplace() {
        return ContinualGolden.rows(
                "continual_error_laplace",
                "binary_tree",
                "binary_tree_honaker",
                "naive_increment",
                "naive_rerelease",
                "kary_subtract",
                "kary_subtract_best");
    }

    static Stream<Row> yardsticks() {
        return ContinualGolden.rows("continual_unbounded", "known_horizon_sqrt", "generous_horizon_sqrt");
    }

    static Stream<Row> prefixWindows() {
        return ContinualGolden.rows("continual_window", "blt_prefix_inf_sens");
    }

    private static SeriesAccuracy accuracy(Row row, Plan plan) {
        return switch (row.text("mechanism")) {
            case "binary_tree" -> SeriesAccuracy.binaryTree(plan, false);
            case "binary_tree_honaker" -> SeriesAccuracy.binaryTree(plan, true);
            case "naive_increment" -> SeriesAccuracy.increment(plan);
            case "naive_rerelease" -> SeriesAccuracy.recompute(plan);
            default -> SeriesAccuracy.squareRoot(plan);
        };
    }

    private static SeriesAccuracy laplaceAccuracy(Row row, Plan plan) {
        return switch (row.text("mechanism")) {
            case "binary_tree" -> SeriesAccuracy.laplace(BinaryTree.of(plan.steps(), false), plan);
            case "binary_tree_honaker" -> SeriesAccuracy.laplace(BinaryTree.of(plan.steps(), true), plan);
            case "naive_increment" -> SeriesAccuracy.laplaceIncrement(plan);
            case "naive_rerelease" -> SeriesAccuracy.laplaceRecompute(plan);
            default -> SeriesAccuracy.laplace(tree(row), plan);
        };
    }

    private static KaryTree tree(Row row) {
        return new KaryTree((int) row.parameter("k"), (int) row.parameter("levels"));
    }

    @ParameterizedTest
    @MethodSource("gaussian")
    void errors_of_closed_forms_agree_with_the_reference(Row row) {
        SeriesAccuracy accuracy = accuracy(row, Plan.once(row.whole("n")));
        row.check("max_std", accuracy.largest(), EXACT);
        row.check("rms_std", accuracy.rootMeanSquare(), EXACT);
    }

    @ParameterizedTest
    @MethodSource("repeated")
    void sensitivities_to_separated_contributions_agree_with_the_reference(Row row) {
        SeriesAccuracy accuracy = accuracy(row, new Plan(row.whole("n"), row.whole("k"), row.whole("b")));
        row.check("l2_sens", accuracy.sensitivity(), EXACT);
        row.check("max_std", accuracy.largest(), EXACT);
        row.check("rms_std", accuracy.rootMeanSquare(), EXACT);
    }

    @ParameterizedTest
    @MethodSource("laplace")
    void errors_under_laplace_noise_agree_with_the_reference(Row row) {
        Plan plan = Plan.once(row.whole("n"));
        SeriesAccuracy accuracy = laplaceAccuracy(row, plan);
        row.check("max_std", accuracy.largest(), EXACT);
        row.check("rms_std", accuracy.rootMeanSquare(), EXACT);
        if (row.text("mechanism").equals("kary_subtract_best")) {
            // the reference tried only some bases, KaryTree tries all odd ones
            KaryTree best = KaryTree.of(plan.steps());
            assertThat(SeriesAccuracy.laplace(best, plan).rootMeanSquare())
                    .isLessThanOrEqualTo(row.number("rms_std") * (1 + EXACT));
        }
    }

    @ParameterizedTest
    @MethodSource("yardsticks")
    void the_yardstick_agrees_with_the_reference(Row row) {
        long t = row.whole("t");
        long n = row.text("params").equals("n=t") ? t : row.parameter("N");
        row.check("std_at_t", Math.sqrt(SquareRootToeplitz.sum(n) * SquareRootToeplitz.sum(t)), EXACT);
    }

    @ParameterizedTest
    @MethodSource("prefixWindows")
    void windows_of_series_tuned_for_totals_agree_with_the_reference(Row row) {
        PrefixDesign design = PrefixDesign.of(row.parameter("N"));
        double stddev = new WindowDesign(row.whole("w")).error(design.optimize((int) row.parameter("d")));
        row.check("std", stddev, 1e-4);
    }
}
