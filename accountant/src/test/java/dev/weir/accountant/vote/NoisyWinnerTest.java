package dev.weir.accountant.vote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.accountant.noise.Randomness;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class NoisyWinnerTest {

    private static final double[] NO_BELIEF = {};

    /** Noise that rounds to 0: a draw differs from 0 with probability 2 Q(7.6) = 3e-14. */
    private static final BigDecimal NONE = new BigDecimal("1e-6");

    private static final int DRAWS = 20_000;

    private final Randomness randomness = new SplittableRandom(20_251)::nextLong;

    private static long[] counts(String votes) {
        return Arrays.stream(votes.split(" ")).mapToLong(Long::parseLong).toArray();
    }

    private static NoisyWinner interactive(String threshold, String confidence) {
        return new NoisyWinner(
                new VoteMechanism.InteractiveGnmax(new BigDecimal(threshold), NONE, NONE, new BigDecimal(confidence)),
                100);
    }

    /**
     * The rows of the reference's {@code pate_winner.csv}: votes, threshold, sigma1, sigma2, the probabilities of the labels. Each frequency of
     * 20 000 draws is a mean of Bernoulli variables: with Bernstein's inequality it is off by more than the tolerance with
     * probability below 2e-9 each, below 1e-7 in all.
     */
    @ParameterizedTest
    @CsvSource({
        "10 8 3,,,4,0.607323619078228 0.34001278430127213 0.05266359662050005",
        "180 40 30,,,40,0.9898464749879063 0.006423022995896253 0.003730502016197455",
        "25 25,,,10,0.5 0.5",
        "200 30 20,200,150,40,0.49899719414974336 0.0006510935905445079 0.0003517122597122268",
        "60 25 10 5,70,15,12,0.24717434234843955 0.004888270918520964 0.00032133767705985224 0.00010858660290261221"
    })
    void labels_have_the_law_of_the_reference(
            String votes, BigDecimal threshold, BigDecimal check, BigDecimal answer, String law) {
        VoteMechanism mechanism = threshold == null
                ? new VoteMechanism.Gnmax(answer)
                : new VoteMechanism.ConfidentGnmax(threshold, check, answer);
        NoisyWinner winner = new NoisyWinner(mechanism, 250);
        double[] expected =
                Arrays.stream(law.split(" ")).mapToDouble(Double::parseDouble).toArray();
        long[] seen = new long[expected.length];
        long[] counts = counts(votes);
        for (int i = 0; i < DRAWS; i++) {
            NoisyWinner.Outcome outcome = winner.draw(counts, NO_BELIEF, randomness);
            assertThat(outcome.answered()).isEqualTo(outcome.label() != NoisyWinner.Outcome.NONE);
            if (outcome.answered()) {
                seen[outcome.label()]++;
            }
        }
        for (int label = 0; label < expected.length; label++) {
            double variance = expected[label] * (1 - expected[label]) / DRAWS;
            double tolerance = Math.sqrt(2 * 20.8 * variance) + 2 * 20.8 / (3.0 * DRAWS);
            assertThat((double) seen[label] / DRAWS).isCloseTo(expected[label], within(tolerance));
        }
        assertThat(counts).isEqualTo(counts(votes));
    }

    @Test
    void a_tie_goes_to_the_label_that_is_declared_first() {
        NoisyWinner winner = new NoisyWinner(new VoteMechanism.Gnmax(NONE), 10);
        assertThat(winner.draw(new long[] {1, 4, 4, 0}, NO_BELIEF, randomness).label())
                .isEqualTo(1);
    }

    /** The smallest threshold above 4 votes on the grid is 4 + 2^-16 = 4.0000152587890625. */
    @ParameterizedTest
    @CsvSource({"4, true", "4.00000000000001, false", "4.0000152587890625, false", "3.9999, true"})
    void a_check_passes_at_the_threshold(BigDecimal threshold, boolean passes) {
        NoisyWinner winner = new NoisyWinner(new VoteMechanism.ConfidentGnmax(threshold, NONE, NONE), 10);
        NoisyWinner.Outcome outcome = winner.draw(new long[] {1, 4}, NO_BELIEF, randomness);
        assertThat(outcome).isEqualTo(new NoisyWinner.Outcome(passes, passes ? 1 : NoisyWinner.Outcome.NONE));
    }

    /** The winner is that of the votes; only the check is about the surplus. */
    @ParameterizedTest
    @CsvSource({
        "60 40, 0.6 0.4, false, -1",
        "60 40, 0.1 0.9, true, 0",
        "40 60, 0.99 0.01, true, 1",
        "96 4, 0.95 0.05, false, 0",
        "4 96, 0.1 0.9, true, 1",
        "4 91, 0.1 0.9, false, 1"
    })
    void an_interactive_vote_is_answered_where_teachers_disagree(
            String votes, String belief, boolean answered, int label) {
        double[] probabilities = Arrays.stream(belief.split(" "))
                .mapToDouble(Double::parseDouble)
                .toArray();
        NoisyWinner.Outcome outcome = interactive("5", "0.9").draw(counts(votes), probabilities, randomness);
        assertThat(outcome).isEqualTo(new NoisyWinner.Outcome(answered, label));
    }

    @Test
    void a_surplus_is_rounded_to_the_grid() {
        long[] surpluses = interactive("5", "0.9").surpluses(new long[] {50, 30}, new double[] {1.0 / 3, 2.0 / 3});
        assertThat(surpluses).containsExactly(50L * 65_536 - 2_184_533, 30L * 65_536 - 4_369_067);
    }

    @Test
    void texts_show_no_label() {
        assertThat(new NoisyWinner.Outcome(true, 7)).hasToString("Outcome");
    }
}
