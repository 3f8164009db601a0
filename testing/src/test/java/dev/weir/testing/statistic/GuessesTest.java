package dev.weir.testing.statistic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.testing.statistic.Guesses.Arm;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class GuessesTest {

    private static final Claim EPSILON = new Claim(Claim.Kind.EPSILON, 1, 0);
    private static final Claim MU = new Claim(Claim.Kind.MU, 1, 0);

    private static double bound(Guesses guesses, Claim claim, double risk) {
        return guesses.bound(claim, new BinomialBound.Exact(risk));
    }

    @Test
    void guesses_that_are_all_right_bound_epsilon_in_closed_form() {
        Guesses guesses = new Guesses(new Arm(600, 0, 1000), new Arm(0, 400, 1000), false);
        double least = Math.pow(0.01, 0.001);
        assertThat(bound(guesses, EPSILON, 0.01)).isCloseTo(Math.log(least / (1 - least)), within(1e-6));
    }

    /** Among 2000 worlds two or more give their coin away with probability 2e-6 at a delta of 1e-6, one or more with 2e-3. */
    @Test
    void guesses_that_delta_may_explain_are_left_out() {
        Guesses guesses = new Guesses(new Arm(600, 0, 1000), new Arm(0, 400, 1000), false);
        Claim claim = new Claim(Claim.Kind.EPSILON, 1, 1e-6);
        double least = Math.pow(0.001, 1.0 / 999);
        assertThat(bound(guesses, claim, 0.002)).isCloseTo(Math.log(least / (1 - least)), within(1e-6));
    }

    @Test
    void many_trials_find_mu() {
        // Phi(0.5) = 0.691462: mu = 1
        Arm with = new Arm(691_462, 308_538, 1_000_000);
        Arm without = new Arm(308_538, 691_462, 1_000_000);
        assertThat(bound(new Guesses(with, without, true), MU, 0.01)).isBetween(0.99, 1.0);
        Arm seldom = new Arm(308_538, 0, 1_000_000);
        Arm never = new Arm(66_807, 0, 1_000_000); // Phi(-1.5)
        assertThat(bound(new Guesses(seldom, never, false), MU, 0.01)).isBetween(0.97, 1.0);
    }

    @Test
    void guesses_at_random_show_nothing() {
        Guesses guesses = new Guesses(new Arm(500, 500, 1000), new Arm(500, 500, 1000), true);
        assertThat(bound(guesses, EPSILON, 0.01)).isZero();
        assertThat(bound(guesses, MU, 0.01)).isZero();
        assertThat(bound(Guesses.NONE, EPSILON, 0.01)).isZero();
    }

    /**
     * Randomised response of &epsilon; 1 reaches both claims exactly. In 4000 experiments of 300 worlds a bound at a risk of 1 % may be
     * above the truth in 40 on average, and in more than 73 with probability 1e-6.
     */
    @Test
    void bounds_are_above_the_truth_as_rarely_as_they_say() {
        SplittableRandom random = new SplittableRandom(4);
        double truth = Math.E / (1 + Math.E);
        int aboveEpsilon = 0;
        int aboveMu = 0;
        for (int i = 0; i < 4000; i++) {
            int[][] counts = new int[2][2];
            for (int world = 0; world < 300; world++) {
                int coin = random.nextInt(2);
                counts[coin][random.nextDouble() < truth ? coin : 1 - coin]++;
            }
            Guesses guesses = new Guesses(arm(counts[1]), arm(counts[0]), true);
            aboveEpsilon += bound(guesses, EPSILON, 0.01) > 1 ? 1 : 0;
            aboveMu += bound(guesses, MU, 0.01) > Claim.muOf(1) ? 1 : 0;
        }
        assertThat(aboveEpsilon).isBetween(1, 73);
        assertThat(aboveMu).isBetween(1, 73);
    }

    private static Arm arm(int[] noAndYes) {
        return new Arm(noAndYes[1], noAndYes[0], noAndYes[0] + noAndYes[1]);
    }

    /** The guesses are right in 600 of 1000 worlds. But for an event of 5 % some 50 of them and more may be right for nothing. */
    @Test
    void as_many_guesses_as_worlds_may_be_exempt_are_left_out_of_a_bound_of_mu() {
        Guesses guesses = new Guesses(new Guesses.Arm(300, 200, 500), new Guesses.Arm(200, 300, 500), true);
        BinomialBound binomial = new BinomialBound.Exact(0.01);
        double whole = guesses.bound(MU, binomial);
        assertThat(guesses.bound(MU.but(0.01), binomial)).isBetween(0.1, whole - 0.05);
        assertThat(guesses.bound(MU.but(0.05), binomial)).isLessThan(0.1);
        Guesses ofOneKind = new Guesses(new Guesses.Arm(60, 0, 500), new Guesses.Arm(0, 0, 500), false);
        assertThat(ofOneKind.bound(MU, binomial)).isPositive();
        assertThat(ofOneKind.bound(MU.but(0.1), binomial)).isZero();
    }
}
