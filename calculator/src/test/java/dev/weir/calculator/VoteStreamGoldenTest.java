package dev.weir.calculator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Every golden row about streams of votes, through the command line and without a word about what is asked for. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class VoteStreamGoldenTest {

    private static List<CalcBatch.Row> ask(String file) {
        return CalcBatch.learning(file).ask("vote");
    }

    @Test
    void as_many_answers_fit_as_the_reference_says() {
        for (CalcBatch.Row row : ask("pate_budget")) {
            row.checkFormula("rho_budget", "rho_budget");
            row.checkBound("rho_per_answer", "rho_per_answer", 1e-9);
            for (String whole : List.of("answers", "answers_zero_out")) {
                assertThat(row.answer().get(whole))
                        .as("%s", row)
                        .isEqualTo(row.golden().get(whole));
            }
        }
    }

    @Test
    void the_loss_depends_on_votes_where_the_reference_says() {
        for (CalcBatch.Row row : ask("pate_q0")) {
            row.checkFormula("log_q0", "log_q0");
        }
    }

    /** Figures that depend on votes agree to 1e-6 of themselves or 1e-15. */
    @Test
    void several_questions_cost_what_the_reference_says() {
        for (CalcBatch.Row row : ask("pate_stream")) {
            for (String whole : List.of("asked", "answered")) {
                assertThat(row.answer().get(whole))
                        .as("%s", row)
                        .isEqualTo(row.golden().get(whole));
            }
            for (String bound : List.of("rho_charged", "rdp_data_independent", "epsilon_ceiling_exact")) {
                row.checkBound(bound, bound, 1e-9);
            }
            for (String secret :
                    List.of("rdp_data_dependent", "rdp_data_dependent_any_outcome", "epsilon_data_dependent_private")) {
                double expected = row.expected(secret);
                assertThat(row.answered(secret))
                        .as("%s of %s", secret, row)
                        .isCloseTo(expected, within(Math.max(1e-15, 1e-6 * expected)));
            }
        }
    }

    /** Sensitivities are at most a billionth below and a millionth above. */
    @Test
    void sensitivities_are_those_of_the_reference() {
        for (CalcBatch.Row row : ask("pate_smooth")) {
            row.check("rdp", "rdp", 1e-6);
            if (row.has("log_q0")) {
                row.checkFormula("log_q0", "log_q0");
            }
            for (String bound :
                    List.of("local_0", "local_1", "local_5", "local_plateau", "smooth_sensitivity", "release_stddev")) {
                row.checkBound(bound, bound, 1e-6);
            }
            row.checkFormula("release_cost_rdp", "release_cost_rdp");
        }
    }

    @Test
    void labels_win_as_often_as_the_reference_says() {
        for (CalcBatch.Row row : ask("pate_winner")) {
            assertThat(row.answered("pr_answered")).isCloseTo(row.expected("pr_answered"), within(1e-9));
            assertThat(row.answered("check_sum")).isCloseTo(1, within(1e-9));
            double[] expected = numbers(row.golden().getOrDefault("pr_label", ""));
            assertThat(numbers(row.answer().getOrDefault("pr_label", "")))
                    .as("%s", row)
                    .containsExactly(expected, within(1e-9));
        }
    }

    private static double[] numbers(String text) {
        return Arrays.stream(text.split(" ")).mapToDouble(Double::parseDouble).toArray();
    }
}
