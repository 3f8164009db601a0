package dev.weir.operators.aggregate.top;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.weir.accountant.mechanism.AdditiveNoise;
import dev.weir.accountant.mechanism.DiscreteLaplace;
import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.mechanism.PreparedMechanism;
import dev.weir.accountant.mechanism.RoundedGaussian;
import dev.weir.accountant.noise.Randomness;
import dev.weir.accountant.privacy.Ratio;
import dev.weir.accountant.selection.Draw;
import dev.weir.accountant.selection.Exponents;
import dev.weir.accountant.selection.SelectionPrice;
import dev.weir.accountant.selection.SelectionProbabilities;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.Estimate;
import dev.weir.operators.testing.GoodnessOfFit;
import dev.weir.operators.testing.SelectionData;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@Tag("thorough")
class TopTest {

    private static final int CANDIDATES = 100;
    private static final int RUNS = 2_000;
    private static final int DRAWS = 200_000;
    private static final BigDecimal ONE = BigDecimal.ONE;

    private static Candidates candidates(int count, long limit) {
        return new Candidates(IntStream.range(0, count).mapToObj(i -> "c" + i).toList(), limit);
    }

    private static TopSelection selection(int count, int k) {
        return new TopSelection("hot", ONE, candidates(count, 1), k);
    }

    private static long[] zipf(int votes) {
        double all =
                IntStream.rangeClosed(1, CANDIDATES).mapToDouble(i -> 1.0 / i).sum();
        return IntStream.rangeClosed(1, CANDIDATES)
                .mapToLong(i -> Math.round(votes / (i * all)))
                .toArray();
    }

    /** Returns Laplace noise, or an exponential mechanism with range 1 / k per draw. */
    private static AdditiveNoise noise(boolean exponential, int k) {
        Ratio price = Ratio.of(BigDecimal.valueOf(SelectionPrice.halfMuSquared(1.0 / k)))
                .times(Ratio.of(k, 1));
        return exponential ? new RoundedGaussian(Ratio.of(1, 2).dividedBy(price)) : new DiscreteLaplace(Ratio.ONE);
    }

    @Test
    void candidates_that_utf_8_cannot_hold_are_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Candidates(List.of("a", "\ud800"), Candidates.UNLIMITED))
                .withMessageStartingWith("candidates must be well-formed text");
    }

    /** Results of 2000 runs must be within three standard errors of the reference and of this test. */
    @Tag("statistical")
    @Test
    void as_many_of_the_best_are_found_as_the_reference_says() {
        SelectionData.rows("topk_errors.csv").forEach(row -> {
            int k = (int) row.number("k");
            int each = (int) row.number("candidates_per_unit");
            long[] votes = zipf((int) row.number("votes"));
            TopCounts counts = new TopCounts("hot", ONE, candidates(CANDIDATES, 1), k);
            TopSelection selection = selection(CANDIDATES, k);
            double within = 3 * Math.sqrt(2) * row.number("standard_error_at_most");
            assertThat(found(counts, new DiscreteLaplace(Ratio.of(each, 1)), votes, k))
                    .as("counts of %s", row)
                    .isCloseTo(row.number("found_by_counts"), within(within));
            assertThat(found(selection, noise(false, k), votes, k))
                    .as("permute-and-flip of %s", row)
                    .isCloseTo(row.number("found_by_permute_and_flip"), within(within));
            assertThat(found(selection, noise(true, k), votes, k))
                    .as("exponential of %s", row)
                    .isCloseTo(row.number("found_by_exponential"), within(within));
        });
    }

    private static double found(Aggregate top, AdditiveNoise noise, long[] votes, int k) {
        long least = Arrays.stream(votes).sorted().toArray()[votes.length - k];
        PreparedMechanism draws = top.prepare(noise);
        Randomness randomness = new SplittableRandom(41)::nextLong;
        long found = 0;
        for (int run = 0; run < RUNS; run++) {
            long[] released = new long[top.measured()];
            draws.release(votes, 0, released, 0, randomness);
            Estimate estimate = top.estimate(released, new double[released.length], 0, noise)
                    .get(0);
            found += keys(estimate).stream()
                    .filter(key -> votes[Integer.parseInt(key.substring(1))] >= least)
                    .count();
        }
        return (double) found / RUNS / k;
    }

    @SuppressWarnings("unchecked")
    private static List<String> keys(Estimate estimate) {
        return (List<String>) estimate.fields().getOrDefault("keys", List.of());
    }

    /**
     * Compares 200 000 draws of two in order with exact probabilities. Correct draws fail one of four checks with probability
     * below 4e-9.
     */
    @Tag("statistical")
    @Test
    void two_in_order_are_drawn_as_often_as_the_law_says() {
        long[] votes = {3, 2, 1, 0};
        for (int quarters : new int[] {1, 6}) {
            Ratio t = Ratio.of(quarters, 4);
            AdditiveNoise laplace = new DiscreteLaplace(Ratio.ONE.dividedBy(t.times(Ratio.of(2, 1))));
            check(votes, laplace, t, Draw.PERMUTE_AND_FLIP);
            Ratio price = Ratio.of(BigDecimal.valueOf(SelectionPrice.halfMuSquared(t.toDouble())))
                    .times(Ratio.of(2, 1));
            check(votes, new RoundedGaussian(Ratio.of(1, 2).dividedBy(price)), t, Draw.EXPONENTIAL);
        }
    }

    private static void check(long[] votes, AdditiveNoise noise, Ratio t, Draw draw) {
        double[] probabilities = new double[votes.length * votes.length];
        List<BigDecimal> first = SelectionProbabilities.of(draw, Exponents.of(votes, t));
        for (int i = 0; i < votes.length; i++) {
            int taken = i;
            long[] left = IntStream.range(0, votes.length)
                    .filter(j -> j != taken)
                    .mapToLong(j -> votes[j])
                    .toArray();
            List<BigDecimal> second = SelectionProbabilities.of(draw, Exponents.of(left, t));
            for (int place = 0; place < left.length; place++) {
                int j = place < i ? place : place + 1;
                probabilities[i * votes.length + j] =
                        first.get(i).doubleValue() * second.get(place).doubleValue();
            }
        }
        PreparedMechanism draws = selection(votes.length, 2).prepare(noise);
        Randomness randomness = new SplittableRandom(42)::nextLong;
        long[] released = new long[2];
        double p = GoodnessOfFit.pValue(probabilities, DRAWS, () -> {
            draws.release(votes, 0, released, 0, randomness);
            return (int) (released[0] * votes.length + released[1]);
        });
        assertThat(p).isGreaterThan(1e-9);
    }

    @Test
    void exact_answers_are_the_best_with_the_first_declared_before_equals() {
        long[] votes = {4, 9, 0, 9, 7};
        TopCounts counts = new TopCounts("hot", ONE, candidates(5, Candidates.UNLIMITED), 3);
        Estimate counted = counts.estimate(votes, new double[5], 0, null).get(0);
        assertThat(counted.fields()).containsOnlyKeys("keys", "counts", "stddev");
        assertThat(keys(counted)).containsExactly("c1", "c3", "c4");
        assertThat(counted.fields().get("counts")).asString().isEqualTo("[9, 9, 7]");
        TopSelection selection = selection(5, 3);
        long[] best = new long[3];
        selection.measure(votes, 0, best, 0);
        assertThat(keys(selection.estimate(best, new double[3], 0, null).get(0)))
                .containsExactly("c1", "c3", "c4");
    }

    /**
     * For a unit with one vote for each candidate, counts cost one record per vote, and a selection costs one record in
     * total.
     */
    @Test
    void a_unit_with_a_vote_for_each_candidate_costs_as_much_as_its_votes_or_as_one() {
        TopCounts counts = new TopCounts("hot", ONE, candidates(5, 1), 3);
        assertThat(counts.largestSize(100, Norm.L1)).isEqualTo(5);
        assertThat(counts.largestSize(100, Norm.SQUARED_L2)).isEqualTo(5);
        assertThat(selection(5, 3).largestSize(100, Norm.SQUARED_L2)).isEqualTo(BigInteger.ONE);
        TopSelection three = new TopSelection("hot", ONE, candidates(5, 3), 1);
        assertThat(three.fullSize(Norm.SQUARED_L2)).isEqualTo(9);
        assertThat(three.largestSize(2, Norm.L1)).isEqualTo(2);
        assertThat(three.selection(new DiscreteLaplace(Ratio.of(3, 1))).temperature())
                .isEqualTo(Ratio.of(1, 3));
    }

    @Test
    void errors_are_stated_in_votes() {
        AdditiveNoise noise = new DiscreteLaplace(Ratio.of(2, 1));
        TopSelection selection = selection(100, 3);
        assertThat(selection.accuracy(noise).get(0).error95()).isCloseTo(Math.log(2000) * 6, within(1e-9));
        assertThat(selection.mechanism(noise)).isEqualTo("permute-and-flip");
    }

    @Test
    void wrong_candidates_and_numbers_are_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> selection(5, 6))
                .withMessageContaining("k must be 1 to 5");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Candidates(List.of("a", "a"), 1))
                .withMessageContaining("distinct");
        assertThatIllegalArgumentException().isThrownBy(() -> new Candidates(List.of(), 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new Candidates(List.of("a"), 0));
    }
}
