package dev.weir.calculator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Every golden row about levels, through the command line. Whole numbers and fractions must agree exactly, except weights. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class LevelsGoldenTest {

    private static final double CLOSE = 1e-9;

    private static final List<CalcBatch.Row> PLANS = CalcBatch.levels("levels").ask("levels");

    @Test
    void nodes_and_planning_numbers_are_those_of_the_reference() {
        PLANS.forEach(row -> equal(row, "nodes", "worst"));
    }

    @Test
    void weights_in_closed_form_are_those_of_the_reference_but_for_rounding() {
        List<CalcBatch.Row> closed =
                PLANS.stream().filter(LevelsGoldenTest::isInClosedForm).toList();
        assertThat(closed).hasSizeGreaterThan(50);
        closed.forEach(row -> checkList(row, "weights", 1));
    }

    @Test
    void weights_by_search_are_near_to_those_of_the_reference() {
        List<CalcBatch.Row> searched = PLANS.stream()
                .filter(Predicate.not(LevelsGoldenTest::isInClosedForm))
                .toList();
        assertThat(searched).hasSizeGreaterThan(50);
        searched.forEach(row -> checkList(row, "weights", 64));
    }

    private static boolean isInClosedForm(CalcBatch.Row row) {
        boolean isTree = row.has("tree");
        boolean isFlatCube = "all".equals(row.golden().get("sets"))
                && "1".equals(row.golden().get("contributions"));
        return "gaussian".equals(row.golden().get("law")) && (isTree || isFlatCube);
    }

    @Test
    void mean_errors_are_those_of_the_reference() {
        for (CalcBatch.Row row : PLANS) {
            row.check("rms", "rms", 1e-8);
            row.check("rms_equal", "rms_equal", 1e-8);
        }
    }

    @Test
    void given_weights_have_the_prices_scales_and_errors_of_the_reference() {
        for (CalcBatch.Row row : CalcBatch.levels("levels_std").ask("levels")) {
            equal(row, "quota", "prices", "scales");
            checkList(row, "draw_std", CLOSE);
            checkList(row, "estimate_std", CLOSE);
            checkList(row, "published_std", CLOSE);
        }
    }

    @Test
    void noisy_integers_give_the_estimates_and_values_of_the_reference() {
        for (CalcBatch.Row row : CalcBatch.levels("levels_solve").ask("levels-solve")) {
            equal(row, "values", "non_negative");
            checkList(row, "estimates", CLOSE);
            checkList(row, "std", CLOSE);
        }
    }

    private static void equal(CalcBatch.Row row, String... columns) {
        assertThat(row.answer().get("error")).as("%s", row).isEmpty();
        for (String column : columns) {
            assertThat(row.answer().get(column))
                    .as("%s of %s", column, row)
                    .isEqualTo(row.golden().get(column));
        }
    }

    /** Compares numbers one by one; bars and dashes must stand at the same places. */
    private static void checkList(CalcBatch.Row row, String column, double tolerance) {
        assertThat(row.answer().get("error")).as("%s", row).isEmpty();
        String[] expected = row.golden().getOrDefault(column, "").split("(?<=[ |])|(?=[ |])");
        String[] answered = row.answer().getOrDefault(column, "").split("(?<=[ |])|(?=[ |])");
        assertThat(answered).as("%s of %s", column, row).hasSameSizeAs(expected);
        for (int i = 0; i < expected.length; i++) {
            if (expected[i].matches("[ |-]")) {
                assertThat(answered[i]).isEqualTo(expected[i]);
            } else {
                double number = Double.parseDouble(expected[i]);
                assertThat(Double.parseDouble(answered[i]))
                        .as("%s of %s", column, row)
                        .isCloseTo(
                                number, within(tolerance >= 1 ? tolerance : tolerance * Math.max(1, Math.abs(number))));
            }
        }
    }
}
