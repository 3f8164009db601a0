package dev.weir.accountant.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.weir.accountant.ledger.Quota.Term;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Currency;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class QuotaTest {

    private static final Amount EPSILON = Amount.atMost(Currency.EPSILON, BigDecimal.ONE);
    private static final Amount RHO = Amount.atMost(Currency.HALF_MU_SQUARED, BigDecimal.ONE);

    /** Random terms, contributions and moves, against {@link Oracle}; small terms fit one word, large ones need two. */
    @RepeatedTest(400)
    void charges_are_those_of_the_formula_and_a_refused_one_changes_nothing(RepetitionInfo run) {
        SplittableRandom random = new SplittableRandom(run.getCurrentRepetition());
        Amount share = random.nextBoolean() ? EPSILON : RHO;
        List<Term> terms = terms(random, share.equals(RHO));
        long contributions = 1 + random.nextLong(1L << random.nextInt(1, 21));
        Quota quota = new Quota(share, contributions, terms);
        Oracle oracle = new Oracle(share.equals(RHO), contributions, terms);
        long[] spent = {-1, -1, 0, 0, -1, -1};
        for (int i = 0; i < 60; i++) {
            long[] before = oracle.affordable(random);
            long[] after = moved(random, before, terms);
            long[] untouched = spent.clone();
            boolean granted = quota.charge(spent, 2, before, after);
            assertThat(granted).isEqualTo(oracle.charge(before, after));
            assertThat(granted || java.util.Arrays.equals(spent, untouched)).isTrue();
            assertThat(quota.spent(spent, 2).value()).isEqualByComparingTo(oracle.spent(share));
        }
        assertThat(new long[] {spent[0], spent[1], spent[4], spent[5]}).containsOnly(-1);
    }

    private static List<Term> terms(SplittableRandom random, boolean squared) {
        List<Term> terms = new ArrayList<>();
        int bits = random.nextInt(1, squared ? 18 : 38);
        for (int left = random.nextInt(1, 4); left > 0; left--) {
            terms.add(new Term(1 + random.nextLong(1L << bits), 1 + random.nextLong(20)));
        }
        return terms;
    }

    /** One more record: no component moves by more than the full size. */
    private static long[] moved(SplittableRandom random, long[] before, List<Term> terms) {
        long[] after = before.clone();
        for (int i = 0; i < after.length; i++) {
            long full = terms.get(i).fullSize();
            after[i] += random.nextInt(3) == 0 ? full : random.nextLong(-full, full + 1);
        }
        return after;
    }

    /** The formula of the Javadoc over the plain product of all sizes, without least common multiples or words. */
    private static final class Oracle {
        private final boolean squared;
        private final List<Term> terms;
        private final BigInteger whole;
        private final BigInteger product;
        private BigInteger spent = BigInteger.ZERO;

        Oracle(boolean squared, long contributions, List<Term> terms) {
            this.squared = squared;
            this.terms = terms;
            this.product = terms.stream().map(this::size).reduce(BigInteger.ONE, BigInteger::multiply);
            long weights = terms.stream().mapToLong(Term::weight).sum();
            this.whole = product.multiply(BigInteger.valueOf(weights)).multiply(BigInteger.valueOf(contributions));
        }

        private BigInteger size(Term term) {
            return BigInteger.valueOf(term.fullSize()).pow(squared ? 2 : 1);
        }

        /** A cell of totals that the whole share affords, of either sign, mostly small. */
        long[] affordable(SplittableRandom random) {
            long[] totals = new long[terms.size()];
            for (int i = 0; i < totals.length; i++) {
                Term term = terms.get(i);
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
                Term term = terms.get(i);
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
        assertThat(full(new Quota(EPSILON, 10, count()), false)).isEqualTo(10);
        assertThat(full(new Quota(EPSILON, 10, count()), true)).isEqualTo(10);
        assertThat(full(new Quota(RHO, 100, count()), false)).isEqualTo(100);
        assertThat(full(new Quota(RHO, 100, count()), true)).isEqualTo(10);
    }

    private static List<Term> count() {
        return List.of(new Term(1, 1));
    }

    /** How many records of a count are taken, in one cell or in cells of their own. */
    private static int full(Quota quota, boolean oneCell) {
        long[] spent = new long[quota.words()];
        int taken = 0;
        while (quota.charge(spent, 0, new long[] {oneCell ? taken : 0}, new long[] {oneCell ? taken + 1 : 1})) {
            taken++;
        }
        return taken;
    }

    /** 2^40, 2^40 - 1 and a million contributions under Gaussian noise need far more than 126 bits: never wrap. */
    @Test
    void a_common_denominator_beyond_126_bits_is_refused_when_the_quota_is_built() {
        List<Term> coprime = List.of(new Term(1L << 40, 1), new Term((1L << 40) - 1, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new Quota(RHO, 1_000_000, coprime));
        List<Term> heavy = List.of(new Term(1L << 40, Long.MAX_VALUE), new Term(1, Long.MAX_VALUE));
        assertThatIllegalArgumentException().isThrownBy(() -> new Quota(EPSILON, 1L << 30, heavy));
    }

    /** One count beside one sum of clamp 2^40: every record costs exactly one of a million contributions. */
    @Test
    void a_million_records_of_the_largest_clamp_fill_the_share_exactly() {
        List<Term> terms = List.of(new Term(1, 1), new Term(1L << 40, 3));
        for (Amount share : List.of(EPSILON, RHO)) {
            Quota quota = new Quota(share, 1_000_000, terms);
            long[] spent = new long[quota.words()];
            for (int i = 0; i < 1_000_000; i++) {
                assertThat(quota.charge(spent, 0, new long[2], new long[] {1, i % 2 == 0 ? 1L << 40 : -(1L << 40)}))
                        .isTrue();
            }
            assertThat(quota.spent(spent, 0)).isEqualTo(share);
            assertThat(quota.charge(spent, 0, new long[2], new long[] {0, 1})).isFalse();
            assertThat(quota.charge(spent, 0, new long[] {1, 7}, new long[] {1, -7}))
                    .isTrue();
        }
    }

    /** The widest quota that one word takes: 60 bits, squared, with totals as large as it affords. */
    @Test
    void the_widest_narrow_quota_does_not_overflow() {
        for (int shift = 55; shift <= 64; shift++) {
            long contributions = 1L << (shift - 40);
            Quota quota = new Quota(RHO, contributions, List.of(new Term(1L << 20, 1), new Term(1, 1)));
            long root = (long) Math.floor(Math.sqrt(2.0 * contributions)) << 20;
            long[] spent = new long[quota.words()];
            long[] total = new long[2];
            while (quota.charge(spent, 0, total, new long[] {total[0] + (1L << 20), 0})) {
                total[0] += 1L << 20;
            }
            assertThat(total[0]).isEqualTo(root);
        }
    }

    /** In a narrow quota every later aggregate's charge must still be checked after the first has filled it. */
    @Test
    void the_last_step_counts_in_every_aggregate() {
        Quota quota = new Quota(EPSILON, 2, List.of(new Term(5, 1), new Term(3, 2)));
        long[] spent = new long[quota.words()];
        assertThat(quota.charge(spent, 0, new long[2], new long[] {10, -6})).isTrue();
        assertThat(quota.charge(spent, 0, new long[] {10, -6}, new long[] {10, -7}))
                .isFalse();
        assertThat(quota.charge(spent, 0, new long[] {10, -6}, new long[] {11, 0}))
                .isFalse();
        assertThat(quota.charge(spent, 0, new long[] {10, -6}, new long[] {-10, 6}))
                .isTrue();
    }

    @Test
    void what_comes_back_is_charged_again() {
        Quota quota = new Quota(EPSILON, 3, count());
        long[] spent = new long[quota.words()];
        assertThat(quota.charge(spent, 0, new long[] {0}, new long[] {2})).isTrue();
        assertThat(quota.charge(spent, 0, new long[] {2}, new long[] {0})).isTrue();
        assertThat(quota.charge(spent, 0, new long[] {0}, new long[] {-2})).isFalse();
        assertThat(quota.charge(spent, 0, new long[] {0}, new long[] {-1})).isTrue();
        assertThat(quota.charge(spent, 0, new long[] {0}, new long[] {1})).isFalse();
    }

    @Test
    void the_cost_of_a_cell_rounds_up_and_stops_at_the_share() {
        Quota thirds = new Quota(EPSILON, 3, count());
        assertThat(thirds.costOf(new long[] {1}).value()).isEqualByComparingTo("0.333333333333334");
        assertThat(thirds.costOf(new long[] {2}).value()).isEqualByComparingTo("0.666666666666667");
        assertThat(thirds.costOf(new long[] {3})).isEqualTo(EPSILON);
        assertThat(thirds.costOf(new long[] {Long.MAX_VALUE})).isEqualTo(EPSILON);
        Quota squares = new Quota(RHO, 9, count());
        assertThat(squares.costOf(new long[] {2}).value()).isEqualByComparingTo("0.444444444444445");
        assertThat(squares.costOf(new long[] {Long.MAX_VALUE})).isEqualTo(RHO);
    }

    @RepeatedTest(200)
    void booking_never_forgets_a_step_of_what_was_spent(RepetitionInfo run) {
        SplittableRandom random = new SplittableRandom(run.getCurrentRepetition());
        Amount share = new Amount(Currency.EPSILON, 1 + random.nextLong(1L << random.nextInt(1, 55)));
        int bits = random.nextInt(1, 36);
        Quota quota = new Quota(
                share,
                1 + random.nextInt(100_000),
                List.of(new Term(1 + random.nextLong(1L << bits), 1), new Term(7, 2)));
        long[] spent = new long[quota.words()];
        for (int i = 0; i < 20; i++) {
            Amount before = quota.spent(spent, 0);
            Amount amount = new Amount(Currency.EPSILON, random.nextLong(1 + share.femto() / (1 + random.nextInt(4))));
            Amount left = quota.book(spent, 0, amount);
            Amount after = quota.spent(spent, 0);
            assertThat(after.plus(left)).isGreaterThanOrEqualTo(amount);
            assertThat(after).isBetween(before, share);
            assertThat(exact(share, quota, spent).add(left.value())).isGreaterThanOrEqualTo(amount.value());
            assertThat(left.femto() == 0 || after.equals(share)).isTrue();
        }
    }

    private static BigDecimal exact(Amount share, Quota quota, long[] spent) {
        BigInteger parts = quota.parts(spent, 0);
        return share.value()
                .multiply(new BigDecimal(parts))
                .divide(new BigDecimal(quota.limit()), 40, RoundingMode.DOWN);
    }

    @Test
    void a_third_that_is_booked_leaves_less_than_two_thirds() {
        Quota quota = new Quota(EPSILON, 3, count());
        long[] spent = new long[quota.words()];
        assertThat(quota.book(spent, 0, Amount.atLeast(Currency.EPSILON, new BigDecimal("0.334")))
                        .femto())
                .isZero();
        assertThat(quota.charge(spent, 0, new long[1], new long[] {1})).isTrue();
        assertThat(quota.charge(spent, 0, new long[1], new long[] {1})).isFalse();
    }

    @Test
    void what_finds_no_room_comes_back_rounded_up() {
        Quota quota = new Quota(EPSILON, 3, count());
        long[] spent = new long[quota.words()];
        quota.charge(spent, 0, new long[1], new long[] {2});
        Amount left = quota.book(spent, 0, EPSILON);
        assertThat(left.value()).isEqualByComparingTo("0.666666666666667");
        assertThat(quota.spent(spent, 0)).isEqualTo(EPSILON);
    }
}
