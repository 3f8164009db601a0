package dev.weir.calculator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Asks every golden row about blocks through the command line. Whole numbers and fractions must agree exactly. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class AggregatesGoldenTest {

    private static final Pattern NAME = Pattern.compile("\\S+");
    private static final double EXACT = 1e-12;
    private static final double CLOSE = 1e-9;

    @ParameterizedTest
    @CsvSource(textBlock = """
            moments, moments, R_steps, noise_std_steps std_count std_sum std_mean std_variance std_stddev
            ratio, ratio, c_steps, noise_std_steps std_denominator std_numerator std_ratio
            histogram, histogram, error95_per_bin error95_all_bins, std_per_bin
            vector, vector, c_steps_or_c_squared, std_per_coordinate rms_l2_error
            tree_choice, tree, k levels roots padded_leaves, node_std_price_1 rank_error95_q50 rank_error95_q90 rank_error95_q99
            tree_std, tree-error, , node_std std_of_prefix_count std_of_rank
            """)
    void errors_before_the_run_are_those_of_the_reference(
            String file, String form, @Nullable String whole, String numbers) {
        for (CalcBatch.Row row : CalcBatch.aggregates(file).ask(form)) {
            assertThat(row.answer().get("error")).as("%s", row).isEmpty();
            for (String column : columns("scale_or_sigma_squared " + whole, row)) {
                check(row, column);
            }
            boolean isLaplace = "laplace".equals(row.golden().get("law")) && !file.startsWith("tree");
            for (String column : columns(numbers, row)) {
                check(row, column, isLaplace ? EXACT : CLOSE);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "count",
        "sum",
        "mean",
        "variance",
        "stddev",
        "std_of_mean",
        "std_of_variance",
        "mean_interval_low",
        "mean_interval_high"
    })
    void noisy_coordinates_say_what_the_reference_makes_of_them(String column) {
        CalcBatch.aggregates("moment_vectors").ask("estimate").forEach(row -> check(row, column, CLOSE));
    }

    @Test
    void the_noise_of_second_moments_is_that_of_the_reference() {
        for (CalcBatch.Row row : CalcBatch.learning("second_moments").ask("learn", "--kind", "moments")) {
            check(row, "cells");
            columns(
                            "rho_per_record sensitivity_frobenius sigma_off_diagonal sigma_diagonal"
                                    + " sigma_iid_upper_triangle ridge_default",
                            row)
                    .forEach(column -> check(row, column, CLOSE));
        }
    }

    /** Returns those of the named columns that the file has. */
    private static List<String> columns(String names, CalcBatch.Row row) {
        return NAME.matcher(names)
                .results()
                .map(MatchResult::group)
                .filter(row.golden()::containsKey)
                .toList();
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            selection_price, mu_exponential half_mu_squared_exponential rho_exponential mu_permute_and_flip half_mu_squared_permute_and_flip
            selection_range_for_price, mu largest_range_exponential largest_epsilon_permute_and_flip
            """)
    void prices_of_draws_are_those_of_the_reference(String file, String columns) {
        for (CalcBatch.Row row : CalcBatch.aggregates(file).ask("choose-price")) {
            columns(columns, row).forEach(column -> check(row, column, EXACT));
        }
    }

    @ParameterizedTest
    @CsvSource({"selection, expected_score_loss", "choice, expected_loss"})
    void candidates_are_as_likely_as_the_reference_says(String file, String loss) {
        for (CalcBatch.Row row : CalcBatch.aggregates(file).ask("select-among")) {
            checkList(row, "probabilities", 1e-14);
            assertThat(row.answered("expected_score_loss")).as("%s", row).isCloseTo(row.expected(loss), within(1e-12));
        }
    }

    @Test
    void learnt_clamps_are_as_likely_as_the_reference_says() {
        for (CalcBatch.Row row : CalcBatch.aggregates("clamp_selection").ask("learnt-clamp")) {
            checkList(row, "probabilities_of_exponents", EXACT);
        }
    }

    @Test
    void noisy_trees_say_what_the_reference_makes_of_them() {
        for (CalcBatch.Row row : CalcBatch.aggregates("tree_vectors").ask("tree-solve")) {
            check(row, "leaf_index");
            check(row, "interval_low_index");
            check(row, "interval_high_index");
            check(row, "total", CLOSE);
            checkList(row, "leaf_estimates", CLOSE);
            checkList(row, "monotone_counts", CLOSE);
        }
    }

    private static void checkList(CalcBatch.Row row, String column, double absolute) {
        String[] expected = row.golden().getOrDefault(column, "").split(" ");
        String[] answered = row.answer().getOrDefault(column, "").split(" ");
        assertThat(answered).hasSameSizeAs(expected);
        for (int i = 0; i < expected.length; i++) {
            assertThat(Double.parseDouble(answered[i]))
                    .as("%s of %s", column, row)
                    .isCloseTo(Double.parseDouble(expected[i]), within(absolute));
        }
    }

    private static void check(CalcBatch.Row row, String column) {
        assertThat(row.answer().get(column))
                .as("%s of %s", column, row)
                .isEqualTo(row.golden().get(column));
    }

    /** Checks a column, which must be empty if the reference leaves it empty. */
    private static void check(CalcBatch.Row row, String column, double relative) {
        if (!row.has(column)) {
            assertThat(row.answer().get(column)).as("%s of %s", column, row).isEmpty();
            return;
        }
        double expected = row.expected(column);
        assertThat(row.answered(column))
                .as("%s of %s", column, row)
                .isCloseTo(expected, within(relative * Math.abs(expected)));
    }
}
