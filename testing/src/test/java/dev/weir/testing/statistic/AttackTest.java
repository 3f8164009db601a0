package dev.weir.testing.statistic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Simulated mechanisms, from fixed seeds: right ones are never found wrong, and broken twins are. */
class AttackTest {

    private static final double SURE = 1e-6;
    private static final Claim PURE = new Claim(Claim.Kind.PURE, 1, 0);
    private static final Claim GAUSSIAN = new Claim(Claim.Kind.GAUSSIAN, 1, 1e-6);

    /** 40 simulations at a risk of 1e-6 each: a false alarm has the probability 4e-5 over seeds, and these are fixed. */
    @ParameterizedTest
    @CsvSource({"PURE, 1, 1", "PURE, 0.3, 5", "GAUSSIAN, 1, 1", "GAUSSIAN, 0.5, 12"})
    void a_perfect_mechanism_keeps_its_claim(Claim.Kind kind, double loss, int numbers) {
        Claim claim = new Claim(kind, loss, kind == Claim.Kind.PURE ? 0 : 1e-6);
        for (int seed = 0; seed < 10; seed++) {
            Observations outputs = new PerfectMechanism(kind, loss, numbers)
                    .outputs(Trials.of(2000, seed), new SplittableRandom(-seed));
            assertThat(Attack.on(outputs, claim).bound(claim, SURE)).isLessThanOrEqualTo(loss);
        }
    }

    @Test
    void a_single_number_shows_most_of_its_claim() {
        assertThat(new PerfectMechanism(PURE.kind(), 1, 1).found(PURE, 20_000, 0.01, 1))
                .isBetween(0.8, 1.0);
        assertThat(new PerfectMechanism(GAUSSIAN.kind(), 1, 1).found(GAUSSIAN, 20_000, 0.01, 1))
                .isBetween(0.8, 1.0);
    }

    @Test
    void noise_of_half_the_size_is_found() {
        Observations pure = new PerfectMechanism(PURE.kind(), 2, 1).outputs(Trials.of(20_000, 3), random());
        assertThat(Attack.on(pure, PURE).bound(PURE, SURE)).isGreaterThan(1.2);
        Observations gaussian = new PerfectMechanism(GAUSSIAN.kind(), 2, 4).outputs(Trials.of(20_000, 3), random());
        assertThat(Attack.on(gaussian, GAUSSIAN).bound(GAUSSIAN, SURE)).isGreaterThan(1.5);
    }

    /** Sixteen numbers of epsilon 1/16 each: a bound of epsilon is far from 1, one of mu near sqrt(16) mu(1/16). */
    @Test
    void small_losses_that_add_up_are_found_by_mu() {
        Claim mu = new Claim(Claim.Kind.GAUSSIAN, 4 * Claim.muOf(1 / 16.0), 0);
        assertThat(mu.loss()).isBetween(0.31, 0.32);
        PerfectMechanism right = new PerfectMechanism(PURE.kind(), 1, 16);
        PerfectMechanism twice = new PerfectMechanism(PURE.kind(), 2, 16);
        assertThat(right.found(mu, 50_000, SURE, 1)).isLessThan(mu.loss());
        assertThat(twice.found(mu, 50_000, SURE, 1)).isGreaterThan(mu.loss());
        assertThat(twice.found(PURE, 50_000, SURE, 1)).isLessThan(1);
    }

    /** One draw for two numbers, of which the canary moves one: their difference is exact. */
    @Test
    void a_shared_draw_is_found_though_neither_number_shows_it_alone() {
        Trials trials = Trials.of(2000, 5);
        Observations outputs = new PerfectMechanism(PURE.kind(), 1, 1).outputs(trials, random());
        double[] moved = outputs.columns().get(0);
        double[] still = moved.clone();
        for (int world = 0; world < still.length; world++) {
            still[world] = 3 * (moved[world] - (trials.hasCanary(world) ? 1 : 0));
        }
        Observations both = new Observations(trials, List.of("one", "other"), List.of(moved, still));
        assertThat(Attack.on(both, PURE).bound(PURE, SURE)).isGreaterThan(2.5);
    }

    @Test
    void a_row_that_is_there_only_with_the_canary_is_found() {
        Trials trials = Trials.of(400, 5);
        double[] there = new double[400];
        for (int world = 0; world < there.length; world++) {
            there[world] = trials.hasCanary(world) ? 1 : 0;
        }
        Observations outputs = new Observations(trials, List.of("row"), List.of(there));
        assertThat(Attack.on(outputs, PURE).bound(PURE, SURE)).isGreaterThan(1.2);
    }

    @Test
    void what_is_the_same_in_all_worlds_shows_nothing() {
        Observations outputs = new Observations(Trials.of(400, 5), List.of("row"), List.of(new double[400]));
        assertThat(Attack.on(outputs, PURE).bound(PURE, SURE)).isZero();
    }

    @Test
    void worlds_that_share_no_draw_are_independent_and_those_that_do_are_not() {
        Trials trials = Trials.of(4000, 7);
        Observations outputs = new PerfectMechanism(GAUSSIAN.kind(), 1, 20).outputs(trials, random());
        assertThat(Independence.of(outputs, SURE).holds()).isTrue();
        List<double[]> shared = new ArrayList<>(outputs.columns());
        double[] column = shared.get(3).clone();
        for (int world = 0; world < column.length; world++) {
            column[world] = column[world / 8 * 8] + (trials.hasCanary(world) ? 1 : 0);
        }
        shared.set(3, column);
        Independence found = Independence.of(new Observations(trials, outputs.names(), shared), SURE);
        assertThat(found.holds()).isFalse();
        assertThat(found.column()).isEqualTo("number 3");
    }

    /** Counts with noise of scale 1: two worlds agree in one window with probability 1/4 by chance, and in five with 1/1000. */
    @Test
    void worlds_that_share_noise_in_groups_are_found_to_repeat_each_other() {
        Trials trials = Trials.of(4000, 7);
        List<List<double[]>> own = new ArrayList<>();
        List<List<double[]>> shared = new ArrayList<>();
        SplittableRandom random = random();
        for (int window = 0; window < 5; window++) {
            double[] each = new PerfectMechanism(PURE.kind(), 1, 1)
                    .outputs(trials, random)
                    .columns()
                    .get(0);
            double[] rounded = java.util.Arrays.stream(each).map(Math::rint).toArray();
            double[] byGroup = rounded.clone();
            for (int world = 0; world < byGroup.length; world++) {
                byGroup[world] = rounded[(world * 37 + 11) % 128] + (trials.hasCanary(world) ? 1 : 0);
            }
            own.add(List.of(rounded));
            shared.add(List.of(byGroup));
        }
        assertThat(SharedDraws.of(trials, Map.of("key", own), 1).holds()).isTrue();
        assertThat(SharedDraws.of(trials, Map.of("key", shared), 1).holds()).isFalse();
    }

    private static SplittableRandom random() {
        return new SplittableRandom(11);
    }
}
