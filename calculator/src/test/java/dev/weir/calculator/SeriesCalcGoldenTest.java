package dev.weir.calculator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Asks every golden row about running totals and sliding windows that {@code weir calc} can answer, through the command line.
 * Closed forms agree to 1e-9, results of an optimiser to 1e-4.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Tag("thorough")
class SeriesCalcGoldenTest {

    private static final double FOUND = 1e-4;

    private static final List<String> ERRORS = List.of("max_std", "rms_std");

    /** Returns the text after {@code name=} in the column of parameters, with powers of two evaluated; empty if there is none. */
    private static UnaryOperator<String> parameter(String name) {
        return params -> Arrays.stream(params.split(";"))
                .filter(part -> part.startsWith(name + "="))
                .map(part -> part.substring(name.length() + 1).replaceFirst(",.*", ""))
                .map(value -> value.startsWith("2^") ? Long.toString(1L << Long.parseLong(value.substring(2))) : value)
                .findFirst()
                .orElse("");
    }

    private static CalcBatch rows(String file, String reference, String mechanism) {
        return CalcBatch.continual(file)
                .where("mechanism", reference::equals)
                .renamed("mechanism", "reference")
                .adding("mechanism", ignored -> mechanism, "reference")
                .adding("buffers", parameter("d"), "params");
    }

    /** Mechanisms of the reference and of the calculator, which have closed forms under both laws of noise. */
    static Stream<Arguments> closedForms() {
        return Stream.of(
                arguments("naive_increment", "increment"),
                arguments("naive_rerelease", "recompute"),
                arguments("binary_tree", "tree"),
                arguments("binary_tree_honaker", "honaker"),
                arguments("sqrt_toeplitz", "sqrt"));
    }

    private static void checkErrors(String file, String reference, String mechanism, String law) {
        rows(file, reference, mechanism)
                .renamed("n", "steps")
                .ask("running", "--law", law)
                .forEach(row -> ERRORS.forEach(error -> row.checkFormula(error, error)));
    }

    @ParameterizedTest
    @MethodSource("closedForms")
    void closed_forms_under_gaussian_noise_are_those_of_the_reference(String reference, String mechanism) {
        checkErrors("continual_error", reference, mechanism, "gaussian");
    }

    @Test
    void the_best_toeplitz_matrix_is_the_square_root() {
        checkErrors("continual_error", "opt_toeplitz_max", "sqrt", "gaussian");
    }

    @ParameterizedTest
    @MethodSource("closedForms")
    void closed_forms_under_laplace_noise_are_those_of_the_reference(String reference, String mechanism) {
        checkErrors("continual_error_laplace", reference, mechanism, "laplace");
    }

    @ParameterizedTest
    @ValueSource(strings = {"kary_subtract", "kary_subtract_best"})
    void trees_with_subtraction_are_those_of_the_reference(String reference) {
        rows("continual_error_laplace", reference, "kary")
                .renamed("n", "steps")
                .adding("k", parameter("k"), "params")
                .ask("running")
                .forEach(row -> ERRORS.forEach(error -> row.checkFormula(error, error)));
    }

    /** The reference has tried only some numbers of children. */
    @Test
    void the_number_of_children_that_is_chosen_is_no_worse_than_that_of_the_reference() {
        rows("continual_error_laplace", "kary_subtract_best", "kary")
                .renamed("n", "steps")
                .ask("running")
                .forEach(row -> assertThat(row.answered("rms_std"))
                        .as("%s", row)
                        .isLessThan(row.expected("rms_std") * (1 + 1e-9)));
    }

    @Test
    void buffers_for_a_known_horizon_are_as_good_as_those_of_the_reference() {
        rows("continual_error", "blt", "blt")
                .renamed("n", "steps")
                .adding("objective", parameter("opt"), "params")
                .ask("running")
                .forEach(row -> ERRORS.forEach(error -> row.check(error, error, FOUND)));
    }

    @Test
    void parameters_are_those_of_the_reference() {
        CalcBatch.continual("blt_parameters")
                .renamed("n", "steps", "d", "buffers")
                .ask("running", "--mechanism", "blt")
                .forEach(row -> {
                    row.check("sensitivity", "l2_sens", FOUND);
                    ERRORS.forEach(error -> row.check(error, error, FOUND));
                    assertThat(row.answer().getOrDefault("omega", "").split("[|]"))
                            .hasSameSizeAs(
                                    row.golden().getOrDefault("omega", "").split("[|]"));
                });
    }

    @ParameterizedTest
    @MethodSource("closedForms")
    void sensitivities_to_separate_contributions_are_those_of_the_reference(String reference, String mechanism) {
        rows("continual_sensitivity", reference, mechanism)
                .renamed("n", "steps", "k", "participations", "b", "separation")
                .ask("running")
                .forEach(row -> {
                    row.checkFormula("sensitivity", "l2_sens");
                    ERRORS.forEach(error -> row.checkFormula(error, error));
                });
    }

    @Test
    void buffers_for_separate_contributions_are_as_good_as_those_of_the_reference() {
        rows("continual_sensitivity", "blt_minsep", "blt")
                .renamed("n", "steps", "k", "participations", "b", "separation")
                .adding("objective", parameter("opt"), "params")
                .ask("running")
                .forEach(row -> {
                    row.check("sensitivity", "l2_sens", FOUND);
                    ERRORS.forEach(error -> row.check(error, error, FOUND));
                });
    }

    @ParameterizedTest
    @CsvSource({"blt_inf_sens, blt, N", "blt_anytime, anytime, K"})
    void series_that_run_on_are_as_good_as_those_of_the_reference(String reference, String mechanism, String steps) {
        rows("continual_unbounded", reference, mechanism)
                .renamed("t", "at")
                .adding("steps", parameter(steps), "params")
                .ask("running", "--horizon", "infinite")
                .forEach(row -> row.check("std_at", "std_at_t", FOUND));
    }

    @ParameterizedTest
    @CsvSource({"known_horizon_sqrt, t", "generous_horizon_sqrt, params"})
    void the_yardstick_at_a_step_is_that_of_the_reference(String reference, String from) {
        UnaryOperator<String> steps = from.equals("t") ? t -> t : parameter("N");
        rows("continual_unbounded", reference, "sqrt")
                .adding("steps", steps, from)
                .renamed("t", "at")
                .ask("running")
                .forEach(row -> row.checkFormula("std_at", "std_at_t"));
    }

    @Test
    void buffers_for_windows_are_as_good_as_those_of_the_reference() {
        rows("continual_window", "blt_window", "blt")
                .renamed("w", "window")
                .ask("sliding")
                .forEach(row -> row.check("std", "std", FOUND));
    }

    @Test
    void panes_of_their_own_noise_are_those_of_the_reference() {
        rows("continual_window", "independent_panes", "")
                .renamed("w", "window")
                .ask("sliding")
                .forEach(row -> row.checkFormula("independent_std", "std"));
    }
}
