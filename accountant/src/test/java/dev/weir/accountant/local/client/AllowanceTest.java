package dev.weir.accountant.local.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.accountant.local.SubsetResponse;
import java.math.BigDecimal;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class AllowanceTest {

    /** How many of these reports an allowance allows, one after the other. */
    private static long allowed(Allowance first, long... periods) {
        Allowance allowance = first;
        long allowed = 0;
        for (long period : periods) {
            Optional<Allowance> after = allowance.take(period);
            allowed += after.isPresent() ? 1 : 0;
            allowance = after.orElse(allowance);
        }
        return allowed;
    }

    @Test
    void a_period_allows_as_many_reports_as_are_declared() {
        assertThat(allowed(Allowance.of(2), 5, 5, 5, 6, 6, 6)).isEqualTo(4);
    }

    @Test
    void a_clock_that_is_put_back_sends_nothing() {
        assertThat(allowed(Allowance.of(1), 5, 4, 5, 3, 6)).isEqualTo(2);
    }

    @Test
    void periods_may_lie_before_the_epoch() {
        assertThat(allowed(Allowance.of(1), -7, -7, -6)).isEqualTo(2);
    }

    @Test
    void a_period_costs_the_sum_of_its_reports() {
        double epsilon = Allowance.of(3).epsilon(SubsetResponse.of(5, BigDecimal.ONE));
        assertThat(epsilon).isBetween(2.99999999, 3.00000001);
    }

    @Test
    void an_allowance_without_reports_or_with_too_many_used_is_refused() {
        assertThatThrownBy(() -> Allowance.of(0)).hasMessage("reports must be >= 1, was 0");
        assertThatThrownBy(() -> new Allowance(2, 0, 3)).hasMessage("used must be between 0 and 2, was 3");
    }
}
