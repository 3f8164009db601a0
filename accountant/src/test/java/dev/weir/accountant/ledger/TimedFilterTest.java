package dev.weir.accountant.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Currency;
import dev.weir.accountant.privacy.Delta;
import java.math.BigInteger;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class TimedFilterTest {

    @RepeatedTest(200)
    void no_stretch_ever_holds_more_than_the_limit_and_nothing_that_fits_is_refused(RepetitionInfo run) {
        Random random = new Random(run.getCurrentRepetition());
        int width = random.nextInt(1, 12);
        long limit = random.nextLong(1, 200);
        RollingFilter filter = new RollingFilter(new Amount(Currency.RHO, limit), width);
        long[] spent = new long[filter.words() + 2];
        NavigableMap<Long, Long> charged = new TreeMap<>();
        long step = random.nextLong(-50, 50);
        for (int i = 0; i < 400; i++) {
            step += random.nextInt(4) == 0 ? random.nextInt(0, 2 * width + 1) : 0;
            long cost = random.nextLong(0, limit / 2 + 2);
            boolean fits = sum(charged, step, width) + cost <= limit;
            long[] before = spent.clone();
            assertThat(filter.charge(spent, 1, step, steps(cost))).isEqualTo(fits);
            if (fits) {
                charged.merge(step, cost, Long::sum);
                assertThat(filter.plannedSpend(spent, 1).amount().femto()).isEqualTo(sum(charged, step, width));
            } else {
                assertThat(spent).isEqualTo(before);
            }
        }
        assertThat(spent[0]).isZero();
        assertThat(spent[spent.length - 1]).isZero();
    }

    @Test
    void a_rolling_budget_comes_back_exactly_when_its_charge_leaves_the_stretch() {
        RollingFilter filter = new RollingFilter(new Amount(Currency.RHO, 10), 3);
        long[] spent = new long[filter.words()];
        assertThat(filter.charge(spent, 0, 100, steps(10))).isTrue();
        assertThat(filter.charge(spent, 0, 102, steps(1))).isFalse();
        assertThat(filter.charge(spent, 0, 103, steps(11))).isFalse();
        assertThat(filter.charge(spent, 0, 103, steps(10))).isTrue();
        assertThat(filter.charge(spent, 0, 102, steps(0))).isFalse();
        assertThat(filter.charge(spent, 0, Long.MAX_VALUE, steps(10))).isTrue();
    }

    @Test
    void a_calendar_period_opens_anew_and_never_again() {
        PeriodFilter filter = new PeriodFilter(Filter.of(new Amount(Currency.RHO, 10), new Delta(BigInteger.TEN)));
        long[] spent = new long[filter.words()];
        assertThat(filter.charge(spent, 0, -3, steps(10))).isTrue();
        assertThat(filter.charge(spent, 0, -3, steps(1))).isFalse();
        assertThat(filter.charge(spent, 0, 5, steps(11))).isFalse();
        assertThat(filter.charge(spent, 0, -3, steps(0))).isTrue();
        assertThat(filter.charge(spent, 0, 5, steps(7))).isTrue();
        assertThat(filter.plannedSpend(spent, 0).amount().femto()).isEqualTo(7);
        assertThat(filter.charge(spent, 0, 4, steps(1))).isFalse();
    }

    @Test
    void a_calendar_lets_twice_the_limit_through_around_midnight_and_a_rolling_budget_does_not() {
        StoppingRule calendar = new PeriodFilter(Filter.of(new Amount(Currency.RHO, 10)));
        StoppingRule rolling = new RollingFilter(new Amount(Currency.RHO, 10), 24);
        long[] calendarSpent = new long[calendar.words()];
        long[] rollingSpent = new long[rolling.words()];
        assertThat(calendar.charge(calendarSpent, 0, 23 / 24, steps(10))).isTrue();
        assertThat(calendar.charge(calendarSpent, 0, 24 / 24, steps(10))).isTrue();
        assertThat(rolling.charge(rollingSpent, 0, 23, steps(10))).isTrue();
        assertThat(rolling.charge(rollingSpent, 0, 24, steps(10))).isFalse();
    }

    @Test
    void every_rule_stands_behind_the_same_door() {
        Amount limit = new Amount(Currency.RHO, 10);
        Filter life = Filter.of(limit);
        for (StoppingRule rule : new StoppingRule[] {life, new PeriodFilter(life), new RollingFilter(limit, 2)}) {
            long[] spent = new long[rule.words()];
            assertThat(rule.charge(spent, 0, 7, steps(9))).isTrue();
            assertThat(rule.charge(spent, 0, 7, steps(2))).isFalse();
            assertThat(rule.charge(spent, 0, 7, steps(1))).isTrue();
            assertThat(rule.plannedSpend(spent, 0)).isEqualTo(new PlannedSpend(limit, Delta.ZERO));
            assertThat(rule.ceiling()).isEqualTo(new Ceiling(limit, Delta.ZERO));
        }
    }

    @Test
    void rolling_policies_out_of_range_are_refused() {
        Amount limit = new Amount(Currency.RHO, 10);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RollingFilter(limit, 0))
                .withMessage("width must be between 1 and 2^20, was 0");
        assertThat(new RollingFilter(limit, 1 << 20).words()).isEqualTo((1 << 20) + 2);
        assertThatIllegalArgumentException().isThrownBy(() -> new RollingFilter(limit, (1 << 20) + 1));
        Charge failing = Charge.of(limit, new Delta(BigInteger.ONE));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RollingFilter(limit, 2).charge(new long[4], 0, 0, failing))
                .withMessageStartingWith("charge must have a bound without failures in RHO, was ");
    }

    private static long sum(NavigableMap<Long, Long> charged, long step, int width) {
        Map<Long, Long> stretch = charged.subMap(step - width, false, step, true);
        return stretch.values().stream().mapToLong(Long::longValue).sum();
    }

    private static Charge steps(long femto) {
        return Charge.of(new Amount(Currency.RHO, femto));
    }
}
