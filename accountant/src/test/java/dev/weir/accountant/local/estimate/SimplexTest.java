package dev.weir.accountant.local.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class SimplexTest {

    @Test
    void what_is_possible_already_stays() {
        assertThat(Simplex.nearest(new double[] {3, 0, 7}, 10)).containsExactly(3, 0, 7);
    }

    @Test
    void one_number_is_the_total() {
        assertThat(Simplex.nearest(new double[] {-4}, 9)).containsExactly(9);
        assertThat(Simplex.nearest(new double[] {-4, 2}, 0)).containsExactly(0, 0);
    }

    /** No possible point is nearer: moving a little from one positive number to any other increases the distance. */
    @Test
    void no_possible_point_is_nearer() {
        SplittableRandom random = new SplittableRandom(40);
        for (int i = 0; i < 500; i++) {
            double[] values = random.doubles(1 + i % 7, -5, 9).toArray();
            double[] nearest = Simplex.nearest(values, 10);
            assertThat(Arrays.stream(nearest).sum()).isCloseTo(10, within(1e-9));
            for (int from = 0; from < values.length; from++) {
                for (int to = 0; to < values.length; to++) {
                    boolean movable = nearest[from] > 1e-6;
                    double[] moved = nearest.clone();
                    moved[from] -= 1e-6;
                    moved[to] += 1e-6;
                    assertThat(!movable || distance(moved, values) >= distance(nearest, values) - 1e-13)
                            .isTrue();
                }
            }
        }
    }

    private static double distance(double[] one, double[] other) {
        double sum = 0;
        for (int i = 0; i < one.length; i++) {
            sum += (one[i] - other[i]) * (one[i] - other[i]);
        }
        return sum;
    }
}
