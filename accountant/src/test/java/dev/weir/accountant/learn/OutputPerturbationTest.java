package dev.weir.accountant.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.weir.accountant.learn.Loss.Hinge;
import dev.weir.accountant.learn.Loss.Logistic;
import dev.weir.accountant.learn.Loss.Squares;
import dev.weir.accountant.learn.OutputPerturbation.Bounds;
import dev.weir.accountant.privacy.InvalidParameter;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class OutputPerturbationTest {

    private static final double GRID = 0x1p-40;

    private static OutputPerturbation of(Loss loss, double convexity, double tolerance) {
        return new OutputPerturbation(loss, new Bounds(1, 3, convexity, tolerance), GRID);
    }

    private static List<Example> random(SplittableRandom random, int count, int dimension) {
        List<Example> examples = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            double[] x = random.doubles(dimension, -1, 1).toArray();
            examples.add(new Example(Vectors.projected(x, 1 - 1e-12), random.nextBoolean() ? 1 : -1));
        }
        return examples;
    }

    static Stream<Loss> losses() {
        return Stream.of(new Logistic(), new Hinge());
    }

    /** Two minimisers without and with the three records of a unit, of random data and of data that pull one way. */
    @ParameterizedTest
    @MethodSource("losses")
    void a_unit_moves_the_minimiser_by_at_most_the_sensitivity(Loss loss) {
        SplittableRandom random = new SplittableRandom(7);
        double nearest = Double.POSITIVE_INFINITY;
        for (int i = 0; i < 60; i++) {
            OutputPerturbation perturbation = of(loss, i % 2 == 0 ? 0.5 : 20, 1e-3);
            List<Example> others = random(random, i % 5 * 5, 2);
            List<Example> all = new ArrayList<>(others);
            all.addAll(i % 3 == 0 ? random(random, 3, 2) : same(3));
            double[] with = perturbation.minimiser(all, 2);
            double[] without = perturbation.minimiser(others, 2);
            double moved = Vectors.length(Vectors.moved(with, -1, without));
            assertThat(moved).isLessThanOrEqualTo(perturbation.sensitivity(2));
            nearest = Math.min(nearest, perturbation.sensitivity(2) / moved);
        }
        assertThat(nearest).as("how much more than needed, at best").isLessThan(loss instanceof Hinge ? 1.01 : 2.2);
    }

    private static List<Example> same(int count) {
        return Stream.generate(() -> new Example(new double[] {0.6, 0.8}, 1))
                .limit(count)
                .toList();
    }

    /** For one record x = 1, the minimiser of max(0, 1 - w) + Lambda w^2 / 2 is 1 / Lambda, and 1 if Lambda is below 1. */
    @ParameterizedTest
    @CsvSource({"4, 0.25", "1, 1", "0.3, 1"})
    void the_hinge_of_one_record_has_the_minimiser_that_one_computes(double convexity, double expected) {
        List<Example> one = List.of(new Example(new double[] {-1}, -1));
        assertThat(of(new Hinge(), convexity, 1e-4).minimiser(one, 1)[0]).isEqualTo(expected, within(1e-4 / convexity));
    }

    /** Where the gradient is computed anew by plain sums it is as small as promised. */
    @Test
    void the_gradient_at_the_minimiser_is_within_the_tolerance() {
        List<Example> examples = random(new SplittableRandom(3), 500, 4);
        double[] found = of(new Logistic(), 0.1, 1e-9).minimiser(examples, 4);
        double[] gradient = Vectors.moved(new double[4], 0.1, found);
        for (Example example : examples) {
            double slope = new Logistic().slope(Vectors.dot(found, example.features()), example.label());
            gradient = Vectors.moved(gradient, slope, example.features());
        }
        assertThat(Vectors.length(gradient)).isLessThan(2e-9);
    }

    @ParameterizedTest
    @MethodSource("losses")
    void a_solver_that_misses_its_tolerance_releases_nothing(Loss loss) {
        List<Example> examples = random(new SplittableRandom(3), 50, 4);
        assertThatThrownBy(() -> of(loss, 1, 1e-30).minimiser(examples, 4))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the solver must reach the gradient tolerance 1.0E-30");
    }

    @Test
    void a_window_without_records_has_the_minimiser_0() {
        assertThat(of(new Logistic(), 1, 1e-6).minimiser(List.of(), 3)).containsExactly(0, 0, 0);
        assertThat(of(new Hinge(), 1, 1e-6).minimiser(List.of(), 3)).containsExactly(0, 0, 0);
    }

    /** Shift 3 / 4 and 2 tau / 4, and the root of nine coefficients times the grid. */
    @Test
    void the_sensitivity_counts_the_solver_and_the_rounding() {
        OutputPerturbation perturbation = new OutputPerturbation(new Logistic(), new Bounds(1, 3, 4, 0.5), 0.125);
        assertThat(perturbation.sensitivity(9)).isEqualTo(0.75 + 0.25 + 0.375, within(1e-12));
        assertThat(perturbation.release(new double[] {0.3}, (i, exact) -> exact))
                .containsExactly(0.25);
    }

    @Test
    void bounds_that_the_sensitivity_counts_on_are_required_and_values_are_not_shown() {
        OutputPerturbation perturbation = of(new Logistic(), 1, 1e-6);
        assertRefused(
                perturbation, new Example(new double[] {1.25, 0}, 1), "features must be no longer than the radius");
        assertRefused(
                perturbation,
                new Example(new double[] {Double.NaN, 0}, 1),
                "features must be no longer than the radius");
        assertRefused(perturbation, new Example(new double[] {1, 0}, 0.5), "label must be 1 or -1");
        assertRefused(
                perturbation,
                new Example(new double[] {1}, 1),
                "features must be as many as the model has coefficients");
        assertThatThrownBy(() -> of(new Squares(), 1, 1e-6))
                .hasMessageStartingWith("loss must be one whose slopes are bounded");
        assertThatThrownBy(() -> new OutputPerturbation(new Logistic(), new Bounds(1, 1, 1, 1), 0.1))
                .hasMessage("grid must be a power of two, was 0.1");
    }

    private static void assertRefused(OutputPerturbation perturbation, Example example, String message) {
        assertThatThrownBy(() -> perturbation.minimiser(List.of(example), 2))
                .isInstanceOf(InvalidParameter.class)
                .hasMessage(message);
    }
}
