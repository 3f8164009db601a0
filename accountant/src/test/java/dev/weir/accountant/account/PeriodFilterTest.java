package dev.weir.accountant.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Currency;
import dev.weir.accountant.privacy.Delta;
import java.math.BigInteger;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class PeriodFilterTest {

    @Test
    void a_calendar_period_opens_anew_and_never_again() {
        PeriodFilter filter =
                new PeriodFilter(PrivacyFilter.of(new Amount(Currency.RHO, 10), new Delta(BigInteger.TEN)));
        long[] spent = new long[filter.words()];
        assertThat(filter.charge(spent, 0, -3, steps(10))).isTrue();
        assertThat(filter.charge(spent, 0, -3, steps(1))).isFalse();
        assertThat(filter.charge(spent, 0, 5, steps(11))).isFalse();
        assertThat(filter.charge(spent, 0, -3, steps(0))).isTrue();
        assertThat(filter.charge(spent, 0, 5, steps(7))).isTrue();
        assertThat(filter.spent(spent, 0).amount().femto()).isEqualTo(7);
        assertThat(filter.charge(spent, 0, 4, steps(1))).isFalse();
    }

    @Test
    void a_calendar_lets_twice_the_limit_through_around_midnight() {
        PeriodFilter calendar = new PeriodFilter(PrivacyFilter.of(new Amount(Currency.RHO, 10)));
        long[] spent = new long[calendar.words()];
        assertThat(calendar.charge(spent, 0, 23 / 24, steps(10))).isTrue();
        assertThat(calendar.charge(spent, 0, 24 / 24, steps(10))).isTrue();
    }

    @Test
    void a_period_is_guaranteed_what_its_filter_guarantees() {
        PrivacyFilter each = PrivacyFilter.of(new Amount(Currency.RHO, 10));
        assertThat(new PeriodFilter(each).guarantee()).isEqualTo(each.guarantee());
        assertThat(each.guarantee()).isEqualTo(new Guarantee(new Amount(Currency.RHO, 10), Delta.ZERO));
    }

    private static Charge steps(long femto) {
        return Charge.of(new Amount(Currency.RHO, femto));
    }
}
