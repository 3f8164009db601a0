package dev.weir.accountant.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.weir.accountant.learn.Loss.Curved;
import dev.weir.accountant.learn.Loss.Hinge;
import dev.weir.accountant.learn.Loss.Logistic;
import dev.weir.accountant.learn.Loss.SmoothHinge;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Minimisers whose solver must succeed for every data set. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class CertainMinimiserTest {

    static Stream<Curved> losses() {
        return Stream.of(new Logistic(), new SmoothHinge());
    }

    /** Records that lie on few lines, as far out as allowed, some with labels that contradict each other. */
    private static List<Example> hard(SplittableRandom random, int count, int dimension) {
        List<Example> examples = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            double[] x = new double[dimension];
            x[random.nextInt(dimension)] = random.nextBoolean() ? 0.999 : -1e-9;
            examples.add(new Example(x, random.nextInt(3) == 0 ? -1 : 1));
        }
        return examples;
    }

    @ParameterizedTest
    @MethodSource("losses")
    void the_solver_reaches_its_tolerance_for_weak_and_strong_convexity(Curved loss) {
        SplittableRandom random = new SplittableRandom(11);
        for (double strength : new double[] {0.01, 1, 200}) {
            OutputPerturbation certain = OutputPerturbation.certain(loss, strength, 2000, 5);
            for (int count : new int[] {0, 1, 40, 2000}) {
                List<Example> examples = hard(random, count, 5);
                double[] found = certain.minimiser(examples, 5);
                double[] gradient = Vectors.moved(new double[5], strength, found);
                for (Example example : examples) {
                    double slope = loss.slope(Vectors.dot(found, example.features()), example.label());
                    gradient = Vectors.moved(gradient, slope, example.features());
                }
                assertThat(Vectors.length(gradient))
                        .isLessThanOrEqualTo(certain.bounds().tolerance() + 1e-9);
            }
        }
    }

    /** A hundred records, that a plane separates, under a weak pull: where steps are not halved below an eighth, the search takes 30 000 passes. */
    @Test
    void nearly_a_corner_at_every_record_takes_some_dozens_of_passes_over_the_records() {
        SplittableRandom random = new SplittableRandom(2);
        AtomicInteger passes = new AtomicInteger();
        List<Example> separable = Stream.generate(() -> random.doubles(6, -1, 1).toArray())
                .map(x -> new Example(Vectors.projected(x, 0.999), x[0] > x[1] ? 1 : -1))
                .limit(100)
                .toList();
        List<Example> counted = new AbstractList<>() {
            @Override
            public Example get(int index) {
                passes.addAndGet(index == 0 ? 1 : 0);
                return separable.get(index);
            }

            @Override
            public int size() {
                return separable.size();
            }
        };
        Minimum found = new NewtonSearch(new SmoothHinge(), counted, 1, 0.0027).search(6, 1e-4);
        assertThat(found.distance()).isLessThanOrEqualTo(1e-4);
        assertThat(passes.get()).isLessThan(1000);
    }

    @ParameterizedTest
    @MethodSource("losses")
    void units_move_the_minimiser_by_at_most_their_records_times_the_sensitivity(Curved loss) {
        SplittableRandom random = new SplittableRandom(5);
        OutputPerturbation certain = OutputPerturbation.certain(loss, 3, 100, 2);
        double nearest = Double.POSITIVE_INFINITY;
        for (int i = 0; i < 60; i++) {
            List<Example> others = hard(random, i, 2);
            List<Example> all = new ArrayList<>(others);
            int records = 1 + i % 4;
            for (int n = 0; n < records; n++) {
                all.add(new Example(new double[] {0.6, -0.8 + 1e-12}, -1));
            }
            double moved = Vectors.length(Vectors.moved(certain.minimiser(all, 2), -1, certain.minimiser(others, 2)));
            assertThat(moved).isLessThanOrEqualTo(records * certain.sensitivity(2));
            nearest = Math.min(nearest, records * certain.sensitivity(2) / moved);
        }
        assertThat(nearest).as("how much more than needed, at best").isLessThan(2.5);
    }

    /** The minimiser of (3/2 - w)^2 / 2 + Lambda w^2 / 2 is 3 / (2 (1 + Lambda)), where that lies between 1/2 and 3/2. */
    @Test
    void the_smooth_hinge_of_one_record_has_the_minimiser_that_one_computes() {
        List<Example> one = List.of(new Example(new double[] {-1}, -1));
        OutputPerturbation certain = OutputPerturbation.certain(new SmoothHinge(), 0.5, 10, 1);
        assertThat(certain.minimiser(one, 1)[0]).isEqualTo(1, within(1e-5));
        assertThat(OutputPerturbation.certain(new SmoothHinge(), 4, 10, 1).minimiser(one, 1)[0])
                .isEqualTo(0.25, within(1e-5));
    }

    @Test
    void the_smooth_hinge_lies_above_the_hinge_by_at_most_an_eighth() {
        double area = 0;
        double step = 1e-4;
        for (double margin = 3; margin > -1; margin -= step) {
            area += step * (new Hinge().slope(margin, 1) - new SmoothHinge().slope(margin, 1));
            assertThat(area).isBetween(-1e-3, 0.126);
        }
        assertThat(area).isEqualTo(0, within(1e-3));
    }

    /** A million records, kappa = 1251: 1.6 percent more noise. */
    @Test
    void the_tolerance_grows_with_the_records_and_is_refused_where_doubles_are_too_coarse() {
        OutputPerturbation many = OutputPerturbation.certain(new Logistic(), 200, 1_000_000, 10);
        assertThat(many.bounds().tolerance()).isBetween(1e-3, 0.05);
        assertThat(OutputPerturbation.certain(new Logistic(), 200, 10_000, 10)
                        .bounds()
                        .tolerance())
                .isLessThan(1e-5);
        assertThatThrownBy(() -> OutputPerturbation.certain(new SmoothHinge(), 1, 1_000_000, 10))
                .hasMessage("strength must be larger, or records fewer: doubles would not be precise enough, was 1.0");
        assertThatThrownBy(() -> OutputPerturbation.certain(new Logistic(), 0, 10, 1))
                .hasMessage("strength must be 1e-6 to 1e12, was 0.0");
    }

    @Test
    void a_record_moves_the_minimiser_by_about_a_million_steps() {
        for (double strength : new double[] {1e-3, 1, 185, 1e6}) {
            OutputPerturbation certain = OutputPerturbation.certain(new Logistic(), strength, 100, 8);
            assertThat(certain.sensitivity(8) / certain.grid()).isBetween(0x1p19, 0x1p22);
        }
    }
}
