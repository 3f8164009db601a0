package dev.weir.operators.release;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Currency;
import dev.weir.operators.query.KeyAccountTerms;
import dev.weir.operators.testing.Plans;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class KeySpendingTest {

    private static final KeyAccountTerms TEN_A_DAY = new KeyAccountTerms(new Amount(Currency.EPSILON, 10), Plans.DAY);
    private static final Amount FOUR = new Amount(Currency.EPSILON, 4);

    @Test
    void a_key_is_refused_once_its_period_is_spent_and_afresh_in_the_next() {
        KeySpending once = charge(KeySpending.NONE, 1);
        KeySpending twice = charge(once, 2);
        assertThat(twice).isEqualTo(new KeySpending(0, 8));
        assertThat(twice.charge(TEN_A_DAY, 3, FOUR)).isNull();
        assertThat(charge(twice, Plans.DAY)).isEqualTo(new KeySpending(Plans.DAY, 4));
    }

    @Test
    void a_window_belongs_to_the_period_that_holds_its_end() {
        assertThat(TEN_A_DAY.periodStart(Plans.DAY - 1)).isZero();
        assertThat(TEN_A_DAY.periodStart(Plans.DAY)).isEqualTo(Plans.DAY);
        assertThat(TEN_A_DAY.periodStart(-1)).isEqualTo(-Plans.DAY);
    }

    @Test
    void periods_of_another_length_do_not_renew_an_account() {
        KeySpending spentToday = new KeySpending(23 * Plans.HOUR, 10);
        assertThat(spentToday.charge(TEN_A_DAY, 23 * Plans.HOUR + 1, FOUR)).isNull();
        assertThat(charge(spentToday, Plans.DAY)).isEqualTo(new KeySpending(Plans.DAY, 4));
    }

    @Test
    void an_exact_fit_is_granted_and_one_step_more_is_refused() {
        KeySpending six = new KeySpending(0, 6);
        assertThat(charge(six, 5).femto()).isEqualTo(10);
        assertThat(new KeySpending(0, 7).charge(TEN_A_DAY, 5, FOUR)).isNull();
    }

    @Test
    void a_limit_that_was_lowered_below_what_is_spent_refuses_and_does_not_fail() {
        assertThat(new KeySpending(0, 11).charge(TEN_A_DAY, 5, FOUR)).isNull();
        assertThat(new KeySpending(0, 11).charge(TEN_A_DAY, 5, Amount.zero(Currency.EPSILON)))
                .isNull();
    }

    private static KeySpending charge(KeySpending spending, long windowEnd) {
        KeySpending after = spending.charge(TEN_A_DAY, windowEnd, FOUR);
        assertThat(after).isNotNull();
        return java.util.Objects.requireNonNull(after);
    }
}
