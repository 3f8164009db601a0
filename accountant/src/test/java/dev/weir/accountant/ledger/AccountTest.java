package dev.weir.accountant.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.weir.accountant.ledger.Account.Decision.Granted;
import dev.weir.accountant.ledger.Account.Decision.Refused;
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
class AccountTest {

    private static final Amount ONE = Amount.atMost(Currency.EPSILON, BigDecimal.ONE);
    private static final Amount STEP = new Amount(Currency.EPSILON, 1);

    @Test
    void ten_charges_of_a_tenth_fill_an_account_of_one_and_not_a_step_more_fits() {
        Account account = Account.open(ONE);
        Amount tenth = Amount.atLeast(Currency.EPSILON, new BigDecimal("0.1"));
        for (int i = 0; i < 10; i++) {
            account = ((Granted) account.charge(tenth)).after();
        }
        assertThat(account.spent()).isEqualTo(ONE);
        assertThat(account.charge(STEP)).isEqualTo(new Refused(account));
        assertThat(account.charge(Amount.zero(Currency.EPSILON))).isEqualTo(new Granted(account));
    }

    @Test
    void a_refusal_leaves_the_account_open_for_smaller_charges() {
        Account account = new Account(ONE, ONE.minus(STEP));
        assertThat(account.charge(new Amount(Currency.EPSILON, 2))).isInstanceOf(Refused.class);
        assertThat(account.charge(STEP)).isEqualTo(new Granted(new Account(ONE, ONE)));
    }

    @Test
    void a_charge_that_overflows_is_refused_whatever_the_limit() {
        Amount most = new Amount(Currency.EPSILON, Long.MAX_VALUE);
        Account full = new Account(most, most);
        assertThat(full.charge(STEP)).isInstanceOf(Refused.class);
        assertThat(new Account(most, ONE).charge(most)).isInstanceOf(Refused.class);
    }

    @Test
    void an_overdrawn_account_and_a_foreign_charge_are_refused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Account(ONE, ONE.plus(STEP)));
        assertThatIllegalArgumentException().isThrownBy(() -> new Account(ONE, Amount.zero(Currency.RHO)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Account.open(ONE).charge(Amount.zero(Currency.HALF_MU_SQUARED)));
    }

    @RepeatedTest(100)
    void charges_are_granted_exactly_while_they_fit(RepetitionInfo run) {
        SplittableRandom random = new SplittableRandom(run.getCurrentRepetition());
        Account account = Account.open(new Amount(Currency.RHO, random.nextLong(1000)));
        for (int i = 0; i < 50; i++) {
            Amount cost = new Amount(Currency.RHO, random.nextLong(100));
            boolean fits =
                    account.spent().femto() + cost.femto() <= account.limit().femto();
            Account.Decision decision = account.charge(cost);
            assertThat(decision instanceof Granted).isEqualTo(fits);
            account = decision instanceof Granted granted ? granted.after() : account;
        }
    }
}
