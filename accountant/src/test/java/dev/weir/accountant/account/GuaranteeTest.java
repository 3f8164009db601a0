package dev.weir.accountant.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.Currency;
import dev.weir.accountant.privacy.Delta;
import java.math.BigDecimal;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class GuaranteeTest {

    @ParameterizedTest
    @CsvSource({"0.1,1e-5", "1,1e-6", "1,1e-9", "5,1e-9", "10,1e-3"})
    void the_guarantee_of_a_budget_is_the_budget_and_never_above_it(BigDecimal epsilon, BigDecimal delta) {
        Budget.Approximate budget = new Budget.Approximate(epsilon, Delta.atMost(delta));
        assertThat(PrivacyFilter.gaussian(budget).guarantee().epsilon(budget.delta()))
                .isBetween(epsilon.doubleValue() * (1 - 1e-9), epsilon.doubleValue() * (1 + 1e-12));
    }

    @Test
    void a_guarantee_stands_where_it_stood_whatever_was_spent() {
        PrivacyFilter filter = PrivacyFilter.of(new Amount(Currency.EPSILON, 1_000_000_000_000_000L));
        Guarantee before = filter.guarantee();
        long[] spent = new long[1];
        filter.charge(spent, 0, Charge.of(new Amount(Currency.EPSILON, 7)));
        assertThat(filter.guarantee()).isEqualTo(before);
        assertThat(before.epsilon(Delta.ZERO)).isEqualTo(1);
    }

    @Test
    void a_delta_that_the_charges_may_use_up_guarantees_no_epsilon() {
        Delta failures = Delta.atMost(new BigDecimal("1e-6"));
        Guarantee guarantee =
                PrivacyFilter.of(new Amount(Currency.RHO, 1_000), failures).guarantee();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> guarantee.epsilon(failures))
                .withMessage(
                        "delta must be above 0.000001000000000000000000 and below 1, was 0.000001000000000000000000");
        Guarantee basic =
                PrivacyFilter.of(new Amount(Currency.EPSILON, 1_000), failures).guarantee();
        assertThat(basic.epsilon(failures)).isCloseTo(1e-12, within(1e-27));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> basic.epsilon(Delta.ZERO))
                .withMessageStartingWith("delta must be above 0.000001");
    }
}
