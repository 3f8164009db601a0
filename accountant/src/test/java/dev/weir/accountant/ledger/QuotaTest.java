package dev.weir.accountant.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.weir.accountant.ledger.Quota.Term;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Currency;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class QuotaTest {

    /** The oracle adds exact fractions: (|s'| - |s|) w / (c n W) of the share, or the squares. */
    @RepeatedTest(300)
    void a_quota_grants_exactly_what_fractions_grant(RepetitionInfo run) {
        Random random = new Random(run.getCurrentRepetition());
        boolean squared = random.nextBoolean();
        int size = random.nextInt(4) == 0 ? 1 << 18 : 50;
        List<Term> terms = new ArrayList<>();
        for (int i = random.nextInt(1, 4); i > 0; i--) {
            terms.add(new Term(random.nextLong(1, size), random.nextLong(1, 5)));
        }
        int contributions = random.nextInt(1, 8);
        Quota quota = new Quota(share(squared), contributions, terms);
        long[] spent = new long[Quota.WORDS + 2];
        Fraction sum = Fraction.ZERO;
        for (int i = 0; i < 60; i++) {
            long[] before = terms.stream().mapToLong(t -> total(random, t)).toArray();
            long[] after = terms.stream().mapToLong(t -> total(random, t)).toArray();
            Fraction next = sum.plus(cost(terms, contributions, squared, before, after));
            boolean fits = next.atMostOne();
            long[] words = spent.clone();
            assertThat(quota.charge(spent, 1, before, after)).isEqualTo(fits);
            assertThat(fits || Arrays.equals(words, spent)).isTrue();
            sum = fits ? next : sum;
        }
        assertThat(spent[0]).isZero();
        assertThat(spent[spent.length - 1]).isZero();
    }

    @Test
    void a_light_user_pays_little_and_a_heavy_one_stops_at_the_edge() {
        Quota quota = new Quota(share(false), 2, List.of(new Term(10, 1)));
        long[] spent = new long[Quota.WORDS];
        assertThat(quota.charge(spent, 0, new long[] {0}, new long[] {1})).isTrue();
        assertThat(spent(quota, spent).femto()).isEqualTo(50_000_000_000_000L);
        assertThat(quota.charge(spent, 0, new long[] {1}, new long[] {21})).isFalse();
        assertThat(quota.charge(spent, 0, new long[] {1}, new long[] {20})).isTrue();
        assertThat(quota.charge(spent, 0, new long[] {20}, new long[] {-3})).isTrue();
        assertThat(spent(quota, spent)).isEqualTo(quota.share());
    }

    @Test
    void several_records_in_one_cell_cost_their_square_under_gaussian_noise() {
        Quota quota = new Quota(share(true), 4, List.of(new Term(3, 1)));
        long[] spent = new long[Quota.WORDS];
        assertThat(quota.charge(spent, 0, new long[] {0}, new long[] {6})).isTrue();
        assertThat(spent(quota, spent)).isEqualTo(quota.share());
        assertThat(quota.charge(spent, 0, new long[] {6}, new long[] {-7})).isFalse();
    }

    @Test
    void the_cost_of_a_cell_is_rounded_up_and_at_most_the_share() {
        Quota quota = new Quota(share(false), 3, List.of(new Term(1, 1)));
        assertThat(quota.costOf(new long[] {1}).femto()).isEqualTo(333_333_333_333_334L);
        assertThat(quota.costOf(new long[] {3})).isEqualTo(quota.share());
        assertThat(quota.costOf(new long[] {Long.MAX_VALUE})).isEqualTo(quota.share());
    }

    @Test
    void what_was_spent_under_other_terms_is_booked_as_far_as_there_is_room() {
        Quota quota = new Quota(share(false), 3, List.of(new Term(1, 1)));
        long[] spent = new long[Quota.WORDS];
        Amount step = new Amount(Currency.EPSILON, 1);
        assertThat(quota.book(spent, 0, step)).isEqualTo(Amount.zero(Currency.EPSILON));
        assertThat(spent(quota, spent).femto()).isEqualTo(333_333_333_333_334L);
        assertThat(quota.book(spent, 0, quota.share()).femto()).isEqualTo(333_333_333_333_334L);
        assertThat(quota.charge(spent, 0, new long[] {0}, new long[] {1})).isFalse();
    }

    @Test
    void quotas_beyond_their_words_are_refused() {
        Term prime = new Term((1L << 61) - 1, 1);
        Term other = new Term((1L << 62) - 57, 1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Quota(share(true), 2, List.of(prime, other)))
                .withMessageStartingWith("the common denominator of clamps and weights must be below 2^126");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Term(0, 1))
                .withMessage("full size and weight must be >= 1, were 0 and 1");
        assertThatIllegalArgumentException().isThrownBy(() -> new Term(1, 0));
    }

    private static Amount spent(Quota quota, long[] words) {
        return Quota.spent(quota.share(), quota.limit(), words, 0);
    }

    /** Small totals, so that a quota takes many of them; sometimes the sign turns. */
    private static long total(Random random, Term term) {
        long size = random.nextLong(0, term.fullSize() + 1);
        return random.nextInt(5) == 0 ? -size : size;
    }

    private static Fraction cost(List<Term> terms, int contributions, boolean squared, long[] before, long[] after) {
        long weights = terms.stream().mapToLong(Term::weight).sum();
        Fraction sum = Fraction.ZERO;
        for (int i = 0; i < before.length; i++) {
            BigInteger growth = power(Math.abs(after[i]), squared).subtract(power(Math.abs(before[i]), squared));
            BigInteger part = growth.max(BigInteger.ZERO)
                    .multiply(BigInteger.valueOf(terms.get(i).weight()));
            BigInteger full = power(terms.get(i).fullSize(), squared);
            sum = sum.plus(new Fraction(part, full.multiply(BigInteger.valueOf(contributions * weights))));
        }
        return sum;
    }

    private static BigInteger power(long value, boolean squared) {
        return BigInteger.valueOf(value).pow(squared ? 2 : 1);
    }

    private static Amount share(boolean squared) {
        return new Amount(squared ? Currency.HALF_MU_SQUARED : Currency.EPSILON, 1_000_000_000_000_000L);
    }

    private record Fraction(BigInteger above, BigInteger below) {

        static final Fraction ZERO = new Fraction(BigInteger.ZERO, BigInteger.ONE);

        Fraction plus(Fraction other) {
            BigInteger sum = above.multiply(other.below).add(other.above.multiply(below));
            BigInteger common = below.multiply(other.below);
            BigInteger divisor = sum.gcd(common);
            return new Fraction(sum.divide(divisor), common.divide(divisor));
        }

        boolean atMostOne() {
            return above.compareTo(below) <= 0;
        }
    }
}
