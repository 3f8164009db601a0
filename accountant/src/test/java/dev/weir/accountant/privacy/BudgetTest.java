package dev.weir.accountant.privacy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigDecimal;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class BudgetTest {

    private static final Delta SMALL = Delta.atMost(new BigDecimal("1e-6"));

    @Test
    void a_pure_budget_never_fails() {
        assertThat(new Budget.Pure(BigDecimal.ONE).delta()).isEqualTo(Delta.ZERO);
    }

    @Test
    void a_budget_is_above_nothing() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Budget.Pure(BigDecimal.ZERO))
                .withMessage("epsilon must be > 0, was 0");
        assertThatIllegalArgumentException().isThrownBy(() -> new Budget.Approximate(new BigDecimal("-1"), SMALL));
        assertThatIllegalArgumentException().isThrownBy(() -> new Budget.Concentrated(BigDecimal.ZERO, SMALL));
    }

    @Test
    void a_delta_of_nothing_or_of_certainty_is_no_approximate_budget() {
        Delta certain = Delta.atMost(BigDecimal.ONE);
        assertThatIllegalArgumentException().isThrownBy(() -> new Budget.Approximate(BigDecimal.ONE, Delta.ZERO));
        assertThatIllegalArgumentException().isThrownBy(() -> new Budget.Approximate(BigDecimal.ONE, certain));
        assertThatIllegalArgumentException().isThrownBy(() -> new Budget.Concentrated(BigDecimal.ONE, Delta.ZERO));
        assertThatIllegalArgumentException().isThrownBy(() -> new Budget.Concentrated(BigDecimal.ONE, certain));
    }
}
