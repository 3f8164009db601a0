package dev.weir.accountant.mechanism;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.weir.accountant.account.UInt128;
import dev.weir.accountant.account.UnitAccount;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Currency;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class RecordCostTest {

    private static final Amount EPSILON = Amount.atMost(Currency.EPSILON, BigDecimal.ONE);
    private static final Amount RHO = Amount.atMost(Currency.HALF_MU_SQUARED, BigDecimal.ONE);

    /** An aggregate that releases one integer, to which a record adds at most {@code fullSize}. */
    private record Scalar(long fullSize, long weight) {}

    /** The account and the cost of a query of such aggregates, combined as in the gate. */
    private static final class Gate {
        private final QueryPrice price;
        private final UnitAccount account;
        private final RecordCost cost;

        Gate(Amount share, long contributions, List<Scalar> scalars) {
            price = new QueryPrice(
                    share,
                    contributions,
                    scalars.stream()
                            .map(scalar -> new QueryPrice.Term(
                                    Norm.of(share.currency()).size(scalar.fullSize), scalar.weight))
                            .toList());
            account = price.account();
            cost = price.recordCost();
        }

        boolean charge(long[] spent, int at, long[] before, long[] after) {
            cost.clear();
            for (int i = 0; i < before.length; i++) {
                cost.addScalar(i, before[i], after[i]);
            }
            return account.charge(spent, at, cost.high(), cost.low());
        }

        Amount costOf(long total) {
            return price.costOf(List.of(price.norm().size(total)));
        }
    }

    /** Moves of any size, as nodes above base cells make them: the same price where both may be used, and never a wrong one beyond. */
    @RepeatedTest(200)
    void moves_of_any_size_are_priced_exactly_or_beyond_every_account(RepetitionInfo run) {
        SplittableRandom random = new SplittableRandom(run.getCurrentRepetition());
        BigInteger limit = BigInteger.TWO.pow(random.nextInt(20, 126)).subtract(BigInteger.ONE);
        UnitAccount account = new UnitAccount(RHO, limit);
        BigInteger price = new BigInteger(random.nextInt(1, limit.bitLength()), new Random(run.getCurrentRepetition()))
                .add(BigInteger.ONE);
        RecordCost cost = new RecordCost(Norm.SQUARED_L2, account, List.of(price, price));
        BigInteger exact = BigInteger.ZERO;
        cost.clear();
        for (int i = 0; i < 4; i++) {
            long before = random.nextLong(-1L << 40, 1L << 40) >> random.nextInt(40);
            long after = before + (random.nextLong(-1L << 41, 1L << 41) >> random.nextInt(40));
            cost.addMove(i % 2, before, after);
            BigInteger growth = BigInteger.valueOf(after)
                    .pow(2)
                    .subtract(BigInteger.valueOf(before).pow(2));
            exact = exact.add(growth.max(BigInteger.ZERO).multiply(price));
        }
        BigInteger computed = UInt128.toBigInteger(cost.high(), cost.low());
        assertThat(computed.equals(exact) || (computed.compareTo(limit) > 0 && exact.compareTo(limit) > 0))
                .isTrue();
        assertThat(account.charge(new long[2], 0, cost.high(), cost.low())).isEqualTo(exact.compareTo(limit) <= 0);
    }

    /** Compares with {@link Oracle} for random terms, contributions and moves. Small terms fit one word, large ones need two. */
    @RepeatedTest(400)
    void charges_are_those_of_the_formula_and_a_refused_one_changes_nothing(RepetitionInfo run) {
        SplittableRandom random = new SplittableRandom(run.getCurrentRepetition());
        Amount share = random.nextBoolean() ? EPSILON : RHO;
        List<Scalar> terms = terms(random, share.equals(RHO));
        long contributions = 1 + random.nextLong(1L << random.nextInt(1, 21));
        Gate gate = new Gate(share, contributions, terms);
        Oracle oracle = new Oracle(share.equals(RHO), contributions, terms);
        long[] spent = {-1, -1, 0, 0, -1, -1};
        for (int i = 0; i < 60; i++) {
            long[] before = oracle.affordable(random);
            long[] after = moved(random, before, terms);
            long[] untouched = spent.clone();
            boolean granted = gate.charge(spent, 2, before, after);
            assertThat(granted).isEqualTo(oracle.charge(before, after));
            assertThat(granted || java.util.Arrays.equals(spent, untouched)).isTrue();
            assertThat(gate.account.amount(gate.account.parts(spent, 2)).value())
                    .isEqualByComparingTo(oracle.spent(share));
        }
        assertThat(new long[] {spent[0], spent[1], spent[4], spent[5]}).containsOnly(-1);
    }

    private static List<Scalar> terms(SplittableRandom random, boolean squared) {
        List<Scalar> terms = new ArrayList<>();
        int bits = random.nextInt(1, squared ? 18 : 38);
        for (int left = random.nextInt(1, 4); left > 0; left--) {
            terms.add(new Scalar(1 + random.nextLong(1L << bits), 1 + random.nextLong(20)));
        }
        return terms;
    }

    /** Returns the totals after one more record, which moves no component by more than its full size. */
    private static long[] moved(SplittableRandom random, long[] before, List<Scalar> terms) {
        long[] after = before.clone();
        for (int i = 0; i < after.length; i++) {
            long full = terms.get(i).fullSize();
            after[i] += random.nextInt(3) == 0 ? full : random.nextLong(-full, full + 1);
        }
        return after;
    }

    /** Evaluates the formula of the Javadoc with the plain product of all sizes, without least common multiples or words. */
    private static final class Oracle {
        private final boolean squared;
        private final List<Scalar> terms;
        private final BigInteger whole;
        private final BigInteger product;
        private BigInteger spent = BigInteger.ZERO;

        Oracle(boolean squared, long contributions, List<Scalar> terms) {
            this.squared = squared;
            this.terms = terms;
            this.product = terms.stream().map(this::size).reduce(BigInteger.ONE, BigInteger::multiply);
            long weights = terms.stream().mapToLong(Scalar::weight).sum();
            this.whole = product.multiply(BigInteger.valueOf(weights)).multiply(BigInteger.valueOf(contributions));
        }

        private BigInteger size(Scalar term) {
            return BigInteger.valueOf(term.fullSize()).pow(squared ? 2 : 1);
        }

        /** Returns the totals of a cell that the whole share affords, of either sign, mostly small. */
        long[] affordable(SplittableRandom random) {
            long[] totals = new long[terms.size()];
            for (int i = 0; i < totals.length; i++) {
                Scalar term = terms.get(i);
                BigInteger most =
                        whole.multiply(size(term)).divide(product.multiply(BigInteger.valueOf(term.weight())));
                BigInteger largest = squared ? most.sqrt() : most;
                long bound = largest.min(BigInteger.valueOf(1L << 61)).longValueExact() >> random.nextInt(61);
                totals[i] = random.nextLong(-bound, bound + 1);
            }
            return totals;
        }

        boolean charge(long[] before, long[] after) {
            BigInteger total = spent;
            for (int i = 0; i < before.length; i++) {
                BigInteger growth = power(after[i]).subtract(power(before[i])).max(BigInteger.ZERO);
                Scalar term = terms.get(i);
                total = total.add(growth.multiply(BigInteger.valueOf(term.weight()))
                        .multiply(product)
                        .divide(size(term)));
            }
            boolean fits = total.compareTo(whole) <= 0;
            spent = fits ? total : spent;
            return fits;
        }

        private BigInteger power(long total) {
            return BigInteger.valueOf(total).abs().pow(squared ? 2 : 1);
        }

        BigDecimal spent(Amount share) {
            return share.value()
                    .multiply(new BigDecimal(spent))
                    .divide(new BigDecimal(whole), 15, RoundingMode.CEILING);
        }
    }

    @Test
    void ten_records_in_ten_cells_cost_ten_and_in_one_cell_ten_or_a_hundred() {
        assertThat(full(new Gate(EPSILON, 10, count()), false)).isEqualTo(10);
        assertThat(full(new Gate(EPSILON, 10, count()), true)).isEqualTo(10);
        assertThat(full(new Gate(RHO, 100, count()), false)).isEqualTo(100);
        assertThat(full(new Gate(RHO, 100, count()), true)).isEqualTo(10);
    }

    private static List<Scalar> count() {
        return List.of(new Scalar(1, 1));
    }

    /** Returns how many records of a count are accepted, in one cell or each in its own cell. */
    private static int full(Gate gate, boolean oneCell) {
        long[] spent = new long[gate.account.words()];
        int taken = 0;
        while (gate.charge(spent, 0, new long[] {oneCell ? taken : 0}, new long[] {oneCell ? taken + 1 : 1})) {
            taken++;
        }
        return taken;
    }

    /** Under Gaussian noise, 2^40, 2^40 - 1 and a million contributions need far more than 126 bits and must not wrap. */
    @Test
    void a_common_denominator_beyond_126_bits_is_refused_when_the_account_is_built() {
        List<Scalar> coprime = List.of(new Scalar(1L << 40, 1), new Scalar((1L << 40) - 1, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new Gate(RHO, 1_000_000, coprime));
        List<Scalar> heavy = List.of(new Scalar(1L << 40, Long.MAX_VALUE), new Scalar(1, Long.MAX_VALUE));
        assertThatIllegalArgumentException().isThrownBy(() -> new Gate(EPSILON, 1L << 30, heavy));
    }

    /** With one count and one sum of clamp 2^40, every record costs exactly one of a million contributions. */
    @Test
    void a_million_records_of_the_largest_clamp_fill_the_share_exactly() {
        List<Scalar> terms = List.of(new Scalar(1, 1), new Scalar(1L << 40, 3));
        for (Amount share : List.of(EPSILON, RHO)) {
            Gate gate = new Gate(share, 1_000_000, terms);
            long[] spent = new long[gate.account.words()];
            for (int i = 0; i < 1_000_000; i++) {
                assertThat(gate.charge(spent, 0, new long[2], new long[] {1, i % 2 == 0 ? 1L << 40 : -(1L << 40)}))
                        .isTrue();
            }
            assertThat(gate.account.amount(gate.account.parts(spent, 0))).isEqualTo(share);
            assertThat(gate.charge(spent, 0, new long[2], new long[] {0, 1})).isFalse();
            assertThat(gate.charge(spent, 0, new long[] {1, 7}, new long[] {1, -7}))
                    .isTrue();
        }
    }

    /** Tests the widest account that fits one word: 60 bits, squared, with totals as large as it affords. */
    @Test
    void the_widest_narrow_account_does_not_overflow() {
        for (int shift = 55; shift <= 64; shift++) {
            long contributions = 1L << (shift - 40);
            Gate gate = new Gate(RHO, contributions, List.of(new Scalar(1L << 20, 1), new Scalar(1, 1)));
            long root = (long) Math.floor(Math.sqrt(2.0 * contributions)) << 20;
            long[] spent = new long[gate.account.words()];
            long[] total = new long[2];
            while (gate.charge(spent, 0, total, new long[] {total[0] + (1L << 20), 0})) {
                total[0] += 1L << 20;
            }
            assertThat(total[0]).isEqualTo(root);
        }
    }

    /**
     * In an account of one word, the charge of every later aggregate must still be checked after the first has filled the
     * account.
     */
    @Test
    void the_last_step_counts_in_every_aggregate() {
        Gate gate = new Gate(EPSILON, 2, List.of(new Scalar(5, 1), new Scalar(3, 2)));
        long[] spent = new long[gate.account.words()];
        assertThat(gate.charge(spent, 0, new long[2], new long[] {10, -6})).isTrue();
        assertThat(gate.charge(spent, 0, new long[] {10, -6}, new long[] {10, -7}))
                .isFalse();
        assertThat(gate.charge(spent, 0, new long[] {10, -6}, new long[] {11, 0}))
                .isFalse();
        assertThat(gate.charge(spent, 0, new long[] {10, -6}, new long[] {-10, 6}))
                .isTrue();
    }

    @Test
    void what_comes_back_is_charged_again() {
        Gate gate = new Gate(EPSILON, 3, count());
        long[] spent = new long[gate.account.words()];
        assertThat(gate.charge(spent, 0, new long[] {0}, new long[] {2})).isTrue();
        assertThat(gate.charge(spent, 0, new long[] {2}, new long[] {0})).isTrue();
        assertThat(gate.charge(spent, 0, new long[] {0}, new long[] {-2})).isFalse();
        assertThat(gate.charge(spent, 0, new long[] {0}, new long[] {-1})).isTrue();
        assertThat(gate.charge(spent, 0, new long[] {0}, new long[] {1})).isFalse();
    }

    @Test
    void the_cost_of_a_cell_rounds_up_and_stops_at_the_share() {
        Gate thirds = new Gate(EPSILON, 3, count());
        assertThat(thirds.costOf(1).value()).isEqualByComparingTo("0.333333333333334");
        assertThat(thirds.costOf(2).value()).isEqualByComparingTo("0.666666666666667");
        assertThat(thirds.costOf(3)).isEqualTo(EPSILON);
        assertThat(thirds.costOf(Long.MAX_VALUE)).isEqualTo(EPSILON);
        Gate squares = new Gate(RHO, 9, count());
        assertThat(squares.costOf(2).value()).isEqualByComparingTo("0.444444444444445");
        assertThat(squares.costOf(Long.MAX_VALUE)).isEqualTo(RHO);
    }
}
