package dev.weir.accountant.mechanism;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.account.UInt128;
import dev.weir.accountant.account.UnitAccount;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Currency;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class BlockGrowthTest {

    private static final Amount EPSILON = Amount.atMost(Currency.EPSILON, BigDecimal.ONE);
    private static final Amount RHO = Amount.atMost(Currency.HALF_MU_SQUARED, BigDecimal.ONE);
    private static final int CELLS = 3;

    /** One unit with its account and its contributions to one block in several cells. */
    private static final class Unit {
        private final boolean squared;
        private final BigInteger fullSize;
        private final UnitAccount account;
        private final RecordCost cost;
        private final BlockGrowth growth;
        private final long[] spent;
        private final long[][] kept;
        private final BigInteger[][] sums;

        Unit(Amount share, long contributions, BigInteger fullSize, int dimension) {
            squared = share.equals(RHO);
            this.fullSize = fullSize;
            QueryPrice price = new QueryPrice(share, contributions, List.of(new QueryPrice.Term(fullSize, 1)));
            account = price.account();
            cost = price.recordCost();
            growth = new BlockGrowth(cost, 0);
            spent = new long[account.words()];
            kept = new long[CELLS][growth.words()];
            sums = new BigInteger[CELLS][dimension];
            for (BigInteger[] sum : sums) {
                java.util.Arrays.fill(sum, BigInteger.ZERO);
            }
        }

        boolean add(int cell, long[] v) {
            BigInteger size = size(
                    java.util.Arrays.stream(v).mapToObj(BigInteger::valueOf).toArray(BigInteger[]::new));
            assertThat(size).isLessThanOrEqualTo(fullSize);
            cost.clear();
            growth.add(kept[cell], 0, UInt128.high(size), UInt128.low(size));
            if (!account.charge(spent, 0, cost.high(), cost.low())) {
                return false;
            }
            growth.keep(kept[cell], 0);
            for (int i = 0; i < v.length; i++) {
                sums[cell][i] = sums[cell][i].add(BigInteger.valueOf(v[i]));
            }
            return true;
        }

        BigInteger size(BigInteger[] vector) {
            return java.util.Arrays.stream(vector)
                    .map(x -> squared ? x.multiply(x) : x.abs())
                    .reduce(BigInteger.ZERO, BigInteger::add);
        }

        /** Returns the unit's loss in all cells, in parts of the share. There is one aggregate, so one part is a growth of 1. */
        BigInteger loss() {
            return java.util.Arrays.stream(sums).map(this::size).reduce(BigInteger.ZERO, BigInteger::add);
        }

        BigInteger charged() {
            return account.parts(spent, 0);
        }
    }

    /**
     * Removing the unit moves every block by the unit's sum there. The cost of this move has been charged, and fits the
     * share.
     */
    @Test
    void ten_thousand_random_units_never_lose_more_than_they_were_charged() {
        int narrow = 0;
        for (int run = 0; run < 10_000; run++) {
            SplittableRandom random = new SplittableRandom(run);
            int dimension = 1 + random.nextInt(6);
            long largest =
                    1 + random.nextLong(1L << (random.nextBoolean() ? random.nextInt(1, 12) : random.nextInt(25, 39)));
            boolean squared = random.nextBoolean();
            BigInteger component = BigInteger.valueOf(largest);
            BigInteger fullSize =
                    (squared ? component.multiply(component) : component).multiply(BigInteger.valueOf(dimension));
            Unit unit = new Unit(squared ? RHO : EPSILON, 1 + random.nextLong(40), fullSize, dimension);
            narrow += unit.account.isNarrow() ? 1 : 0;
            for (int record = 0; record < 20; record++) {
                unit.add(random.nextInt(CELLS), vector(random, dimension, largest));
            }
            assertThat(unit.charged()).isGreaterThanOrEqualTo(unit.loss());
            assertThat(unit.charged()).isLessThanOrEqualTo(unit.account.limit());
        }
        assertThat(narrow).isBetween(5_000, 9_700);
    }

    /** Returns a random vector: of full size in one direction, of full size and non-negative, of full size, or of any size. */
    private static long[] vector(SplittableRandom random, int dimension, long largest) {
        int kind = random.nextInt(4);
        long[] v = new long[dimension];
        for (int i = 0; i < dimension; i++) {
            v[i] = switch (kind) {
                case 0 -> largest;
                case 1 -> random.nextBoolean() ? largest : -largest;
                case 2 -> random.nextLong(largest + 1);
                default -> random.nextLong(-largest, largest + 1);
            };
        }
        return v;
    }

    @Test
    void records_of_full_size_in_one_cell_cost_their_number_or_its_square() {
        for (int bits : new int[] {3, 20, 36}) {
            BigInteger length = BigInteger.ONE.shiftLeft(bits);
            for (int m = 1; m < 30; m++) {
                assertThat(charged(EPSILON, length, m)).isEqualTo(length.multiply(BigInteger.valueOf(m)));
                BigInteger square = length.multiply(length);
                assertThat(charged(RHO, square, m)).isEqualTo(square.multiply(BigInteger.valueOf((long) m * m)));
            }
        }
    }

    private static BigInteger charged(Amount share, BigInteger fullSize, int records) {
        Unit unit = new Unit(share, 1000, fullSize, 1);
        long length = share.equals(RHO) ? fullSize.sqrt().longValueExact() : fullSize.longValueExact();
        for (int i = 0; i < records; i++) {
            assertThat(unit.add(0, new long[] {length})).isTrue();
        }
        return unit.charged();
    }

    @Test
    void a_refused_record_changes_nothing() {
        Unit unit = new Unit(RHO, 5, BigInteger.valueOf(49), 1);
        assertThat(unit.add(0, new long[] {7})).isTrue();
        assertThat(unit.add(0, new long[] {7})).isTrue();
        assertThat(unit.add(0, new long[] {-7})).isFalse();
        assertThat(unit.add(1, new long[] {7})).isTrue();
        assertThat(unit.charged()).isEqualTo(unit.account.limit());
        assertThat(unit.add(1, new long[] {0})).isTrue();
    }

    @Test
    void roots_round_up_where_those_of_doubles_do_not() {
        long large = 20157741309863L;
        long small = 12469076776953L;
        long inDoubles = (long) Math.ceil(Math.sqrt((double) large * small));
        assertThat(CeilingRoot.ofProduct(large, small)).isEqualTo(inDoubles + 1);
        SplittableRandom random = new SplittableRandom(1);
        int tooSmall = 0;
        for (int run = 0; run < 100_000; run++) {
            long a = random.nextLong(1L << random.nextInt(1, 62));
            long b = run % 3 == 0 ? a + random.nextInt(3) : random.nextLong(1L << random.nextInt(1, 62));
            BigInteger product = BigInteger.valueOf(a).multiply(BigInteger.valueOf(b));
            long root = CeilingRoot.ofProduct(a, b);
            assertThat(square(root)).isGreaterThanOrEqualTo(product);
            assertThat(root == 0 || square(root - 1).compareTo(product) < 0).isTrue();
            tooSmall += Math.ceil(Math.sqrt((double) a * b)) < root ? 1 : 0;
        }
        assertThat(tooSmall).isPositive();
    }

    private static BigInteger square(long root) {
        return BigInteger.valueOf(root).pow(2);
    }
}
