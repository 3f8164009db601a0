package dev.weir.accountant.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.weir.accountant.continual.blt.Blt;
import dev.weir.accountant.continual.plan.SeriesAccuracy;
import dev.weir.accountant.continual.plan.SeriesAccuracy.Plan;
import dev.weir.accountant.learn.Loss.Hinge;
import dev.weir.accountant.learn.Loss.Logistic;
import dev.weir.accountant.learn.Loss.Squares;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Losses, and descents along their clipped gradients. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class GradientDescentTest {

    private static final NormClip CLIP = new NormClip(1 << 20, 0x1p-20);
    private static final PrefixDescent DESCENT = new PrefixDescent(new Logistic(), CLIP, 0.5, 2);

    static Stream<Loss> losses() {
        return Stream.of(new Logistic(), new Hinge(), new Squares());
    }

    private static double value(Loss loss, double score, double label) {
        if (loss instanceof Squares) {
            return (score - label) * (score - label) / 2;
        }
        double margin = label * score;
        return loss instanceof Hinge ? Math.max(0, 1 - margin) : Math.log1p(Math.exp(-margin));
    }

    @ParameterizedTest
    @MethodSource("losses")
    void slopes_are_derivatives_and_keep_their_bound(Loss loss) {
        for (double score = -5.05; score < 5; score += 0.1) {
            for (double label : new double[] {1, -1}) {
                double difference = value(loss, score + 1e-6, label) - value(loss, score - 1e-6, label);
                assertThat(loss.slope(score, label)).isEqualTo(difference / 2e-6, within(1e-7));
                assertThat(Math.abs(loss.slope(score, label)))
                        .isLessThanOrEqualTo(loss.steepest().orElse(Double.POSITIVE_INFINITY));
            }
        }
    }

    private static List<Example> examples(int count) {
        SplittableRandom random = new SplittableRandom(5);
        List<Example> examples = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            examples.add(new Example(random.doubles(3, -2, 2).toArray(), random.nextBoolean() ? 1 : -1));
        }
        return examples;
    }

    private static long[] sums(List<Example> examples) {
        long[] sums = new long[3];
        examples.forEach(example -> DESCENT.add(new double[] {0.1, -0.2, 0.3}, example, sums));
        return sums;
    }

    @Test
    void the_order_of_records_within_a_step_changes_no_bit() {
        List<Example> examples = examples(200);
        List<Example> shuffled = new ArrayList<>(examples);
        Collections.shuffle(shuffled, new Random(1));
        assertThat(shuffled).isNotEqualTo(examples);
        assertThat(sums(shuffled)).isEqualTo(sums(examples));
    }

    @Test
    void models_stay_within_their_ball() {
        double[] model = DESCENT.next(new long[] {-30 << 20, 40 << 20, 0}, (i, exact) -> exact);
        assertThat(model).containsExactly(new double[] {1.2, -1.6, 0}, within(1e-12));
        assertThat(DESCENT.next(new long[] {1 << 20, 0, 0}, (i, exact) -> exact))
                .containsExactly(-0.5, 0, 0);
    }

    /**
     * What a unit moves C x by, if its gradients at three separate steps have length 1: most if they point the same way, from the
     * first step on.
     */
    @Test
    void a_units_gradients_move_totals_by_at_most_the_sensitivity() {
        Blt blt = Blt.of(new double[] {0.02, 0.3}, new double[] {0.2, 0.3});
        double most = SeriesAccuracy.blt(blt, new Plan(20, 3, 4), 20).sensitivity();
        SplittableRandom random = new SplittableRandom(9);
        for (int trial = 0; trial < 500; trial++) {
            int first = random.nextInt(12);
            int[] steps = {first, first + 4, first + 8};
            assertThat(moved(blt, steps, random(random))).isLessThanOrEqualTo(most * (1 + 1e-12));
        }
        double[][] same = {{0.6, 0.8}, {0.6, 0.8}, {0.6, 0.8}};
        assertThat(moved(blt, new int[] {0, 4, 8}, same)).isEqualTo(most, within(1e-9));
    }

    private static double[][] random(SplittableRandom random) {
        double[][] gradients = new double[3][];
        for (int i = 0; i < gradients.length; i++) {
            gradients[i] = Vectors.projected(random.doubles(2, -1, 1).toArray(), 1);
        }
        return gradients;
    }

    private static double moved(Blt blt, int[] steps, double[][] gradients) {
        double square = 0;
        for (int t = 0; t < 20; t++) {
            double[] row = new double[2];
            for (int i = 0; i < steps.length; i++) {
                row = steps[i] > t ? row : Vectors.moved(row, blt.coefficient(t - steps[i]), gradients[i]);
            }
            square += Vectors.dot(row, row);
        }
        return Math.sqrt(square);
    }

    /** Whether a window has records must not show: not in an error, and not in the divisor. */
    @Test
    void a_window_without_records_is_released_like_any_other() {
        NoisyDescent descent = new NoisyDescent(new Hinge(), CLIP, new NoisyDescent.Step(1, 100), 5);
        CoordinateNoise noise = (i, exact) -> exact + (1 << 20);
        assertThat(descent.run(List.of(), 2, 4, noise).last())
                .containsExactly(new double[] {-0.04, -0.04}, within(1e-12));
        Example example = new Example(new double[] {1, 0}, 1);
        assertThat(descent.run(List.of(example), 2, 4, noise).last())
                .containsExactly(new double[] {0, -0.04}, within(1e-12));
    }

    @Test
    void a_record_of_another_length_is_refused_without_its_values() {
        assertThatThrownBy(() -> DESCENT.add(new double[2], new Example(new double[] {7}, 1), new long[2]))
                .hasMessage("features must be as many as the model has coefficients");
        assertThat(new Example(new double[] {7}, 1)).hasToString("example of 1 features");
    }
}
