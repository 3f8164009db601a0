package dev.weir.operators.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.account.UnitAccount;
import dev.weir.accountant.continual.BltNoise;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.aggregate.learn.LabelledVector;
import dev.weir.operators.aggregate.learn.LossKind;
import dev.weir.operators.aggregate.learn.PrefixModel;
import dev.weir.operators.aggregate.regression.Feature;
import dev.weir.operators.gate.rule.CellRules;
import dev.weir.operators.query.PricedTotals;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Totals;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares what a unit is charged for records of a model of every step with the most that it can lose: gradients of full length that all
 * point the same way, at steps of its choice, several of them in one step if it likes.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class GradientChargesTest {

    private static final int STEPS = 12;

    private static PricedTotals priced() {
        LabelledVector records = new LabelledVector(
                List.of(Feature.CONSTANT, new Feature.Named("is", "a")), BigDecimal.ONE, BigDecimal.ZERO);
        PrefixModel model = new PrefixModel.Settings(
                        LossKind.HINGE, BigDecimal.ONE, new BigDecimal("0.5"), BigDecimal.TEN, 1000)
                .of("big", BigDecimal.ONE, records);
        Totals query = Totals.running("models", STEPS)
                .bounded(1, 4, 0)
                .contributions(4)
                .with(model);
        return Totals.priced(Totals.plan(PrivacyUnit.USER, Plans.GAUSSIAN, query), 0);
    }

    /** The loss to moves of this many full lengths at each step, as a part of the share. */
    private static double loss(PricedTotals priced, int[] records) {
        BltNoise noise = (BltNoise) priced.series().noise(0);
        double squared = 0;
        for (int t = 0; t < STEPS; t++) {
            double moved = 0;
            for (int s = 0; s <= t; s++) {
                moved += noise.blt().coefficient(t - s) * records[s] * 0x1p20;
            }
            squared += moved * moved;
        }
        double ofEncoder = noise.stddev(1) * noise.stddev(1) / noise.blt().variance(1);
        return squared / (2 * ofEncoder) / priced.price().share().value().doubleValue();
    }

    /** A unit at the gate, with one key. */
    private static final class Unit {

        private final PricedTotals priced = priced();
        private final CellRules rules = priced.rules();
        private final UnitAccount account = priced.account();
        private final long[] spent = new long[account.words()];
        private final long[] kept = new long[rules.kept()];
        private final int[] counted = new int[STEPS];

        void add(int step, long[] words) {
            rules.assess(kept, Arrays.stream(counted).sum() > 0, words, 0, step + 1);
            if (rules.charge(account, spent, 0)) {
                rules.keep(kept);
                counted[step]++;
            }
        }

        /** The charge as a part of the share. */
        double charged() {
            return new BigDecimal(account.parts(spent, 0)).doubleValue()
                    / account.limit().doubleValue();
        }

        double loss() {
            return GradientChargesTest.loss(priced, counted);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void a_unit_is_charged_for_the_most_that_its_gradients_can_move(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Unit unit = new Unit();
        for (int record = 0; record < 8; record++) {
            unit.add(random.nextInt(STEPS), new long[] {1, 1, random.nextInt(1024), random.nextInt(1024)});
            assertThat(unit.charged()).isBetween(unit.loss() * (1 - 1e-9), 1.0);
        }
        assertThat(unit.loss()).isPositive();
    }

    /** Steps after the horizon count, too: 2 % for a record at the first of twelve steps, more for two records. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 5})
    void at_the_first_steps_a_unit_is_charged_little_more(int second) {
        Unit unit = new Unit();
        long[] words = {1, -1, 3, 4};
        unit.add(0, words);
        assertThat(unit.loss()).isBetween(0.24, 0.25);
        assertThat(unit.charged()).isBetween(unit.loss(), unit.loss() * 1.03);
        unit.add(second, words);
        assertThat(Arrays.stream(unit.counted).sum()).isEqualTo(2);
        assertThat(unit.charged()).isBetween(unit.loss(), unit.loss() * 1.07);
    }
}
