package dev.weir.operators.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.account.UnitAccount;
import dev.weir.accountant.continual.BltNoise;
import dev.weir.accountant.continual.CorrelatedNoise;
import dev.weir.accountant.continual.KaryTreeNoise;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.Sum;
import dev.weir.operators.aggregate.moment.Mean;
import dev.weir.operators.gate.rule.CellRules;
import dev.weir.operators.query.BlockLayout;
import dev.weir.operators.query.PricedTotals;
import dev.weir.operators.testing.Blocks;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Totals;
import java.math.BigDecimal;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Compares charges with losses for series. A unit's loss is what its records have moved the series of keys by, because
 * neighbours replace all of them by empty slots. The gate must have charged it for any records, steps, keys and aggregates.
 * Losses are recomputed from the coefficients of C, or the nodes of the tree. The tests of prices recompute the loss of the
 * encoders' whole numbers exactly.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@Tag("thorough")
class SeriesBlockChargesTest {

    private static final int KEYS = 2;
    private static final int STEPS = 12;
    private static final int RECORDS = 10;

    /** The number of plans; pricing a plan takes longer than running ten units. */
    private static final int PLANS = 1000;

    private static final int UNITS = 10;
    private static final double DOUBLES = 1 + 1e-9;

    /** One unit at the gate, and its contribution to each key at each step. */
    private static final class Unit {
        private final PricedTotals priced;
        private final BlockLayout layout;
        private final CellRules rules;
        private final UnitAccount account;
        private final long[] spent;
        private final long[][] kept;
        private final long[][][] totals;
        private final boolean[] contributed = new boolean[KEYS];

        Unit(PricedTotals priced) {
            this.priced = priced;
            layout = priced.query().layout();
            rules = priced.rules();
            account = priced.account();
            spent = new long[account.words()];
            kept = new long[KEYS][rules.kept()];
            totals = new long[KEYS][STEPS][layout.coordinates()];
        }

        /** @return whether the record counts */
        boolean add(int key, int step, long[] words) {
            rules.assess(kept[key], contributed[key], words, 0, step + 1);
            if (!rules.charge(account, spent, 0)) {
                return false;
            }
            rules.keep(kept[key]);
            rules.addTo(totals[key][step], 0);
            contributed[key] = true;
            return true;
        }

        /** Returns the charge as a part of the share. */
        double charged() {
            return new BigDecimal(account.parts(spent, 0)).doubleValue()
                    / account.limit().doubleValue();
        }

        /** Returns the loss as a part of the share. */
        double loss() {
            double loss = 0;
            List<CorrelatedNoise> noises = priced.measuredNoises();
            for (long[][] key : totals) {
                for (int i = 0; i < priced.query().aggregates().size(); i++) {
                    loss += lossOf(measured(key, i), noises.subList(layout.measuredAt(i), noises.size()));
                }
            }
            return loss / priced.price().share().value().doubleValue();
        }

        /** Returns the measured numbers of an aggregate, by number and step. */
        private long[][] measured(long[][] key, int index) {
            Aggregate aggregate = priced.query().aggregates().get(index);
            long[][] byNumber = new long[aggregate.measured()][STEPS];
            long[] measured = new long[aggregate.measured()];
            for (int step = 0; step < STEPS; step++) {
                aggregate.measure(key[step], layout.coordinate(index), measured, 0);
                for (int k = 0; k < measured.length; k++) {
                    byNumber[k][step] = measured[k];
                }
            }
            return byNumber;
        }
    }

    private static double lossOf(long[][] byNumber, List<CorrelatedNoise> noises) {
        double loss = 0;
        for (int k = 0; k < byNumber.length; k++) {
            loss += noises.get(k) instanceof BltNoise blt
                    ? gaussian(blt, byNumber[k])
                    : laplace((KaryTreeNoise) noises.get(k), byNumber[k]);
        }
        return loss;
    }

    private static double gaussian(BltNoise noise, long[] own) {
        double squared = 0;
        for (int t = 0; t < STEPS; t++) {
            double moved = 0;
            for (int s = 0; s <= t; s++) {
                moved += noise.blt().coefficient(t - s) * own[s];
            }
            squared += moved * moved;
        }
        double stddev = noise.stddev(1);
        return squared / (2 * (stddev * stddev - 1.0 / 12) / noise.blt().variance(1));
    }

    private static double laplace(KaryTreeNoise noise, long[] own) {
        double moved = 0;
        for (long each : own) {
            moved += Math.abs((double) each) * noise.tree().levels();
        }
        return moved / noise.noise().scale();
    }

    @Test
    void ten_thousand_random_units_never_lose_more_than_they_were_charged() {
        int refused = 0;
        double nearest = 0;
        for (int plan = 0; plan < PLANS; plan++) {
            SplittableRandom random = new SplittableRandom(plan);
            PricedTotals priced = priced(random);
            for (int i = 0; i < UNITS; i++) {
                Unit unit = new Unit(priced);
                refused += RECORDS - kept(unit, random);
                assertThat(unit.loss()).as("plan " + plan).isLessThanOrEqualTo(unit.charged() * DOUBLES);
                assertThat(unit.charged()).isLessThanOrEqualTo(1);
                nearest = Math.max(nearest, unit.loss() / Math.max(1e-12, unit.charged()));
            }
        }
        assertThat(refused).isBetween(10_000, 90_000);
        assertThat(nearest).isBetween(0.99, 1.0 + 1e-9);
    }

    /** Adds random records and returns how many of them count. */
    private static int kept(Unit unit, SplittableRandom random) {
        int kept = 0;
        for (int i = 0; i < RECORDS; i++) {
            long[] words = Blocks.words(random, unit.priced.query());
            kept += unit.add(random.nextInt(KEYS), random.nextInt(STEPS), words) ? 1 : 0;
        }
        return kept;
    }

    /** Tests sizes of about 2^70, which exceed one word. */
    @Test
    void units_never_lose_more_than_they_were_charged_where_sizes_take_two_words() {
        for (int run = 0; run < 300; run++) {
            SplittableRandom random = new SplittableRandom(run);
            Sum.Range clamp = new Sum.Range(0, (1L << 35) + random.nextInt(1000));
            Totals query = Totals.running("q", STEPS)
                    .contributions(1 + random.nextInt(30))
                    .with(new Mean("m", BigDecimal.ONE, BigDecimal.ONE, clamp));
            Unit unit = new Unit(Totals.priced(Totals.plan(PrivacyUnit.USER, Plans.GAUSSIAN, query), 0));
            for (int i = 0; i < RECORDS; i++) {
                unit.add(random.nextInt(KEYS), random.nextInt(STEPS), new long[] {random.nextLong(1L << 35)});
            }
            assertThat(unit.loss()).isPositive().isLessThanOrEqualTo(unit.charged() * DOUBLES);
        }
    }

    /** Tests a faulty gate that charges each number of a block as if it were the only one. */
    @Test
    void what_the_first_number_of_a_block_moves_by_is_not_the_loss() {
        Totals query = Totals.running("q", STEPS)
                .contributions(1)
                .with(new Mean("m", BigDecimal.ONE, BigDecimal.ONE, new Sum.Range(0, 100)));
        PricedTotals priced = Totals.priced(Totals.plan(PrivacyUnit.USER, Plans.GAUSSIAN, query), 0);
        Unit unit = new Unit(priced);
        assertThat(unit.add(0, 3, new long[] {0})).isTrue();
        long[][] measured = unit.measured(unit.totals[0], 0);
        assertThat(gaussian((BltNoise) priced.measuredNoises().get(0), measured[0]))
                .isZero();
        assertThat(unit.loss()).isBetween(0.9, unit.charged());
    }

    private static PricedTotals priced(SplittableRandom random) {
        boolean gaussian = random.nextBoolean();
        Totals query = Totals.running("q", STEPS).contributions(1 + random.nextInt(30));
        if (random.nextBoolean()) {
            query = query.bounded(1 + random.nextInt(3), 1 + random.nextInt(20), random.nextInt(3));
        }
        for (int left = 1 + random.nextInt(3); left > 0; left--) {
            query = query.with(Blocks.random(random, "a" + left, gaussian));
        }
        return Totals.priced(Totals.plan(PrivacyUnit.USER, gaussian ? Plans.GAUSSIAN : Plans.PURE, query), 0);
    }
}
