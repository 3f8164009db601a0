package dev.weir.accountant.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Currency;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class UnitAccountTest {

    private static final Amount EPSILON = Amount.atMost(Currency.EPSILON, BigDecimal.ONE);

    /**
     * Runs 10 000 sequences of charges against limits of 1 to 126 bits. Charges are a part of the limit, or as large as words
     * can hold.
     */
    @RepeatedTest(100)
    void every_account_grants_what_exact_arithmetic_grants_and_a_refusal_changes_nothing(RepetitionInfo run) {
        Random random = new Random(run.getCurrentRepetition());
        for (int sequence = 0; sequence < 100; sequence++) {
            int bits = random.nextInt(1, 127);
            BigInteger limit = new BigInteger(bits, random).setBit(bits - 1);
            UnitAccount account = new UnitAccount(EPSILON, limit);
            assertThat(account.words()).isEqualTo(bits <= 60 ? 1 : 2);
            checkSequence(random, account, limit);
        }
    }

    private static void checkSequence(Random random, UnitAccount account, BigInteger limit) {
        long[] words = {-1, -1, 0, account.words() == 1 ? -1 : 0, -1};
        BigInteger spent = BigInteger.ZERO;
        for (int i = 0; i < 30; i++) {
            int bits = random.nextInt(4) == 0 ? random.nextInt(128) : random.nextInt(limit.bitLength() + 1);
            BigInteger parts = random.nextInt(5) == 0 ? limit.subtract(spent) : new BigInteger(bits, random);
            boolean fits = spent.add(parts).compareTo(limit) <= 0;
            long[] before = words.clone();
            assertThat(account.charge(words, 2, UInt128.high(parts), UInt128.low(parts)))
                    .isEqualTo(fits);
            assertThat(fits || java.util.Arrays.equals(words, before)).isTrue();
            spent = fits ? spent.add(parts) : spent;
            BigInteger less = new BigInteger(128, random).mod(spent.add(BigInteger.ONE));
            if (random.nextBoolean()) {
                account.lower(words, 2, UInt128.high(less), UInt128.low(less));
                spent = spent.subtract(less);
            }
            assertThat(account.parts(words, 2)).isEqualTo(spent);
        }
        assertThat(new long[] {words[0], words[1], words[4]}).containsOnly(-1);
        assertThat(account.words() == 2 || words[3] == -1).isTrue();
    }

    @Test
    void no_account_is_lowered_by_more_than_was_charged() {
        for (int bits : new int[] {60, 126}) {
            UnitAccount account =
                    new UnitAccount(EPSILON, BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.ONE));
            long[] spent = new long[account.words()];
            assertThat(account.charge(spent, 0, 0, 5)).isTrue();
            long[] before = spent.clone();
            for (long[] tooMuch : new long[][] {{0, 6}, {1, 0}, {0, -1}, {-1, 0}}) {
                assertThatIllegalStateException().isThrownBy(() -> account.lower(spent, 0, tooMuch[0], tooMuch[1]));
            }
            assertThat(spent).isEqualTo(before);
            account.lower(spent, 0, 0, 5);
            assertThat(account.parts(spent, 0)).isZero();
        }
    }

    @Test
    void an_account_is_full_at_its_last_part_across_the_word_boundary() {
        BigInteger limit = BigInteger.ONE.shiftLeft(64).add(BigInteger.ONE);
        UnitAccount account = new UnitAccount(EPSILON, limit);
        long[] spent = new long[account.words()];
        assertThat(account.charge(spent, 0, 0, -1)).isTrue();
        assertThat(account.charge(spent, 0, 0, 3)).isFalse();
        assertThat(account.charge(spent, 0, 0, 2)).isTrue();
        assertThat(account.charge(spent, 0, 0, 1)).isFalse();
        assertThat(account.charge(spent, 0, 0, 0)).isTrue();
        assertThat(spent).containsExactly(1, 1);
        assertThat(account.amount(account.parts(spent, 0))).isEqualTo(EPSILON);
    }

    @Test
    void a_charge_that_overflowed_is_refused_by_the_largest_accounts_of_one_and_of_two_words() {
        for (int bits : new int[] {60, 126}) {
            BigInteger limit = BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.ONE);
            UnitAccount account = new UnitAccount(EPSILON, limit);
            long[] spent = new long[account.words()];
            account.setParts(spent, 0, limit);
            assertThat(account.charge(spent, 0, Long.MAX_VALUE, -1)).isFalse();
            assertThat(account.charge(spent, 0, 0, Long.MAX_VALUE)).isFalse();
            assertThat(account.charge(spent, 0, 0, -1)).isFalse();
            assertThat(account.parts(spent, 0)).isEqualTo(limit);
        }
    }

    @Test
    void shares_and_numbers_of_parts_out_of_range_are_refused() {
        BigInteger one = BigInteger.ONE;
        assertThatIllegalArgumentException().isThrownBy(() -> new UnitAccount(Amount.zero(Currency.EPSILON), one));
        assertThatIllegalArgumentException().isThrownBy(() -> new UnitAccount(EPSILON, BigInteger.ZERO));
        assertThatIllegalArgumentException().isThrownBy(() -> new UnitAccount(EPSILON, one.shiftLeft(126)));
    }

    @RepeatedTest(200)
    void booking_never_forgets_a_step_of_what_was_spent(RepetitionInfo run) {
        SplittableRandom random = new SplittableRandom(run.getCurrentRepetition());
        Amount share = new Amount(Currency.EPSILON, 1 + random.nextLong(1L << random.nextInt(1, 55)));
        BigInteger limit = BigInteger.valueOf(1 + random.nextLong(1L << random.nextInt(1, 36)))
                .multiply(BigInteger.valueOf(21L * (1 + random.nextInt(100_000))));
        UnitAccount account = new UnitAccount(share, limit);
        long[] spent = new long[account.words()];
        for (int i = 0; i < 20; i++) {
            Amount before = account.amount(account.parts(spent, 0));
            Amount amount = new Amount(Currency.EPSILON, random.nextLong(1 + share.femto() / (1 + random.nextInt(4))));
            Amount left = account.book(spent, 0, amount);
            Amount after = account.amount(account.parts(spent, 0));
            assertThat(after.plus(left)).isGreaterThanOrEqualTo(amount);
            assertThat(after).isBetween(before, share);
            assertThat(exact(share, account, spent).add(left.value())).isGreaterThanOrEqualTo(amount.value());
            assertThat(left.femto() == 0 || after.equals(share)).isTrue();
        }
    }

    private static BigDecimal exact(Amount share, UnitAccount account, long[] spent) {
        BigInteger parts = account.parts(spent, 0);
        return share.value()
                .multiply(new BigDecimal(parts))
                .divide(new BigDecimal(account.limit()), 40, RoundingMode.DOWN);
    }

    @Test
    void a_third_that_is_booked_leaves_less_than_two_thirds() {
        UnitAccount account = new UnitAccount(EPSILON, BigInteger.valueOf(3));
        long[] spent = new long[account.words()];
        assertThat(account.book(spent, 0, Amount.atLeast(Currency.EPSILON, new BigDecimal("0.334")))
                        .femto())
                .isZero();
        assertThat(account.charge(spent, 0, 0, 1)).isTrue();
        assertThat(account.charge(spent, 0, 0, 1)).isFalse();
    }

    @Test
    void what_finds_no_room_comes_back_rounded_up() {
        UnitAccount account = new UnitAccount(EPSILON, BigInteger.valueOf(3));
        long[] spent = new long[account.words()];
        account.charge(spent, 0, 0, 2);
        Amount left = account.book(spent, 0, EPSILON);
        assertThat(left.value()).isEqualByComparingTo("0.666666666666667");
        assertThat(account.amount(account.parts(spent, 0))).isEqualTo(EPSILON);
    }
}
