package dev.weir.accountant.continual;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.weir.accountant.continual.blt.AnytimeDesign;
import dev.weir.accountant.continual.blt.PrefixDesign;
import dev.weir.accountant.continual.tree.BinaryTree;
import dev.weir.accountant.continual.tree.KaryTree;
import dev.weir.accountant.mechanism.DiscreteLaplace;
import dev.weir.accountant.mechanism.RoundedGaussian;
import dev.weir.accountant.noise.Randomness;
import dev.weir.accountant.noise.SeededRandomness;
import dev.weir.accountant.privacy.Ratio;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class CorrelatedNoiseTest {

    private static final int STEPS = 700;
    private static final Ratio NEXT_TO_NOTHING = new Ratio(BigInteger.ONE, BigInteger.valueOf(1000));

    /** Returns every variant, with noise that is always 0. */
    static Stream<CorrelatedNoise> noiseless() {
        DiscreteLaplace nothing = new DiscreteLaplace(NEXT_TO_NOTHING);
        return Stream.of(
                new BltNoise(Simulation.DAY, 5, 1000, Simulation.NO_NOISE),
                new BltNoise(AnytimeDesign.STANDARD.optimize(), 1, SeriesPrice.LAST_STEP, Simulation.NO_NOISE),
                new KaryTreeNoise(new KaryTree(3, 7), nothing, 1000),
                new KaryTreeNoise(new KaryTree(19, 2), nothing, 1000),
                new KaryTreeNoise(new KaryTree(5, 1), nothing, 1000),
                new BinaryTreeNoise(BinaryTree.of(STEPS, false), nothing),
                new BinaryTreeNoise(BinaryTree.of(STEPS, true), nothing),
                new BinaryTreeNoise(BinaryTree.of(STEPS, true), new RoundedGaussian(NEXT_TO_NOTHING)));
    }

    /** Returns every variant with noise. */
    static Stream<CorrelatedNoise> noisy() {
        DiscreteLaplace laplace = new DiscreteLaplace(Ratio.of(20, 1));
        return Stream.of(
                new BltNoise(Simulation.DAY, 1, 1000, Ratio.of(400, 1)),
                new KaryTreeNoise(new KaryTree(5, 3), laplace, 1000),
                new BinaryTreeNoise(BinaryTree.of(STEPS, false), laplace),
                new BinaryTreeNoise(BinaryTree.of(STEPS, true), laplace));
    }

    @ParameterizedTest
    @MethodSource("noiseless")
    void without_noise_every_release_is_the_running_total(CorrelatedNoise noise) {
        SplittableRandom random = new SplittableRandom(1);
        long[] increments = random.longs(STEPS, -50, 100).toArray();
        long[] totals = increments.clone();
        Arrays.parallelPrefix(totals, Long::sum);
        assertThat(Simulation.totals(noise, increments, new SeededRandomness(2)))
                .containsExactly(totals);
    }

    @ParameterizedTest
    @MethodSource("noisy")
    void a_series_goes_on_from_its_words_alone(CorrelatedNoise noise) {
        long[] expected = Simulation.totals(noise, new long[STEPS], new SeededRandomness(3));
        Randomness randomness = new SeededRandomness(3);
        long[] state = new long[noise.words()];
        for (int t = 0; t < STEPS; t++) {
            assertThat(noise.step(state, 0)).isEqualTo(t);
            long[] moved = new long[noise.words() + 4];
            System.arraycopy(state, 0, moved, 2, state.length);
            assertThat(noise.prepare().next(moved, 2, 0, randomness)).isEqualTo(expected[t]);
            assertThat(List.of(moved[0], moved[1], moved[moved.length - 2], moved[moved.length - 1]))
                    .containsOnly(0L);
            state = Arrays.copyOfRange(moved, 2, 2 + state.length);
        }
        noise.init(state, 0);
        assertThat(state).containsOnly(0);
    }

    /**
     * The state must not determine future noise: repeating a step from the same state with other random bits gives other
     * noise.
     */
    @ParameterizedTest
    @MethodSource("noisy")
    void the_state_holds_no_noise_of_later_steps(CorrelatedNoise noise) {
        long[] state = new long[noise.words()];
        assertThat(Arrays.stream(state).filter(word -> word != 0).count()).isZero();
        noise.prepare().next(state, 0, 0, new SeededRandomness(4));
        long[] seen = new long[40];
        for (int i = 0; i < seen.length; i++) {
            seen[i] = noise.prepare().next(state.clone(), 0, 0, new SeededRandomness(100 + i));
        }
        assertThat(Arrays.stream(seen).distinct().count()).isGreaterThan(20);
    }

    @ParameterizedTest
    @MethodSource("noisy")
    void a_series_ends_at_its_last_step(CorrelatedNoise noise) {
        PreparedSeries series = noise.prepare();
        long[] state = new long[noise.words()];
        for (int t = 0; t < noise.lastStep(); t++) {
            series.next(state, 0, 0, new SeededRandomness(5));
        }
        assertThatIllegalStateException().isThrownBy(() -> series.next(state, 0, 0, new SeededRandomness(5)));
    }

    @Test
    void four_buffers_take_eighty_bytes_and_trees_what_the_table_says() {
        assertThat(new BltNoise(PrefixDesign.of(1L << 17).optimize(4), 1, 1L << 17, Ratio.of(9, 1)).words()
                        * Long.BYTES)
                .isEqualTo(80);
        DiscreteLaplace laplace = new DiscreteLaplace(Ratio.of(20, 1));
        assertThat(new KaryTreeNoise(new KaryTree(19, 5), laplace, 1L << 20).words() * Long.BYTES)
                .isEqualTo(312);
    }

    @Test
    void nothing_exact_shows_in_words_about_the_mechanism() {
        assertThat(noisy().map(Object::toString)).noneMatch(text -> text.contains("@"));
    }
}
