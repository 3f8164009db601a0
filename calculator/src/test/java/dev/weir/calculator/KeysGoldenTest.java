package dev.weir.calculator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Asks every golden row about undeclared keys through the command line. Thresholds and numbers of units agree exactly, closed forms to 1e-9,
 * and what follows from the optimiser's factorisation to 1e-6.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Tag("thorough")
class KeysGoldenTest {

    private static final double FOUND = 1e-6;

    /** A whole threshold in the middle of a long series may be one more or less where the optimiser's result differs by 4e-9. */
    private static final double ONE_STEP_OF_MANY = 4e-6;

    private static void exactly(CalcBatch.Row row, String column) {
        assertThat(row.answer().get(column))
                .as("%s of %s", column, row)
                .isEqualTo(row.golden().get(column));
    }

    @Test
    void thresholds_of_windows_are_those_of_the_reference() {
        CalcBatch.keys("window_thresholds").ask("select-window").forEach(row -> {
            List.of("threshold", "units50", "units95").forEach(column -> exactly(row, column));
            List.of(
                            "price_of_a_record",
                            "scale_or_sigma_squared",
                            "stddev",
                            "delta_of_a_touch",
                            "threshold_exact",
                            "lone_probability",
                            "keep_at_units95")
                    .forEach(column -> row.checkFormula(column, column));
        });
    }

    @Test
    void thresholds_of_running_totals_are_those_of_the_reference() {
        CalcBatch.keys("running_thresholds").ask("select-running").forEach(row -> {
            List.of(
                            "examinations",
                            "first",
                            "threshold_first",
                            "middle",
                            "threshold_middle",
                            "threshold_last",
                            "units50_last",
                            "units95_last")
                    .forEach(column -> exactly(row, column));
            List.of("mu", "delta_of_an_examination", "z").forEach(column -> row.checkFormula(column, column));
            List.of(
                            "sensitivity",
                            "rounding",
                            "sigma",
                            "std_first",
                            "std_middle",
                            "std_last",
                            "slack_last",
                            "threshold_last_exact")
                    .forEach(column -> row.check(column, column, FOUND));
            row.check("lone_bound", "lone_bound", ONE_STEP_OF_MANY);
            assertThat(row.answered("lone_bound")).isLessThanOrEqualTo(row.expected("discovered_delta"));
        });
    }

    @Test
    void weights_of_steps_without_an_end_are_those_of_the_reference() {
        CalcBatch.keys("unbounded_weights").ask("select-weight").forEach(row -> List.of(
                        "weight", "z", "z_uniform_to_step")
                .forEach(column -> row.checkFormula(column, column)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            select-window --epsilon 1 --delta 1e-6 --discovered-delta 1e-6             | --discovered-delta: must be below delta
            select-window --law laplace --epsilon 1 --delta 1e-6 --discovered-delta 1e-7 | --discovered-delta: must be all of delta
            select-window --epsilon 1 --delta 1e-6                                     | --discovered-delta: must be given
            select-window --epsilon 1 --delta 1e-6 --discovered-delta 1e-23            | --discovered-delta: must be
            select-window --epsilon 1 --delta 1e-6 --discovered-delta 5e-7 --records-per-cell 0 | --records-per-cell: must be
            select-window --epsilon 1 --delta 1e-6 --discovered-delta 5e-7 --pre-threshold 0 | --pre-threshold: must be
            select-running --epsilon 1 --delta 1e-6 --discovered-delta 5e-7            | --steps: must be given
            select-running --epsilon 1 --delta 1e-6 --discovered-delta 5e-7 --steps 9 --keys 0 | --keys: must be
            select-running --epsilon 1 --delta 1e-6 --discovered-delta 5e-7 --steps 9 --every 0 | --every: must be
            select-running --epsilon 1 --delta 1e-6 --discovered-delta 5e-7 --steps 9 --keys 1074 --records 1000 | --keys: times the square of records must be at most 2^30
            select-weight --step 0 --delta-of-a-key 1e-9                               | --step: must be
            select-weight --step 1 --delta-of-a-key 1                                  | --delta-of-a-key: must be
            """)
    void questions_about_undeclared_keys_are_refused_by_a_rule(String line, String refusal) {
        Asked asked = Asked.line(line);
        assertThat(asked.code()).as(asked.out()).isEqualTo(2);
        assertThat(asked.err()).hasLineCount(1).startsWith(refusal);
    }

    /** Fewer examinations lower the last threshold, and a pre-threshold raises it by what others may have added. */
    @Test
    void examinations_and_pre_thresholds_move_thresholds_as_they_should() {
        String question = "select-running --epsilon 1 --delta 1e-6 --discovered-delta 5e-7 --keys 3 --steps 288";
        long plain = threshold(question);
        assertThat(threshold(question + " --every 12")).isLessThan(plain);
        assertThat(threshold(question + " --pre-threshold 5")).isEqualTo(plain + 4);
    }

    private static long threshold(String question) {
        Asked asked = Asked.line(question);
        assertThat(asked.code()).as(asked.err()).isZero();
        return asked.out()
                .lines()
                .filter(line -> line.startsWith("threshold_last "))
                .mapToLong(line -> Long.parseLong(line.replaceAll(".*= ", "")))
                .findFirst()
                .orElseThrow();
    }
}
