package dev.weir.accountant.ledger;

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
class CeilingTest {

    @ParameterizedTest
    @CsvSource({"0.1,1e-5", "1,1e-6", "1,1e-9", "5,1e-9", "10,1e-3"})
    void the_ceiling_of_a_budget_is_the_budget_and_never_above_it(BigDecimal epsilon, BigDecimal delta) {
        Budget.Approximate budget = new Budget.Approximate(epsilon, Delta.atMost(delta));
        Delta half = Delta.atMost(delta.divide(BigDecimal.valueOf(2)));
        assertThat(Filter.gaussian(budget).ceiling().epsilon(budget.delta()))
                .isBetween(epsilon.doubleValue() * (1 - 1e-9), epsilon.doubleValue() * (1 + 1e-12));
        assertThat(Filter.advanced(budget, half).ceiling().epsilon(budget.delta()))
                .isBetween(epsilon.doubleValue() * (1 - 1e-9), epsilon.doubleValue() * (1 + 1e-12));
        assertThat(Filter.advanced(budget, half).ceiling().failures()).isEqualTo(half);
    }

    @Test
    void the_advanced_filter_grants_more_than_its_textbook_formula() {
        Budget.Approximate budget = new Budget.Approximate(BigDecimal.ONE, Delta.atMost(new BigDecimal("1e-6")));
        Filter filter = Filter.advanced(budget, Delta.ZERO);
        Charge tenth = Charge.of(Amount.atMost(Currency.EPSILON, new BigDecimal("0.01")));
        long[] spent = new long[filter.words()];
        int granted = 0;
        while (filter.charge(spent, 0, tenth)) {
            granted++;
        }
        int textbook = 0;
        while (StrictMath.sqrt(2 * StrictMath.log(1e6) * (textbook + 1) * 1e-4) + (textbook + 1) * 0.5e-4 <= 1) {
            textbook++;
        }
        assertThat(granted).isGreaterThan(textbook);
        assertThat(granted / (double) textbook).isBetween(1.3, 1.5);
    }

    @Test
    void a_ceiling_stands_where_it_stood_whatever_was_spent() {
        Filter filter = Filter.of(new Amount(Currency.EPSILON, 1_000_000_000_000_000L));
        Ceiling before = filter.ceiling();
        long[] spent = new long[1];
        filter.charge(spent, 0, Charge.of(new Amount(Currency.EPSILON, 7)));
        assertThat(filter.ceiling()).isEqualTo(before);
        assertThat(before.epsilon(Delta.ZERO)).isEqualTo(1);
    }

    @Test
    void a_delta_that_the_charges_may_use_up_guarantees_no_epsilon() {
        Delta failures = Delta.atMost(new BigDecimal("1e-6"));
        Ceiling ceiling = Filter.of(new Amount(Currency.RHO, 1_000), failures).ceiling();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ceiling.epsilon(failures))
                .withMessage(
                        "delta must be above 0.000001000000000000000000 and below 1, was 0.000001000000000000000000");
        Ceiling basic = Filter.of(new Amount(Currency.EPSILON, 1_000), failures).ceiling();
        assertThat(basic.epsilon(failures)).isCloseTo(1e-12, within(1e-27));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> basic.epsilon(Delta.ZERO))
                .withMessageStartingWith("delta must be above 0.000001");
    }

    @Test
    void an_odometer_reads_the_rung_above_the_spend() {
        Odometer odometer = new Odometer(new Amount(Currency.RHO, 1_000_000_000_000L), 1e-6);
        double first = odometer.epsilon(spend(Currency.RHO, 1));
        assertThat(first).isCloseTo(0.001 + 2 * StrictMath.sqrt(0.001 * StrictMath.log(2e6)), within(1e-12));
        assertThat(odometer.epsilon(spend(Currency.RHO, 1_000_000_000_000L))).isEqualTo(first);
        double second = odometer.epsilon(spend(Currency.RHO, 1_000_000_000_001L));
        assertThat(second).isCloseTo(0.002 + 2 * StrictMath.sqrt(0.002 * StrictMath.log(6e6)), within(1e-12));
        assertThat(odometer.epsilon(spend(Currency.RHO, 0))).isZero();
        assertThat(odometer.epsilon(spend(Currency.RHO, Long.MAX_VALUE))).isBetween(9_000.0, 30_000.0);
    }

    @Test
    void the_odometer_of_pure_charges_is_their_sum() {
        Odometer odometer = new Odometer(new Amount(Currency.EPSILON, 1), 1e-6);
        assertThat(odometer.epsilon(spend(Currency.EPSILON, 2_500_000_000_000_000L)))
                .isEqualTo(2.5);
    }

    @Test
    void odometers_out_of_range_are_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Odometer(new Amount(Currency.RHO, 0), 0.1))
                .withMessage("first must be > 0, was 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Odometer(new Amount(Currency.RHO, 1), 1))
                .withMessage("delta must be above 0 and below 1, was 1.0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Odometer(new Amount(Currency.RHO, 1), 0.1).epsilon(spend(Currency.EPSILON, 1)))
                .withMessage("currency must be EPSILON, was RHO");
    }

    private static PlannedSpend spend(Currency currency, long femto) {
        return new PlannedSpend(new Amount(currency, femto), Delta.ZERO);
    }
}
