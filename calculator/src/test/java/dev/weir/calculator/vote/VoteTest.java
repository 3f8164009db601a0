package dev.weir.calculator.vote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.weir.accountant.compose.normal.NormalTail;
import dev.weir.accountant.synth.PlausibleDeniability;
import dev.weir.accountant.vote.exact.CheckedPrice;
import dev.weir.accountant.vote.exact.ConfidentGnMax;
import dev.weir.accountant.vote.exact.GnMax;
import dev.weir.accountant.vote.exact.InteractiveGnMax;
import dev.weir.accountant.vote.exact.LogSpace;
import dev.weir.accountant.vote.exact.RenyiPrice;
import dev.weir.accountant.vote.exact.Votes;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class VoteTest {

    @RepeatedTest(300)
    void the_price_of_a_gaussian_vote_covers_its_true_loss(RepetitionInfo run) {
        assertThat(shareOfThePrice(run.getCurrentRepetition())).isLessThanOrEqualTo(1 + 1e-9);
    }

    @Test
    void a_price_a_third_lower_would_not_cover_it() {
        assertThat(IntStream.rangeClosed(1, 2_000).mapToDouble(VoteTest::shareOfThePrice))
                .anyMatch(share -> share > 2.0 / 3);
    }

    @RepeatedTest(300)
    void the_price_of_a_laplace_vote_covers_its_true_loss(RepetitionInfo run) {
        SplittableRandom random = new SplittableRandom(run.getCurrentRepetition());
        LnMax mechanism = new LnMax(StrictMath.exp(random.nextDouble(-4, 0.5)));
        double order = 1 + StrictMath.exp(random.nextDouble(-3, 4));
        long loser = random.nextLong(0, 200);
        long lead = random.nextLong(2, (long) (20 / mechanism.gamma()) + 3);
        double price = mechanism.price(Votes.of(loser, loser + lead), order).dataDependent();
        for (int step : new int[] {-2, 2}) {
            double exact = divergence(laplaceMiss(mechanism, lead), laplaceMiss(mechanism, lead + step), order);
            assertThat(price).isGreaterThanOrEqualTo(exact * (1 - 1e-9));
        }
    }

    @RepeatedTest(300)
    void the_price_of_a_check_covers_its_true_loss(RepetitionInfo run) {
        SplittableRandom random = new SplittableRandom(run.getCurrentRepetition());
        double sigma = StrictMath.exp(random.nextDouble(0.5, 4));
        double order = 1 + StrictMath.exp(random.nextDouble(-3, 4));
        long highest = random.nextLong(10, 300);
        double threshold = highest + sigma * random.nextDouble(-6, 6);
        double price = new ConfidentGnMax(threshold, sigma, 1)
                .price(Votes.of(highest, 0), order)
                .check()
                .dataDependent();
        for (int step : new int[] {-1, 1}) {
            double here = (threshold - highest) / sigma;
            double there = (threshold - highest - step) / sigma;
            double exact = here > 0
                    ? divergence(NormalTail.log(here), NormalTail.log(there), order)
                    : divergence(NormalTail.log(-here), NormalTail.log(-there), order);
            assertThat(price).isGreaterThanOrEqualTo(exact * (1 - 1e-9));
        }
    }

    @RepeatedTest(200)
    void a_clearer_vote_never_costs_more_than_the_price_for_all_votes(RepetitionInfo run) {
        SplittableRandom random = new SplittableRandom(run.getCurrentRepetition());
        Votes votes = Votes.of(random.longs(random.nextInt(2, 12), 0, 500).toArray());
        double order = 1 + StrictMath.exp(random.nextDouble(-3, 5));
        double noise = StrictMath.exp(random.nextDouble(-1, 5));
        RenyiPrice gaussian = new GnMax(noise).price(votes, order);
        RenyiPrice laplace = new LnMax(1 / noise).price(votes, order);
        assertThat(gaussian.dataDependent()).isBetween(0.0, gaussian.dataIndependent());
        assertThat(laplace.dataDependent()).isBetween(0.0, laplace.dataIndependent());
        assertThat(gaussian.logMiss()).isLessThanOrEqualTo(StrictMath.log1p(-1.0 / votes.classes()));
        double pure = 2 / noise;
        assertThat(laplace.dataIndependent())
                .isLessThanOrEqualTo(Math.min(pure, pure * pure * order / 2) * (1 + 1e-12));
    }

    @Test
    void without_beliefs_the_interactive_vote_is_the_confident_one_at_a_lower_bar() {
        Votes votes = Votes.of(180, 60, 5, 5);
        ConfidentGnMax mechanism = new ConfidentGnMax(100, 150, 40);
        double[] clueless = {0.25, 0.25, 0.25, 0.25};
        CheckedPrice interactive = new InteractiveGnMax(mechanism).price(votes, clueless, 5);
        CheckedPrice confident = new ConfidentGnMax(162.5, 150, 40).price(votes, 5);
        assertThat(interactive.answered()).isCloseTo(confident.answered(), within(1e-15));
        assertThat(interactive.check()).isEqualTo(confident.check());
        assertThat(interactive.answer()).isEqualTo(confident.answer());
    }

    @Test
    void a_student_that_agrees_with_its_teachers_is_rarely_answered() {
        InteractiveGnMax mechanism = new InteractiveGnMax(new ConfidentGnMax(100, 20, 40));
        CheckedPrice price = mechanism.price(Votes.of(240, 10), new double[] {0.96, 0.04}, 5);
        assertThat(price.answered()).isLessThan(1e-6);
    }

    @Test
    void votes_are_read_in_full_or_in_blocks_and_never_printed() {
        Votes votes = Votes.parse("4200 500 then 150 classes of 2");
        assertThat(votes.classes()).isEqualTo(152);
        assertThat(votes.total()).isEqualTo(5000);
        assertThat(votes.highest()).isEqualTo(4200);
        assertThat(votes).hasToString("votes for 152 classes");
        assertThat(Votes.parse(" 3  4 ").leads()).containsExactly(1);
    }

    @Test
    void parameters_out_of_range_are_refused() {
        assertRefused(() -> new GnMax(0), "sigma must be between 1e-100 and 1e100, was 0.0");
        assertRefused(() -> new LnMax(Double.NaN), "gamma must be between 1e-100 and 1e100, was NaN");
        assertRefused(() -> new ConfidentGnMax(Double.NaN, 1, 1), "threshold must be finite, was NaN");
        assertRefused(() -> new ConfidentGnMax(1, 1, -1), "answerSigma must be between 1e-100 and 1e100, was -1.0");
        assertRefused(() -> new GnMax(1).price(Votes.of(1, 2), 1), "order must be above 1 and finite, was 1.0");
        assertRefused(() -> new GnMax(1).rho(-1), "answers must be >= 0, was -1");
        assertRefused(() -> new LnMax(1).optimal(1, 0), "delta must be above 0 and below 1, was 0.0");
        assertRefused(() -> Votes.of(1), "votes must be for at least 2 classes, was 1");
        assertRefused(() -> Votes.of(1, -1), "votes must be >= 0 and finite");
        assertRefused(() -> Votes.parse("1 x"), "votes must be whole numbers separated by blanks");
        assertRefused(() -> Votes.parse("1 then some"), "votes must be numbers that end in 'then N classes of V'");
        assertRefused(() -> new PlausibleDeniability(1, 2, 1), "k must be >= 2, was 1");
        assertRefused(() -> new PlausibleDeniability(5, 0.5, 1), "gamma must be >= 1 and finite, was 0.5");
        assertRefused(() -> new PlausibleDeniability(5, 2, 1).at(5), "t must be between 1 and k - 1 = 4, was 5");
        InteractiveGnMax interactive = new InteractiveGnMax(new ConfidentGnMax(1, 1, 1));
        assertRefused(
                () -> interactive.price(Votes.of(1, 2), new double[] {0.5, 0.6}, 2),
                "baseline must be probabilities that sum to 1, was 1.1");
        assertRefused(
                () -> interactive.price(Votes.of(1, 2), new double[] {1}, 2), "baseline must be for 2 classes, was 1");
    }

    /**
     * Returns the true loss as a part of the price. With two classes the outcome is one coin, whose bias and R&eacute;nyi
     * loss are known exactly.
     */
    private static double shareOfThePrice(int seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double sigma = StrictMath.exp(random.nextDouble(0.5, 4));
        double order = 1 + StrictMath.exp(random.nextDouble(-3, 4));
        long lead = random.nextLong(0, (long) (8 * sigma) + 2);
        RenyiPrice price = new GnMax(sigma).price(Votes.of(7, 7 + lead), order);
        double scale = StrictMath.sqrt(2) * sigma;
        double here = NormalTail.log(lead / scale);
        double less = divergence(here, NormalTail.log((lead - 2) / scale), order);
        double more = divergence(here, NormalTail.log((lead + 2) / scale), order);
        return Math.max(less, more) / price.dataDependent();
    }

    private static double laplaceMiss(LnMax mechanism, long lead) {
        double gap = mechanism.gamma() * Math.abs(lead);
        return StrictMath.log((2 + gap) / 4) - gap;
    }

    /** Returns the R&eacute;nyi divergence of order a between coins that miss with these (logarithmic) probabilities. */
    private static double divergence(double logMiss, double otherLogMiss, double order) {
        double miss = order * logMiss + (1 - order) * otherLogMiss;
        double hit = order * LogSpace.complement(logMiss) + (1 - order) * LogSpace.complement(otherLogMiss);
        return LogSpace.sum(miss, hit) / (order - 1);
    }

    private static void assertRefused(Runnable call, String message) {
        assertThatIllegalArgumentException().isThrownBy(call::run).withMessage(message);
    }
}
