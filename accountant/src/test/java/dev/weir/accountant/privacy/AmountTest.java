package dev.weir.accountant.privacy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigDecimal;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class AmountTest {

    private static final Amount ONE = Amount.atMost(Currency.EPSILON, BigDecimal.ONE);

    @Test
    void a_budget_between_two_steps_rounds_down_and_a_charge_rounds_up() {
        BigDecimal between = new BigDecimal("0.0000000000000015");
        assertThat(Amount.atMost(Currency.RHO, between).femto()).isEqualTo(1);
        assertThat(Amount.atLeast(Currency.RHO, between).femto()).isEqualTo(2);
    }

    @Test
    void a_whole_number_of_steps_is_kept_by_both_directions() {
        BigDecimal third = new BigDecimal("0.333333333333333");
        assertThat(Amount.atMost(Currency.EPSILON, third)).isEqualTo(Amount.atLeast(Currency.EPSILON, third));
        assertThat(Amount.atMost(Currency.EPSILON, third).value()).isEqualByComparingTo(third);
    }

    @Test
    void the_least_charge_above_nothing_is_one_step() {
        BigDecimal tiny = new BigDecimal("1e-40");
        assertThat(Amount.atLeast(Currency.EPSILON, tiny).femto()).isEqualTo(1);
        assertThat(Amount.atMost(Currency.EPSILON, tiny).femto()).isZero();
    }

    @Test
    void ten_charges_of_a_tenth_make_exactly_one() {
        Amount tenth = Amount.atLeast(Currency.EPSILON, new BigDecimal("0.1"));
        Amount sum = Amount.zero(Currency.EPSILON);
        for (int i = 0; i < 10; i++) {
            sum = sum.plus(tenth);
        }
        assertThat(sum).isEqualTo(ONE);
    }

    @RepeatedTest(200)
    void a_split_adds_up_exactly_and_is_even_to_one_step(RepetitionInfo run) {
        SplittableRandom random = new SplittableRandom(run.getCurrentRepetition());
        Amount whole = new Amount(Currency.RHO, random.nextLong(Long.MAX_VALUE) >>> random.nextInt(62));
        List<Amount> parts = whole.split(1 + random.nextInt(50));
        long sum = parts.stream().mapToLong(Amount::femto).sum();
        assertThat(sum).isEqualTo(whole.femto());
        assertThat(parts).isSortedAccordingTo(java.util.Comparator.reverseOrder());
        assertThat(parts.get(0).femto() - parts.get(parts.size() - 1).femto()).isBetween(0L, 1L);
    }

    @Test
    void a_split_into_no_parts_is_refused() {
        assertThatIllegalArgumentException().isThrownBy(() -> ONE.split(0)).withMessage("parts must be >= 1, was 0");
    }

    @Test
    void a_share_rounds_down() {
        Amount third = ONE.share(new BigDecimal("0.3333333333333339"));
        assertThat(third.femto()).isEqualTo(333_333_333_333_333L);
    }

    @Test
    void a_sum_that_overflows_is_more_than_any_budget() {
        Amount large = new Amount(Currency.EPSILON, Long.MAX_VALUE - 1);
        assertThat(large.plus(new Amount(Currency.EPSILON, 2)).femto()).isEqualTo(Long.MAX_VALUE);
        assertThat(large.plus(large).compareTo(large)).isPositive();
    }

    @Test
    void currencies_never_mix() {
        Amount rho = Amount.zero(Currency.RHO);
        assertThatIllegalArgumentException().isThrownBy(() -> ONE.plus(rho));
        assertThatIllegalArgumentException().isThrownBy(() -> ONE.minus(rho));
        assertThatIllegalArgumentException().isThrownBy(() -> ONE.compareTo(rho));
        assertThat(rho).isNotEqualTo(Amount.zero(Currency.EPSILON));
    }

    @Test
    void amounts_below_nothing_and_budgets_beyond_what_a_long_counts_are_refused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Amount(Currency.EPSILON, -1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Amount.zero(Currency.EPSILON).minus(ONE));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Amount.atMost(Currency.EPSILON, new BigDecimal("-1e-30")));
        assertThatIllegalArgumentException().isThrownBy(() -> Amount.atMost(Currency.EPSILON, new BigDecimal("9224")));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Amount.atLeast(Currency.EPSILON, new BigDecimal("-1e-30")));
    }

    /** {@link Amount#plus} saturates in the same way, and no account grants {@link Long#MAX_VALUE} steps. */
    @Test
    void a_charge_beyond_what_a_long_counts_is_the_largest_there_is() {
        Amount most = new Amount(Currency.EPSILON, Long.MAX_VALUE);
        assertThat(Amount.atLeast(Currency.EPSILON, new BigDecimal("9224"))).isEqualTo(most);
        assertThat(Amount.atLeast(Currency.EPSILON, new BigDecimal("1e400"))).isEqualTo(most);
        assertThat(Amount.atLeast(Currency.EPSILON, new BigDecimal("9223.3720368547758071")))
                .isEqualTo(most);
        assertThat(Amount.atLeast(Currency.EPSILON, new BigDecimal("9223.372036854775806")))
                .isEqualTo(new Amount(Currency.EPSILON, Long.MAX_VALUE - 1));
    }
}
