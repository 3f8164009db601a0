package dev.weir.calculator;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Asks every golden row that the calculator can answer through the command line. The rule of the files: a bound is not below
 * the exact value by more than 1e-9 of it, and at most a thousandth above it for delta at least 1e-9; formulas agree to 1e-9.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Tag("thorough")
class CalcGoldenTest {

    private static final double TIGHT = 1e-3;
    /** The additional tolerance for deltas below 1e-9. */
    private static final double ROUND_OFF = 1e-14;

    @Test
    void certified_epsilons_are_never_below_the_truth_and_tight() {
        for (CalcBatch.Row row : CalcBatch.golden("pld_epsilon").ask("epsilon")) {
            if (row.has("epsilon_exact")) {
                row.checkBound("epsilon_certified", "epsilon_exact", TIGHT);
                row.checkBound("epsilon_estimate", "epsilon_exact", TIGHT);
            } else {
                assertThat(row.answered("epsilon_certified"))
                        .as("%s", row)
                        .isBetween(
                                row.expected("epsilon_pld_optimistic"),
                                row.expected("epsilon_pld_pessimistic") * (1 + TIGHT));
            }
            assertThat(row.answered("epsilon_rdp")).isGreaterThan(row.answered("epsilon_certified") * (1 - 1e-9));
        }
    }

    @Test
    void certified_deltas_are_never_below_the_truth_and_tight() {
        for (CalcBatch.Row row : CalcBatch.golden("delta_curves").ask("delta")) {
            if (row.has("delta_exact")) {
                double exact = row.expected("delta_exact");
                double above = exact >= 1e-9 ? exact * TIGHT : exact * TIGHT + ROUND_OFF;
                assertThat(row.answered("delta_certified")).as("%s", row).isBetween(exact * (1 - 1e-9), exact + above);
            } else {
                assertThat(row.answered("delta_certified"))
                        .as("%s", row)
                        .isBetween(
                                row.expected("delta_pld_optimistic"),
                                row.expected("delta_pld_pessimistic") * (1 + TIGHT));
            }
        }
    }

    @Test
    void divergences_are_those_of_forty_digits() {
        CalcBatch.golden("rdp_orders")
                .renamed("mechanism", "recipe")
                .ask("rdp")
                .forEach(row -> row.checkFormula("rdp", "rdp_exact"));
    }

    @Test
    void divergences_at_an_order_convert_by_the_formulas() {
        CalcBatch rows = CalcBatch.golden("conversions").ofKind("rdp_at_order");
        for (String value : new String[] {"rdp", "input"}) {
            rows.renamed(value, "value").ask("convert", "--from", "rdp").forEach(row -> {
                row.checkFormula("epsilon", "epsilon_cks2020");
                row.checkFormula("epsilon_simple", "epsilon_mironov2017");
                assertThat(row.answered("delta")).isEqualTo(row.expected("delta"));
            });
        }
    }

    @Test
    void recipes_convert_at_the_best_order() {
        CalcBatch.golden("conversions")
                .ofKind("rdp_optimised_over_order")
                .renamed("input", "value", "order", "order_found")
                .ask("convert", "--from", "rdp")
                .forEach(row -> {
                    row.checkFormula("epsilon", "epsilon_cks2020");
                    row.checkFormula("epsilon_simple", "epsilon_mironov2017");
                });
    }

    @Test
    void zero_concentrated_amounts_convert_both_ways() {
        CalcBatch golden = CalcBatch.golden("conversions").renamed("rho", "value");
        golden.ofKind("zcdp").ask("convert", "--from", "zcdp").forEach(row -> {
            row.checkBound("epsilon", "epsilon_cks2020", 1e-9);
            row.checkBound("epsilon_simple", "epsilon_bs2016_simple", 1e-9);
        });
        golden.ofKind("zcdp_delta").ask("convert", "--from", "zcdp").forEach(row -> {
            row.checkBound("delta", "delta_cks2020", 1e-9);
            row.checkBound("delta_simple", "delta_bs2016_simple", 1e-9);
        });
    }

    @Test
    void budgets_are_worth_the_largest_rho() {
        CalcBatch.golden("calibration")
                .ofKind("zcdp_budget")
                .renamed("value", "rho_max")
                .ask("budget")
                .forEach(row -> {
                    row.checkFormula("rho", "rho_max");
                    assertThat(row.answered("rho")).isLessThanOrEqualTo(row.expected("rho_max") * (1 + 1e-15));
                    double mu = row.answered("mu");
                    assertThat(mu * mu / 2)
                            .isBetween(
                                    row.expected("rho_exact_if_gaussian") * (1 - 1e-9),
                                    row.expected("rho_exact_if_gaussian") * (1 + 1e-15));
                });
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            gaussian_single, gaussian, l2_sensitivity, 1e-9
            gaussian_kfold, gaussian, l2_sensitivity, 1e-9
            laplace_single, laplace, l1_sensitivity, 1e-9
            laplace_kfold, laplace, l1_sensitivity, 1e-3
            discrete_gaussian_single, discrete-gaussian, l2_sensitivity, 1e-9
            subsampled_gaussian_kfold, subsampled-gaussian, l2_sensitivity, 1e-3
            """)
    void noise_is_the_smallest_that_is_enough(String kind, String mechanism, String sensitivity, double above) {
        CalcBatch.golden("calibration")
                .ofKind(kind)
                .renamed(sensitivity, "sensitivity", "composition_count", "compositions", "sampling_prob", "rate")
                .ask("noise", "--mechanism", mechanism)
                .forEach(row -> row.checkBound("scale", "value", above));
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            homogeneous, basic, basic_epsilon, basic_delta
            homogeneous, drv10, drv10_epsilon, drv10_delta
            homogeneous, improved, improved_epsilon, drv10_delta
            homogeneous, kov15, kov15_optimal_epsilon, kov15_total_delta
            kov15_frontier, kov15, kov15_optimal_epsilon, kov15_total_delta
            amplification_poisson, subsample, amplified_epsilon, amplified_delta
            group_privacy, group, group_epsilon, group_delta_tight
            """)
    void theorems_say_what_the_reference_says(String kind, String rule, String epsilon, String delta) {
        CalcBatch.golden("composition")
                .ofKind(kind)
                .renamed("k", "count", "q", "rate", "delta_slack", "slack")
                .ask("compose", "--rule", rule)
                .forEach(row -> {
                    row.checkBound("epsilon_total", epsilon, 1e-9);
                    row.checkBound("delta_total", delta, 1e-9);
                });
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            laplace, laplace_threshold, laplace_keep_prob
            gaussian, gaussian_threshold, gaussian_keep_prob
            truncated-geometric, truncgeom_hard_threshold, truncgeom_keep_prob
            """)
    void keys_are_selected_as_the_reference_says(String strategy, String threshold, String keep) {
        CalcBatch.golden("partition_selection")
                .ask("select", "--strategy", strategy)
                .forEach(row -> {
                    if (row.has(threshold)) {
                        row.checkBound("threshold", threshold, 1e-9);
                    }
                    row.checkFormula("keep_probability", keep);
                });
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            pate, gnmax, gnmax
            pate, confident_gnmax_expected, confident_gnmax
            pate, paper_row_data_independent, confident-gnmax
            pate, paper_row_lnmax_data_independent, lnmax
            pate_mpmath, gnmax, gnmax
            pate_mpmath, lnmax, lnmax
            pate_mpmath, interactive, interactive-gnmax
            """)
    void votes_cost_what_the_reference_says(String file, String kind, String mechanism) {
        for (CalcBatch.Row row : CalcBatch.golden(file).ofKind(kind).ask("vote", "--mechanism", mechanism)) {
            row.answer().keySet().stream()
                    .filter(column -> row.golden().containsKey(column) && row.has(column))
                    .forEach(column -> checkVote(row, column));
        }
    }

    private static void checkVote(CalcBatch.Row row, String column) {
        if (column.equals("data_dependent_bound_used")) {
            assertThat(row.answer().get(column))
                    .as("%s", row)
                    .isEqualTo(row.golden().get(column));
        } else {
            row.checkFormula(column, column);
        }
    }

    @Test
    void plausible_deniability_agrees_with_the_reference() {
        CalcBatch golden = CalcBatch.golden("pate").renamed("pd_k", "k", "pd_gamma", "gamma", "pd_eps0", "epsilon0");
        golden.ofKind("plausible_deniability")
                .renamed("pd_t", "t")
                .ask("deniability")
                .forEach(row -> {
                    row.checkBound("epsilon", "epsilon", 1e-9);
                    row.checkBound("delta", "delta", 1e-9);
                });
        golden.ofKind("plausible_deniability_best_t_for_delta_1e-6")
                .renamed("delta", "delta_of_t")
                .ask("deniability", "--delta", "1e-6")
                .forEach(CalcGoldenTest::checkBest);
    }

    private static void checkBest(CalcBatch.Row row) {
        if (row.has("pd_t")) {
            row.checkFormula("t_best", "pd_t");
            row.checkBound("epsilon", "epsilon", 1e-9);
            row.checkBound("delta", "delta_of_t", 1e-9);
        } else {
            assertThat(row.answer().get("error")).startsWith("delta must be at least");
        }
    }
}
