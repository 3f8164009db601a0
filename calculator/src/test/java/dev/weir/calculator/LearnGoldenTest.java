package dev.weir.calculator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every golden row about the noise of learning, through the command line. Sensitivities and deviations are never below the
 * reference by more than 1e-9, and at most 1e-6 above; other numbers agree to 1e-9.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class LearnGoldenTest {

    private static final List<String> FORMULAS =
            List.of("mu", "learning_rate", "excess_risk_bound", "excess_risk_lecture_rate");

    @ParameterizedTest
    @CsvSource({"ftrl, 13, 91", "erm, 9, 46"})
    void the_noise_of_learning_is_that_of_the_reference(String file, int rows, int cells) {
        String[] command = file.equals("ftrl") ? new String[] {"learn", "--kind", file} : new String[] {"learn"};
        List<CalcBatch.Row> answered = CalcBatch.learning(file).ask(command);
        assertThat(answered).hasSize(rows);
        assertThat(answered.stream().mapToInt(LearnGoldenTest::check).sum()).isEqualTo(cells);
    }

    /** Checks the columns of a row, and returns how many have a number. */
    private static int check(CalcBatch.Row row) {
        assertThat(row.answer().get("error")).as("%s", row).isEmpty();
        int checked = 0;
        for (String column : row.answer().keySet()) {
            if (column.equals("error")) {
                continue;
            }
            if (!row.has(column)) {
                assertThat(row.answer().get(column)).as("%s of %s", column, row).isEmpty();
                continue;
            }
            checked++;
            if (FORMULAS.contains(column)) {
                row.checkFormula(column, column);
            } else {
                row.checkBound(column, column, 1e-6);
            }
        }
        return checked;
    }

    /** The split t is an answer of the reference, and its column is not asked. It is empty where no t is good enough. */
    @Test
    void synthetic_records_cost_what_the_reference_says() {
        List<CalcBatch.Row> rows =
                CalcBatch.learning("deniability").renamed("t", "expected_t").ask("deniability");
        assertThat(rows).hasSize(9).allSatisfy(row -> {
            assertThat(row.answer().get("t"))
                    .as("%s", row)
                    .isEqualTo(row.golden().get("expected_t"));
            List<String> prices = row.answer().keySet().stream()
                    .filter(column -> !column.equals("error") && !column.equals("t"))
                    .toList();
            assertThat(prices).hasSize(11);
            for (String column : prices) {
                if (row.has(column)) {
                    row.checkFormula(column, column);
                } else {
                    assertThat(row.answer().get(column))
                            .as("%s of %s", column, row)
                            .isEmpty();
                }
            }
        });
    }

    @Test
    void a_pass_rate_that_a_run_may_miss_by_its_delta_has_no_price() {
        Asked asked = Asked.line(
                "deniability --k 50 --gamma 4 --epsilon0 1 --delta-wanted 1e-6 --pass-rate-floor 1e-7 --records 3");
        assertThat(asked.code()).isEqualTo(2);
        assertThat(asked.err())
                .isEqualTo("--pass-rate-floor: must be above the delta of a run and at most 1, was 1.0E-7\n");
    }

    private static double value(String line, String column) {
        Asked asked = Asked.line(line);
        assertThat(asked.code()).as(asked.err()).isZero();
        return asked.out()
                .lines()
                .filter(cell -> cell.startsWith(column + " = "))
                .mapToDouble(cell -> Double.parseDouble(cell.substring(column.length() + 3)))
                .findFirst()
                .orElseThrow();
    }

    /** The reference's decays at 1024 steps have the least noise that four buffers allow. */
    @Test
    void buffers_that_are_not_given_are_the_best() {
        String question = "learn --kind ftrl --steps 1024 --buffers 4 --clip 1 --epsilon 1 --delta 1e-6";
        assertThat(value(question, "prefix_noise_std_last")).isBetween(13.82, 13.828);
    }

    /** More participations than fit into the steps move nothing more: 3 of 10 steps, at 1, 5 and 9. */
    @Test
    void participations_that_do_not_fit_into_the_steps_do_not_count() {
        String question = "learn --kind ftrl --steps 10 --separation 4 --theta 0.5 --omega 0.25 --clip 1 --epsilon 1"
                + " --delta 1e-6 --participations ";
        assertThat(Asked.line(question + 100).out())
                .isEqualTo(Asked.line(question + 3).out())
                .isNotEqualTo(Asked.line(question + 2).out());
    }

    /** A sensitivity of 1e-200 is no zero: noise for a zero would be none. */
    @Test
    void the_smallest_sensitivity_has_noise() {
        String question = "learn --kind output-perturbation --lipschitz 1e-100 --strong-convexity 1e100 --dimension 3"
                + " --epsilon 1e100 --delta 0.5";
        assertThat(value(question, "sigma_zero_out")).isPositive();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--theta 0.5|0.6 --omega 0.1|0.1 -> --theta: must be descending, at least 0 and below 1",
                "--theta 1 --omega 0.1 -> --theta: must be descending, at least 0 and below 1",
                "--theta 0.5 --omega 0.1|0.1 -> --omega: must have the length of theta, had 2",
                "--theta 0.5 --omega 1 -> --omega: must be above 0, with a sum below 1",
                "--theta 0.5 -> --omega: must be given",
                "--theta 0.5 --omega 0.1 --buffers 2 -> --buffers: must be how many numbers theta has, 1, was 2",
                "--theta a --omega 0.1 -> --theta: must be decimals separated by vertical bars, was a",
            })
    void decays_that_are_none_are_refused(String line) {
        String[] parts = line.split(" -> ", -1);
        Asked asked = Asked.line("learn --kind ftrl --steps 16 --clip 1 --epsilon 1 --delta 1e-6 " + parts[0]);
        assertThat(asked.code()).isEqualTo(2);
        assertThat(asked.err()).isEqualTo(parts[1] + "\n");
    }
}
