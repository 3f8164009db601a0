package dev.weir.accountant.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.accountant.compose.Golden;
import dev.weir.accountant.noise.GoodnessOfFit;
import dev.weir.accountant.noise.Randomness;
import dev.weir.accountant.noise.SeededRandomness;
import dev.weir.accountant.noise.UniformIndex;
import dev.weir.accountant.privacy.Ratio;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Draws and their exact probabilities against the reference. A right draw fails one check of {@link GoodnessOfFit} with
 * probability at most 1e-9; there are 69, so all of them together fail by chance with probability below 1e-7.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Tag("thorough")
class DrawTest {

    /** A temperature that is 4 % off is missed with probability 1e-6; other faults are seen in fewer. */
    private static final int DRAWS = 260_000;

    private static final double P_VALUE = 1e-9;

    private static Ratio ratio(String text) {
        String[] parts = text.split("/", -1);
        Ratio over = Ratio.of(new BigDecimal(parts[0]));
        return parts.length == 1 ? over : over.dividedBy(Ratio.of(new BigDecimal(parts[1])));
    }

    /** Returns the exponents of a row, whose scores are multiples of 1/10. */
    private static Exponents exponents(Golden.Row row) {
        long[] parts = Draws.numbers(row.text("scores")).stream()
                .mapToLong(score -> score.multiply(BigDecimal.valueOf(10)).longValueExact())
                .toArray();
        return Exponents.of(parts, ratio(row.text("temperature")).times(Ratio.of(1, 10)));
    }

    private static double[] probabilities(Golden.Row row) {
        return Draws.numbers(row.text("probabilities")).stream()
                .mapToDouble(BigDecimal::doubleValue)
                .toArray();
    }

    @ParameterizedTest
    @ValueSource(strings = {"selection.csv", "choice.csv"})
    void odds_are_those_of_the_reference(String file) {
        Golden.aggregates(file).forEach(row -> {
            List<BigDecimal> probabilities = SelectionProbabilities.of(Draws.draw(row), exponents(row));
            List<BigDecimal> expected = Draws.numbers(row.text("probabilities"));
            assertThat(probabilities).hasSameSizeAs(expected);
            for (int i = 0; i < probabilities.size(); i++) {
                assertThat(probabilities.get(i))
                        .as("%s", row)
                        .isCloseTo(expected.get(i), within(new BigDecimal("1e-14")));
            }
        });
    }

    /** The second of two candidates is drawn among the remaining ones. */
    @Test
    void odds_of_two_in_order_are_those_of_the_reference() {
        Golden.aggregates("selection_top2.csv").forEach(row -> {
            long[] scores = Arrays.stream(row.text("scores").split(" ", -1))
                    .mapToLong(Long::parseLong)
                    .toArray();
            int[] order = Arrays.stream(row.text("outcome_in_order").split(" ", -1))
                    .mapToInt(Integer::parseInt)
                    .toArray();
            Ratio t = ratio(row.text("temperature"));
            BigDecimal first = SelectionProbabilities.of(Draws.draw(row), Exponents.of(scores, t))
                    .get(order[0]);
            long[] left = IntStream.range(0, scores.length)
                    .filter(i -> i != order[0])
                    .mapToLong(i -> scores[i])
                    .toArray();
            int place = order[1] - (order[1] > order[0] ? 1 : 0);
            BigDecimal both = first.multiply(SelectionProbabilities.of(Draws.draw(row), Exponents.of(left, t))
                    .get(place));
            assertThat(both)
                    .as("%s", row)
                    .isCloseTo(new BigDecimal(row.text("probability")), within(new BigDecimal("1e-14")));
        });
    }

    @Tag("statistical")
    @Test
    void draws_follow_the_exact_probabilities_of_every_row() {
        Randomness randomness = new SeededRandomness(21);
        Golden.aggregates("selection.csv").forEach(row -> {
            Exponents exponents = exponents(row);
            Draw draw = Draws.draw(row);
            double p = GoodnessOfFit.pValue(probabilities(row), DRAWS, () -> draw.from(exponents, randomness));
            assertThat(p).as("%s", row).isGreaterThan(P_VALUE);
        });
    }

    /** The check must distinguish the two kinds of draw. */
    @Tag("statistical")
    @Test
    void one_draw_is_not_taken_for_the_other() {
        Randomness randomness = new SeededRandomness(22);
        Exponents exponents = Exponents.of(new long[] {1, 0}, Ratio.of(1, 1));
        double[] exponential = {0.7310585786300049, 0.2689414213699951};
        IntSupplier permuted = () -> Draw.PERMUTE_AND_FLIP.from(exponents, randomness);
        assertThat(GoodnessOfFit.pValue(exponential, DRAWS, permuted)).isLessThan(P_VALUE);
    }

    /**
     * Faulty variants that the check must detect: a coin of few bits, a temperature that is 4 % off, and a fixed order that
     * begins with the first candidate.
     */
    @Tag("statistical")
    @Test
    void draws_with_a_fault_are_caught() {
        Randomness randomness = new SeededRandomness(23);
        Ratio t = Ratio.of(1, 2);
        long[] scores = {5, 4, 4, 2, 0};
        double[] right = SelectionProbabilities.of(Draw.PERMUTE_AND_FLIP, Exponents.of(scores, t)).stream()
                .mapToDouble(BigDecimal::doubleValue)
                .toArray();
        Exponents warmer = Exponents.of(scores, Ratio.of(48, 100));
        assertThat(GoodnessOfFit.pValue(right, DRAWS, () -> Draw.PERMUTE_AND_FLIP.from(warmer, randomness)))
                .isLessThan(P_VALUE);
        assertThat(GoodnessOfFit.pValue(right, DRAWS, () -> inOrder(Exponents.of(scores, t), randomness)))
                .isLessThan(P_VALUE);
        assertThat(GoodnessOfFit.pValue(right, DRAWS, () -> withFewBits(scores, 0.5, randomness)))
                .isLessThan(P_VALUE);
    }

    private static int inOrder(Exponents exponents, Randomness randomness) {
        int candidate = exponents.candidates() - 1;
        while (!exponents.falls(candidate, randomness)) {
            candidate--;
        }
        return candidate;
    }

    /** Draws by permute-and-flip with coins that compare a double with a uniform number of 4 bits. */
    private static int withFewBits(long[] scores, double t, Randomness randomness) {
        List<Integer> left =
                new ArrayList<>(IntStream.range(0, scores.length).boxed().toList());
        while (true) {
            int candidate = left.remove(UniformIndex.below(left.size(), randomness));
            double uniform = (randomness.nextLong() >>> 60) / 16.0;
            if (uniform < Math.exp(-t * (scores[0] - scores[candidate]))) {
                return candidate;
            }
        }
    }

    /** A candidate can be drawn although {@code uniform < Math.exp(-x)} could never be true for it. */
    @Test
    void a_candidate_whose_probability_no_double_holds_can_be_drawn() {
        Randomness allFall = new Randomness() {
            private int next;

            @Override
            public long nextLong() {
                next++;
                return next == 1 ? -1L : next % 2 == 0 ? 0 : 1L << 62;
            }
        };
        Exponents exponents = Exponents.of(new long[] {800, 0}, Ratio.of(1, 1));
        assertThat(Draw.PERMUTE_AND_FLIP.from(exponents, allFall)).isEqualTo(1);
    }

    @Test
    void candidates_of_equal_scores_and_a_single_one_are_drawn_too() {
        Randomness randomness = new SeededRandomness(24);
        for (Draw draw : Draw.values()) {
            assertThat(draw.from(Exponents.of(new long[] {7}, Ratio.ONE), randomness))
                    .isZero();
            assertThat(IntStream.range(0, 200)
                            .map(i -> draw.from(Exponents.of(new long[] {3, 3, 3}, Ratio.ONE), randomness))
                            .distinct()
                            .boxed())
                    .containsExactlyInAnyOrder(0, 1, 2);
        }
    }
}
