package dev.weir.accountant.continual;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import dev.weir.accountant.continual.SeriesPrice.Term;
import dev.weir.accountant.continual.blt.Blt;
import dev.weir.accountant.continual.blt.PrefixDesign;
import dev.weir.accountant.continual.blt.PrefixDesign.Objective;
import dev.weir.accountant.continual.tree.KaryTree;
import dev.weir.accountant.mechanism.QueryPrice;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.Delta;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class SeriesPriceTest {

    static final int LAST = 300;

    private static PricedSeries priced(long contributions, Participation bounds, Term... terms) {
        return new SeriesPrice(Simulation.HALF, contributions, bounds, LAST).of(Simulation.DAY, List.of(terms));
    }

    /**
     * Random numbers of keys and contributions, distances and sizes; all keys contribute at once, as early and as close
     * together as the bounds allow.
     */
    @RepeatedTest(200)
    void the_worst_pattern_that_the_bounds_admit_fits_its_last_contribution_included(RepetitionInfo run) {
        SplittableRandom random = new SplittableRandom(run.getCurrentRepetition());
        Participation bounds = new Participation(1 + random.nextInt(4), 1 + random.nextInt(20), random.nextInt(12));
        long fullSize = 1L << random.nextInt(30);
        SeriesGate gate = new SeriesGate(priced(1 << 20, bounds, new Term(fullSize, 1)), (int) bounds.keys());
        for (int i = 0; i < bounds.times() && i * bounds.separation() < LAST; i++) {
            for (int key = 0; key < bounds.keys(); key++) {
                assertThat(gate.take(key, (int) (1 + i * bounds.separation()), fullSize))
                        .isTrue();
            }
        }
        assertThat(gate.spent()).isLessThanOrEqualTo(Simulation.HALF);
        assertThat(gate.spent().value().doubleValue()).isCloseTo(0.5, within(1e-6));
        assertThat(gate.realisedLoss(gate.priced.noise(0))).isBetween(0.4, 0.5);
        assertThat(gate.priced.noise(0).cost(bounds, fullSize)).isLessThanOrEqualTo(Simulation.HALF);
    }

    @RepeatedTest(50)
    void as_many_full_size_contributions_on_keys_of_their_own_fit_as_stated_and_no_more(RepetitionInfo run) {
        SplittableRandom random = new SplittableRandom(run.getCurrentRepetition());
        int contributions = 1 + random.nextInt(40);
        long fullSize = 1L << random.nextInt(30);
        Participation bounds = random.nextBoolean() ? Participation.ANY : new Participation(100, 2, 3);
        SeriesGate gate = new SeriesGate(priced(contributions, bounds, new Term(fullSize, 1)), contributions + 1);
        for (int key = 0; key < contributions; key++) {
            assertThat(gate.take(key, 1 + random.nextInt(LAST), fullSize)).isTrue();
        }
        assertThat(gate.take(contributions, LAST, fullSize)).isFalse();
        assertThat(gate.realisedLoss(gate.priced.noise(0)))
                .isLessThanOrEqualTo(gate.spent().value().doubleValue());
    }

    /** The limit allows so many contributions to the light aggregate that a cap on their number would never be reached. */
    @Test
    void a_light_aggregate_beside_a_very_heavy_one_is_not_free() {
        for (Participation bounds : List.of(Participation.ANY, new Participation(100, 4, 0))) {
            SeriesGate gate = new SeriesGate(priced(10, bounds, new Term(1, 1), new Term(1, 1L << 30)), 1);
            int taken = 0;
            while (taken < 200_000 && gate.take(0, 1, 1)) {
                taken++;
            }
            assertThat(gate.realisedLoss(gate.priced.noise(0)))
                    .isLessThanOrEqualTo(gate.spent().value().doubleValue());
        }
    }

    @Test
    void contributions_beyond_those_that_are_kept_are_refused_and_never_overwrite_another_unit() {
        SeriesGate gate =
                new SeriesGate(priced(10, new Participation(100, 4, 0), new Term(1, 1), new Term(1, 1L << 30)), 2);
        for (int i = 0; i < 4; i++) {
            assertThat(gate.take(0, 1 + i, 1)).isTrue();
        }
        assertThat(gate.take(0, 5, 1)).isFalse();
        gate.cost.begin(gate.units, 0);
        assertThatIllegalStateException().isThrownBy(() -> gate.cost.keep(0, 5, 1));
        assertThat(gate.take(1, 1, 1)).isTrue();
    }

    /** Contributions of random sizes to random keys at random steps, in any order, until the account refuses. */
    @RepeatedTest(100)
    void whatever_a_unit_sends_its_realised_loss_stays_below_its_charges(RepetitionInfo run) {
        SplittableRandom random = new SplittableRandom(run.getCurrentRepetition());
        long times = random.nextBoolean() ? 1 + random.nextInt(40) : Participation.UNLIMITED;
        Participation bounds = new Participation(Participation.UNLIMITED, times, random.nextInt(2));
        long fullSize = 1L << random.nextInt(20);
        SeriesGate gate = new SeriesGate(priced(1 + random.nextInt(9), bounds, new Term(fullSize, 1)), 3);
        for (int i = 0; i < 60; i++) {
            gate.take(random.nextInt(3), 1 + random.nextInt(LAST), random.nextLong(fullSize + 1));
        }
        assertThat(gate.realisedLoss(gate.priced.noise(0)))
                .isLessThanOrEqualTo(gate.spent().value().doubleValue());
        assertThat(gate.spent()).isLessThanOrEqualTo(Simulation.HALF);
    }

    /** A deliberately wrong variant, which must lose: it has noise for one participation although two are admitted. */
    @Test
    void noise_for_one_participation_does_not_hide_two() {
        Participation two = new Participation(1, 2, 5);
        SeriesGate gate = new SeriesGate(priced(1 << 20, two, new Term(1, 1)), 1);
        assertThat(gate.take(0, 1, 1) && gate.take(0, 6, 1)).isTrue();
        CorrelatedNoise forOne =
                priced(1 << 20, new Participation(1, 1, 0), new Term(1, 1)).noise(0);
        assertThat(gate.realisedLoss(gate.priced.noise(0))).isBetween(0.49, 0.5);
        assertThat(gate.realisedLoss(forOne)).isGreaterThan(1.2);
        assertThat(forOne.cost(two, 1)).isGreaterThan(Simulation.HALF);
    }

    /** Two contributions 50 steps apart overlap less than two in one step, and the charge reflects this. */
    @Test
    void where_steps_are_kept_contributions_far_apart_cost_less() {
        Participation bounds = new Participation(100, 2, 0);
        assertThat(taken(bounds, 50)).isGreaterThan(taken(bounds, 0));
        assertThat(taken(bounds, 0)).isEqualTo(taken(new Participation(100, Participation.UNLIMITED, 0), 50));
    }

    /** Returns how many pairs of contributions, each pair with its own key, a share for 16 contributions affords. */
    private static int taken(Participation bounds, int distance) {
        SeriesGate gate = new SeriesGate(priced(16, bounds, new Term(1, 1)), 20);
        int key = 0;
        while (gate.take(key, 1, 1) && gate.take(key, 1 + distance, 1)) {
            key++;
        }
        return key;
    }

    @Test
    void aggregates_share_the_account_by_weight() {
        PricedSeries priced = priced(6, new Participation(3, 1, 0), new Term(1, 1), new Term(1000, 3));
        SeriesCost cost = priced.cost();
        long[] units = new long[4 * cost.words()];
        long[] spent = new long[priced.account().words()];
        double loss = 0;
        for (int key = 0; key < 4; key++) {
            cost.begin(units, key * cost.words());
            cost.add(0, 7, 1);
            cost.add(1, 7, 1000);
            assertThat(priced.account().charge(spent, 0, cost.high(), cost.low()))
                    .isEqualTo(key < 3);
        }
        for (int i = 0; i < 2; i++) {
            BltNoise noise = (BltNoise) priced.noise(i);
            loss += 3
                    * noise.cost(new Participation(1, 1, 0), noise.fullSize())
                            .value()
                            .doubleValue();
        }
        assertThat(loss).isBetween(0.499999, 0.5 + 1e-14);
        assertThat(priced.noise(1).stddev(288) / priced.noise(0).stddev(288))
                .isCloseTo(1000 / Math.sqrt(3), within(0.5));
    }

    @Test
    void editors_so_far_today_have_the_announced_error() {
        Amount share = QueryPrice.afford(new Budget.Approximate(BigDecimal.ONE, new Delta(BigInteger.TEN.pow(18))));
        Participation twoKeys = new Participation(2, 1, 0);
        CorrelatedNoise noise = new SeriesPrice(share, 2, twoKeys, 288)
                .of(day(), List.of(new Term(1, 1)))
                .noise(0);
        assertThat(noise.stddev(288)).isCloseTo(17.15, within(0.05));
    }

    /** Returns a design for series that end with the day. */
    private static Blt day() {
        return new PrefixDesign(288, 1, 0, Objective.MAX, 288).optimize();
    }

    @Test
    void under_laplace_noise_contributions_cost_what_they_add_exactly() {
        KaryTree tree = KaryTree.of(LAST);
        SeriesPrice query = new SeriesPrice(Simulation.EPSILON, 5, Participation.ANY, LAST);
        PricedSeries priced = query.of(tree, List.of(new Term(3, 1), new Term(7, 2)));
        KaryTreeNoise count = (KaryTreeNoise) priced.noise(0);
        assertThat(count.noise().scale()).isEqualTo(3.0 * 5 * tree.levels() * 3);
        assertThat(((KaryTreeNoise) priced.noise(1)).noise().scale()).isEqualTo(7.0 * 5 * tree.levels() * 1.5);
        SeriesCost cost = priced.cost();
        assertThat(cost.words()).isZero();
        long[] spent = new long[priced.account().words()];
        for (int i = 0; i < 6; i++) {
            cost.begin(new long[0], 0);
            cost.add(0, 1 + i, 3);
            cost.add(1, 1 + i, 7);
            assertThat(priced.account().charge(spent, 0, cost.high(), cost.low()))
                    .isEqualTo(i < 5);
        }
        assertThat(priced.account().amount(priced.account().parts(spent, 0))).isEqualTo(Simulation.EPSILON);
        assertThat(count.cost(new Participation(5, 1, 0), 3).value()).isEqualByComparingTo("0.333333333333334");
    }

    @Test
    void a_unit_takes_the_stated_bytes_for_each_key() {
        assertThat(priced(2, new Participation(2, 1, 0), new Term(1, 1)).cost().words())
                .isEqualTo(1);
        assertThat(priced(2, Participation.ANY, new Term(1, 1)).cost().words()).isEqualTo(1);
        assertThat(priced(2, new Participation(2, 4, 0), new Term(1, 1)).cost().words())
                .isEqualTo(9);
        assertThat(priced(2, new Participation(2, 30, 2), new Term(1, 1), new Term(9, 1))
                        .cost()
                        .words())
                .isEqualTo(122);
        assertThat(priced(2, new Participation(2, 1000, 1), new Term(1, 1))
                        .cost()
                        .words())
                .isEqualTo(1);
    }

    @Test
    void nothing_bounds_the_cost_of_a_series_without_bounds() {
        CorrelatedNoise noise = priced(2, Participation.ANY, new Term(1, 1)).noise(0);
        assertThat(noise.cost(Participation.ANY, 1).femto()).isEqualTo(Long.MAX_VALUE);
        assertThat(noise.cost(new Participation(1, Participation.UNLIMITED, 0), 1)
                        .femto())
                .isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void the_naive_ways_are_noisier() {
        PricedSeries gaussian = priced(2, new Participation(2, 1, 0), new Term(1, 1));
        double ours = gaussian.noise(0).stddev(288);
        double sigma = Math.sqrt(2 / (2 * 0.5));
        assertThat(gaussian.naiveErrors(0, 288).increments()).isCloseTo(sigma * Math.sqrt(288), within(1e-9));
        assertThat(gaussian.naiveErrors(0, 288).recomputed()).isCloseTo(sigma * Math.sqrt(288), within(1e-9));
        assertThat(gaussian.naiveErrors(0, 288).binaryTree()).isCloseTo(sigma * Math.sqrt(9 * 8), within(1e-9));
        assertThat(ours).isLessThan(sigma * 3);
        PricedSeries laplace = new SeriesPrice(Simulation.EPSILON, 2, Participation.ANY, LAST)
                .of(KaryTree.of(288), List.of(new Term(1, 1)));
        assertThat(laplace.naiveErrors(0, 288).increments()).isCloseTo(2 * Math.sqrt(2 * 288), within(1e-9));
        assertThat(laplace.naiveErrors(0, 288).recomputed()).isCloseTo(2 * 288 * Math.sqrt(2), within(1e-9));
    }

    @Test
    void a_share_in_the_wrong_currency_is_refused() {
        SeriesPrice epsilon = new SeriesPrice(Simulation.EPSILON, 1, Participation.ANY, LAST);
        SeriesPrice half = new SeriesPrice(Simulation.HALF, 1, Participation.ANY, LAST);
        List<Term> terms = List.of(new Term(1, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> epsilon.of(Simulation.DAY, terms));
        assertThatIllegalArgumentException().isThrownBy(() -> half.of(KaryTree.of(10), terms));
    }
}
