package dev.weir.accountant.levels.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.account.UInt128;
import dev.weir.accountant.account.UnitAccount;
import dev.weir.accountant.levels.LevelShape;
import dev.weir.accountant.levels.LevelTree;
import dev.weir.accountant.levels.RandomShapes;
import dev.weir.accountant.levels.plan.Contributions;
import dev.weir.accountant.levels.plan.Favour;
import dev.weir.accountant.levels.plan.LevelPlan;
import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.mechanism.RecordCost;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Currency;
import dev.weir.accountant.privacy.Ratio;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
@Tag("thorough")
class LevelPriceTest {

    private static final Amount SHARE = Amount.atMost(Currency.HALF_MU_SQUARED, new BigDecimal("0.5"));

    private static final List<Favour> FAVOURS = List.of(Favour.LEVELS, Favour.ROWS, Favour.EQUAL);

    private final SplittableRandom random = new SplittableRandom(5);

    private static LevelPlan plan(LevelShape shape, long fullSize, Contributions contributions, Favour favour) {
        Norm norm = Norm.SQUARED_L2;
        return LevelPlan.solved(
                shape, new LevelPlan.Terms(norm, Ratio.of(1, 2), norm.size(fullSize), contributions), favour);
    }

    /** A unit's totals and its account, as a gate keeps them. */
    private static final class Unit {

        private final LevelPlan plan;
        private final LevelPrice price;
        private final RecordCost cost;
        private final UnitAccount account;
        private final long[] spent;
        private final int firstCharged;
        private final Map<Long, Long> totals = new HashMap<>();

        Unit(LevelPlan plan, int firstCharged) {
            this.plan = plan;
            this.price = LevelPrice.of(SHARE, plan);
            this.cost = price.recordCost();
            this.account = price.account();
            this.spent = new long[account.words()];
            this.firstCharged = firstCharged;
        }

        boolean offer(int window, long cell, long value) {
            LevelShape shape = plan.shape();
            cost.clear();
            for (int level = firstCharged; level < shape.levels(); level++) {
                long before = totals.getOrDefault(node(window, level, cell), 0L);
                cost.addScalar(price.index(0, level), before, before + value);
            }
            if (!account.charge(spent, 0, cost.high(), cost.low())) {
                return false;
            }
            IntStream.range(0, shape.levels())
                    .forEach(level -> totals.merge(node(window, level, cell), value, Long::sum));
            return true;
        }

        private long node(int window, int level, long cell) {
            return (long) window << 32
                    | plan.shape().start(level) + plan.shape().node(level, cell);
        }

        /** The sum over measured nodes of g s^2, which is the realised loss in steps of the quota. */
        BigInteger loss() {
            BigInteger sum = BigInteger.ZERO;
            for (Map.Entry<Long, Long> total : totals.entrySet()) {
                int node = total.getKey().intValue();
                int level = IntStream.range(0, plan.shape().levels())
                        .filter(at -> node < plan.shape().start(at + 1))
                        .findFirst()
                        .orElseThrow();
                BigInteger square = BigInteger.valueOf(total.getValue()).pow(2);
                sum = sum.add(square.multiply(BigInteger.valueOf(plan.weights().get(level))));
            }
            return sum;
        }

        BigInteger charged() {
            return UInt128.toBigInteger(account.high(spent, 0), account.low(spent, 0));
        }
    }

    private LevelShape shape(int run) {
        return run % 2 == 0 ? RandomShapes.tree(random) : RandomShapes.family(random);
    }

    private Contributions contributions() {
        return new Contributions(random.nextInt(1, 13), random.nextInt(1, 13));
    }

    @Test
    void charges_of_ten_thousand_units_are_never_below_their_loss() {
        long size = 1;
        LevelPlan plan = plan(shape(0), size, contributions(), Favour.LEVELS);
        for (int run = 0; run < 10_000; run++) {
            if (run % 100 == 0) {
                size = random.nextInt(1, 6);
                plan = plan(shape(run / 100), size, contributions(), FAVOURS.get(run / 100 % 3));
            }
            Unit unit = new Unit(plan, 0);
            for (int record = 0; record < 20; record++) {
                long cell = random.nextLong(plan.shape().cells());
                unit.offer(random.nextInt(3), cell, random.nextLong(-size, size + 1));
            }
            assertThat(unit.charged()).isGreaterThanOrEqualTo(unit.loss()).isLessThanOrEqualTo(plan.quota());
        }
    }

    /** The twin that charges at the leaves alone: in some window two leaves share the root. */
    @Test
    void charges_at_the_leaves_alone_fall_below_the_loss() {
        Unit unit = new Unit(plan(LevelTree.even(2, 2), 1, new Contributions(4, 4), Favour.EQUAL), 2);
        assertThat(unit.offer(0, 0, 1)).isTrue();
        assertThat(unit.offer(0, 1, 1)).isTrue();
        assertThat(unit.charged()).isLessThan(unit.loss());
    }

    @Test
    void n_records_with_at_most_k_in_a_window_fit_wherever_they_are() {
        for (int run = 0; run < 300; run++) {
            Contributions contributions = contributions();
            LevelPlan plan = plan(shape(run), 7, contributions, run % 3 == 0 ? Favour.LEVELS : Favour.EQUAL);
            Unit unit = new Unit(plan, 0);
            long left = contributions.records();
            for (int window = 0; left > 0; window++) {
                long most = Math.min(
                        Math.min(left, contributions.perWindow()), plan.shape().cells());
                long count = random.nextLong(1, most + 1);
                long first = random.nextLong(plan.shape().cells());
                for (int i = 0; i < count; i++) {
                    assertThat(unit.offer(window, (first + i) % plan.shape().cells(), 7))
                            .isTrue();
                }
                left -= count;
            }
        }
    }

    /** On an even tree full windows of neighbouring leaves are worst at all levels at once, and spend everything. */
    @Test
    void the_next_record_at_the_worst_place_of_an_even_tree_does_not_fit() {
        LevelPlan plan = plan(LevelTree.even(2, 4), 3, new Contributions(8, 4), Favour.LEVELS);
        Unit unit = new Unit(plan, 0);
        for (int record = 0; record < 8; record++) {
            assertThat(unit.offer(record / 4, record % 4, 3)).isTrue();
        }
        assertThat(unit.charged()).isEqualTo(plan.quota());
        assertThat(unit.offer(2, 0, 3)).isFalse();
    }

    /** Five leaves of one window move the root by 5: 25 times the price of a root, not 5 times. */
    @Test
    void a_window_costs_the_square_of_its_records_at_the_root() {
        LevelPlan plan = plan(LevelTree.even(5), 1, new Contributions(50, 1), Favour.EQUAL);
        Ratio perLevel = Ratio.of(1, 100);
        assertThat(plan.together(1)).isEqualTo(perLevel.times(Ratio.of(2, 1)));
        assertThat(plan.together(5)).isEqualTo(perLevel.times(Ratio.of(30, 1)));
        assertThat(LevelPrice.of(SHARE, plan).window(1, 5).value()).isEqualByComparingTo("0.15");
        assertThat(LevelPrice.of(SHARE, plan).window(3, 5)).isEqualTo(SHARE);
    }
}
