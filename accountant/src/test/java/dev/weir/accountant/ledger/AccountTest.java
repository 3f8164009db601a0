package dev.weir.accountant.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Currency;
import java.math.BigDecimal;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class AccountTest {

    @Test
    void ten_charges_of_a_tenth_fill_a_budget_of_one() {
        Amount tenth = Amount.atLeast(Currency.EPSILON, new BigDecimal("0.1"));
        Account account = Account.open(Amount.atMost(Currency.EPSILON, BigDecimal.ONE));
        for (int i = 0; i < 10; i++) {
            account = ((Account.Decision.Granted) account.charge(tenth)).after();
        }
        assertThat(account.spent()).isEqualTo(account.limit());
        assertThat(account.charge(tenth)).isEqualTo(new Account.Decision.Refused(account));
    }

    @Test
    void no_overflow_makes_a_charge_affordable() {
        Account account = new Account(steps(Long.MAX_VALUE), steps(Long.MAX_VALUE - 1));
        assertThat(account.charge(steps(5))).isInstanceOf(Account.Decision.Refused.class);
    }

    @Test
    void an_account_that_is_already_overdrawn_cannot_be_built() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Account(steps(1), steps(2)))
                .withMessageStartingWith("spent must be <= limit, was ");
    }

    private static Amount steps(long femto) {
        return new Amount(Currency.RHO, femto);
    }
}
