package dev.weir.accountant.selection.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.Delta;
import java.math.BigDecimal;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class TouchesTest {

    private static Delta delta(String text) {
        return Delta.atMost(new BigDecimal(text));
    }

    @Test
    void all_touches_together_cost_at_most_what_is_set_aside() {
        for (long most : new long[] {1, 3, 7, 32, 1_000_003}) {
            Touches touches = new Touches(delta("5e-7"), most);
            BigDecimal all = touches.each().value().multiply(BigDecimal.valueOf(most));
            BigDecimal steps = BigDecimal.valueOf(most).movePointLeft(24);
            assertThat(all).isLessThanOrEqualTo(new BigDecimal("5e-7"));
            assertThat(all.add(steps)).isGreaterThan(new BigDecimal("5e-7"));
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Touches(delta("1e-21"), 11))
                .withMessageStartingWith("delta of an examination must be at least 1e-22");
    }

    @Test
    void windows_may_not_touch_more_keys_than_contributions_pay_for() {
        assertThat(Touches.ofWindows(20, 6)).isEqualTo(6);
        assertThat(Touches.ofWindows(3, 6)).isEqualTo(3);
    }

    /** What was spent before counts as at least as much after. */
    @Test
    void touches_of_an_earlier_version_count_as_the_delta_that_they_cost() {
        Touches before = new Touches(delta("5e-7"), 3);
        Touches after = new Touches(delta("5e-7"), 8);
        assertThat(after.carried(0, before)).isZero();
        assertThat(after.carried(1, before)).isEqualTo(3);
        assertThat(after.carried(3, before)).isEqualTo(8);
        assertThat(before.carried(1, after)).isEqualTo(1);
        assertThat(before.carried(7, after)).isEqualTo(3);
        assertThat(before.carried(3, before)).isEqualTo(3);
        assertThat(after.carried(Long.MAX_VALUE, before)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void the_rest_of_a_budget_is_what_keys_leave() {
        Budget budget = new Budget.Approximate(BigDecimal.ONE, delta("1e-6"));
        assertThat(BudgetSplit.withoutKeys(budget, delta("4e-7")))
                .isEqualTo(new Budget.Approximate(BigDecimal.ONE, delta("6e-7")));
        assertThat(BudgetSplit.withoutKeys(budget, delta("1e-6"))).isEqualTo(new Budget.Pure(BigDecimal.ONE));
        Budget rho = new Budget.Concentrated(BigDecimal.ONE, delta("1e-6"));
        assertThat(BudgetSplit.withoutKeys(rho, delta("4e-7")))
                .isEqualTo(new Budget.Concentrated(BigDecimal.ONE, delta("6e-7")));
        assertRefused(budget, "1.1e-6", "delta of keys must be at most the delta of the budget");
        assertRefused(rho, "1e-6", "delta of keys must be below the delta of the budget");
        assertRefused(new Budget.Pure(BigDecimal.ONE), "1e-6", "delta of the budget must be stated");
        assertRefused(budget, "0", "delta of keys must be above 0");
    }

    private static void assertRefused(Budget budget, String keys, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BudgetSplit.withoutKeys(budget, delta(keys)))
                .withMessageStartingWith(message);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 7, 12, 100})
    void examinations_of_a_series_that_ends_share_the_delta_of_a_touch(long every) {
        Examinations examinations = Examinations.equal(delta("1e-8"), 100, every);
        long[] steps = LongStream.rangeClosed(1, 120).filter(examinations::isAt).toArray();
        assertThat(steps).hasSize((int) examinations.count()).endsWith(100);
        assertThat(LongStream.of(steps).limit(steps.length - 1).allMatch(step -> step % every == 0))
                .isTrue();
        assertThat(LongStream.of(steps).mapToDouble(examinations::delta).sum()).isLessThanOrEqualTo(1e-8);
        for (long step = 1; step <= 100; step++) {
            long from = step;
            assertThat(examinations.from(step))
                    .isEqualTo(LongStream.of(steps)
                            .filter(at -> at >= from)
                            .findFirst()
                            .orElseThrow());
        }
    }

    @Test
    void examinations_of_a_series_without_an_end_share_it_too() {
        Examinations examinations = Examinations.unbounded(delta("1e-8"), 3, 1 << 20);
        double sum = 0;
        for (long step = examinations.from(1); step <= 1 << 20; step = examinations.from(step + 1)) {
            assertThat(examinations.isAt(step)).isTrue();
            assertThat(examinations.delta(step))
                    .isCloseTo(1e-8 * Examinations.unboundedWeight(step / 3), within(1e-22));
            sum += examinations.delta(step);
        }
        assertThat(sum).isBetween(0.9e-8, 1e-8);
        assertThat(examinations.isAt(3L << 20)).isFalse();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Examinations.unbounded(delta("1e-15"), 1, 1L << 40))
                .withMessageStartingWith("delta of an examination must be at least 1e-22");
    }
}
