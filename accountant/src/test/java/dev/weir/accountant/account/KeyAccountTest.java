package dev.weir.accountant.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Currency;
import java.math.BigDecimal;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class KeyAccountTest {

    private static final long HOUR = 3_600_000;
    private static final long DAY = 24 * HOUR;
    private static final Amount ONE = Amount.atMost(Currency.EPSILON, BigDecimal.ONE);
    private static final KeyAccount FOUR_OF_TEN_A_DAY = account(10, DAY, 4);

    private static KeyAccount account(long limit, long period, long cost) {
        return new KeyAccount(new Amount(Currency.EPSILON, limit), period, new Amount(Currency.EPSILON, cost));
    }

    private static long spent(long[] words) {
        return words[1];
    }

    /**
     * Returns the words of an account that was charged {@code femto} in the period of {@code length} that contains
     * {@code time}.
     */
    private static long[] charged(long time, long length, long femto) {
        long[] words = new long[2];
        assertThat(account(femto, length, femto).period(time).charge(words, 0)).isTrue();
        return words;
    }

    @Test
    void a_key_is_refused_once_its_period_is_spent_and_afresh_in_the_next() {
        long[] words = new long[2];
        assertThat(FOUR_OF_TEN_A_DAY.period(1).charge(words, 0)).isTrue();
        assertThat(FOUR_OF_TEN_A_DAY.period(2).charge(words, 0)).isTrue();
        assertThat(spent(words)).isEqualTo(8);
        long[] before = words.clone();
        assertThat(FOUR_OF_TEN_A_DAY.period(3).charge(words, 0)).isFalse();
        assertThat(words).isEqualTo(before);
        assertThat(FOUR_OF_TEN_A_DAY.period(DAY).charge(words, 0)).isTrue();
        assertThat(words).isEqualTo(charged(DAY, DAY, 4));
    }

    @Test
    void a_window_belongs_to_the_period_that_holds_its_end() {
        assertThat(FOUR_OF_TEN_A_DAY.period(DAY - 1).start()).isZero();
        assertThat(FOUR_OF_TEN_A_DAY.period(DAY).start()).isEqualTo(DAY);
        assertThat(FOUR_OF_TEN_A_DAY.period(-1).start()).isEqualTo(-DAY);
    }

    @Test
    void words_of_zero_are_an_account_of_which_nothing_is_spent_before_the_epoch_as_well() {
        long[] words = new long[2];
        assertThat(FOUR_OF_TEN_A_DAY.period(-5 * DAY).charge(words, 0)).isTrue();
        assertThat(FOUR_OF_TEN_A_DAY.period(-5 * DAY + 1).charge(words, 0)).isTrue();
        assertThat(FOUR_OF_TEN_A_DAY.period(-5 * DAY + 2).charge(words, 0)).isFalse();
        assertThat(FOUR_OF_TEN_A_DAY.period(-4 * DAY).charge(words, 0)).isTrue();
        assertThat(spent(words)).isEqualTo(4);
    }

    @Test
    void periods_of_another_length_do_not_renew_an_account() {
        long[] words = charged(23 * HOUR, HOUR, 10);
        assertThat(FOUR_OF_TEN_A_DAY.period(23 * HOUR + 1).charge(words, 0)).isFalse();
        assertThat(words).isEqualTo(charged(23 * HOUR, HOUR, 10));
        assertThat(FOUR_OF_TEN_A_DAY.period(DAY).charge(words, 0)).isTrue();
        assertThat(words).isEqualTo(charged(DAY, DAY, 4));
    }

    @Test
    void a_longer_period_that_starts_earlier_is_charged_to_what_is_spent_already() {
        long[] words = charged(23 * HOUR, HOUR, 5);
        assertThat(FOUR_OF_TEN_A_DAY.period(23 * HOUR + 1).charge(words, 0)).isTrue();
        assertThat(words).isEqualTo(charged(23 * HOUR, HOUR, 9));
    }

    @Test
    void an_exact_fit_is_granted_and_one_step_more_is_refused() {
        long[] six = charged(0, DAY, 6);
        assertThat(FOUR_OF_TEN_A_DAY.period(5).charge(six, 0)).isTrue();
        assertThat(spent(six)).isEqualTo(10);
        assertThat(FOUR_OF_TEN_A_DAY.period(5).charge(charged(0, DAY, 7), 0)).isFalse();
    }

    @Test
    void a_limit_that_was_lowered_below_what_is_spent_refuses_and_does_not_fail() {
        assertThat(FOUR_OF_TEN_A_DAY.period(5).charge(charged(0, DAY, 11), 0)).isFalse();
        assertThat(account(10, DAY, 0).period(5).charge(charged(0, DAY, 11), 0)).isFalse();
    }

    @Test
    void ten_charges_of_a_tenth_fill_an_account_of_one_and_not_a_step_more_fits() {
        KeyAccount tenth = new KeyAccount(ONE, DAY, Amount.atLeast(Currency.EPSILON, new BigDecimal("0.1")));
        long[] words = new long[2];
        for (int i = 0; i < 10; i++) {
            assertThat(tenth.period(i).charge(words, 0)).isTrue();
        }
        assertThat(words[1]).isEqualTo(ONE.femto());
        assertThat(account(ONE.femto(), DAY, 1).period(10).charge(words, 0)).isFalse();
        assertThat(account(ONE.femto(), DAY, 0).period(10).charge(words, 0)).isTrue();
    }

    @Test
    void a_refusal_leaves_the_account_open_for_smaller_charges() {
        long[] words = charged(0, DAY, ONE.femto() - 1);
        assertThat(account(ONE.femto(), DAY, 2).period(0).charge(words, 0)).isFalse();
        assertThat(account(ONE.femto(), DAY, 1).period(0).charge(words, 0)).isTrue();
        assertThat(words).isEqualTo(charged(0, DAY, ONE.femto()));
    }

    @Test
    void a_charge_that_overflows_is_refused_whatever_the_limit() {
        long most = Long.MAX_VALUE;
        long[] full = charged(0, DAY, most - 1);
        assertThat(account(most, DAY, 2).period(0).charge(full, 0)).isFalse();
        assertThat(account(most, DAY, most).period(0).charge(charged(0, DAY, 1), 0))
                .isFalse();
        assertThat(account(most, DAY, most).period(0).charge(new long[2], 0)).isFalse();
    }

    /**
     * A cost that exceeds a long is charged as the largest long. No account grants this charge, so a sum of charges never
     * wraps.
     */
    @Test
    void a_cost_that_a_long_does_not_count_is_never_granted_and_leaves_what_is_spent() {
        Amount most = new Amount(Currency.EPSILON, Long.MAX_VALUE);
        Amount beyond = Amount.atLeast(Currency.EPSILON, new BigDecimal("1e30"));
        long[] words = charged(0, DAY, 7);
        assertThat(new KeyAccount(most, DAY, beyond).period(0).charge(words, 0)).isFalse();
        assertThat(new KeyAccount(most, DAY, beyond.plus(beyond)).period(DAY).charge(words, 0))
                .isFalse();
        assertThat(words).isEqualTo(charged(0, DAY, 7));
    }

    @Test
    void periods_without_length_and_costs_in_another_currency_are_refused() {
        assertThatIllegalArgumentException().isThrownBy(() -> account(10, 0, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new KeyAccount(ONE, DAY, Amount.zero(Currency.RHO)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new KeyAccount(ONE, DAY, Amount.zero(Currency.HALF_MU_SQUARED)));
    }

    @RepeatedTest(100)
    void charges_are_granted_exactly_while_they_fit_and_touch_no_other_account(RepetitionInfo run) {
        SplittableRandom random = new SplittableRandom(run.getCurrentRepetition());
        long limit = random.nextLong(1000);
        long[] words = {-1, -1, 0, 0, -1, -1};
        long spent = 0;
        long day = Long.MIN_VALUE;
        for (int i = 0; i < 50; i++) {
            long cost = random.nextLong(100);
            long time = random.nextLong(-DAY, DAY) + i * DAY / 10;
            long since = Math.max(day, Math.floorDiv(time, DAY) * DAY);
            long sum = (since > day ? 0 : spent) + cost;
            assertThat(account(limit, DAY, cost).period(time).charge(words, 2)).isEqualTo(sum <= limit);
            spent = sum <= limit ? sum : spent;
            day = sum <= limit ? since : day;
            assertThat(words[3]).isEqualTo(spent);
        }
        assertThat(new long[] {words[0], words[1], words[4], words[5]}).containsOnly(-1);
    }
}
