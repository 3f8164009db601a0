package dev.weir.calculator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every golden row about local reports, through the command line: whole numbers to the letter, formulas to 1e-9. */
@Tag("thorough")
@DisplayNameGeneration(ReplaceUnderscores.class)
class LocalGoldenTest {

    private static void check(CalcBatch.Row row, String whole, String formulas) {
        assertThat(row.answer().get("error")).as("%s", row).isEmpty();
        for (String column : whole.isEmpty() ? List.<String>of() : List.of(whole.split(" ", -1))) {
            assertThat(row.answer().get(column))
                    .as("%s of %s", column, row)
                    .isEqualTo(row.golden().get(column));
        }
        for (String column : List.of(formulas.split(" ", -1))) {
            row.checkFormula(column, column);
        }
    }

    @Test
    void counts_are_as_accurate_as_the_reference_says() {
        for (CalcBatch.Row row : CalcBatch.learning("local_frequency").ask("local")) {
            check(
                    row,
                    "odds size",
                    "p q epsilon_realised bits variance_of_count stddev_of_count mse_total_per_report"
                            + " largest_influence_of_a_report");
        }
    }

    @Test
    void means_are_as_accurate_as_the_reference_says() {
        for (CalcBatch.Row row : CalcBatch.learning("local_mean").ask("local-mean")) {
            check(
                    row,
                    "odds best_levels_1_to_64 best_width",
                    "slope offset variance worst_variance worst_laplace worst_one_bit worst_piecewise worst_hybrid"
                            + " best_worst_variance");
        }
    }

    @Test
    void remembered_reports_cost_what_the_reference_says() {
        for (CalcBatch.Row row : CalcBatch.learning("local_longitudinal").ask("local")) {
            check(
                    row,
                    "",
                    "epsilon_permanent epsilon_first_report p1 q1 p2 q2 p_total q_total variance_of_count_n1_f0"
                            + " epsilon_all_values");
        }
    }

    /**
     * Never below by more than 1e-7 of itself, at most a thousandth above. The reference's figure for randomized response is no
     * bound for more than two options ({@code ShuffleAmplificationTest}); what is proved is up to 0.0021 above it where reports
     * are few.
     */
    @Test
    void shuffled_reports_tell_what_the_reference_says() {
        for (CalcBatch.Row row : CalcBatch.learning("shuffle").ask("shuffle")) {
            checkBound(row, "epsilon_clone", 1e-6);
            checkBound(row, "epsilon_krr", row.expected("n") > 1000 ? 1e-3 : 2.1e-3);
            row.checkFormula("epsilon_closed_form", "epsilon_closed_form");
            row.check("delta_clone_at_probe", "delta_clone_at_probe", 1e-6);
        }
    }

    private static void checkBound(CalcBatch.Row row, String column, double above) {
        assertThat(row.answered(column))
                .as("%s of %s", column, row)
                .isBetween(row.expected(column) * (1 - 1e-7), row.expected(column) * (1 + above));
    }
}
