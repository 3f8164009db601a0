package dev.weir.accountant.privacy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class DeltaTest {

    @Test
    void a_budget_rounds_down_and_a_charge_rounds_up() {
        BigDecimal between = new BigDecimal("1.5e-24");
        assertThat(Delta.atMost(between).yocto()).isEqualTo(BigInteger.ONE);
        assertThat(Delta.atLeast(between).yocto()).isEqualTo(BigInteger.TWO);
    }

    @Test
    void every_step_survives_the_way_through_a_decimal() {
        Delta delta = new Delta(new BigInteger("123456789012345678901234"));
        assertThat(delta.value()).isEqualByComparingTo("0.123456789012345678901234");
        assertThat(Delta.atMost(delta.value())).isEqualTo(delta);
    }

    @Test
    void sums_are_exact_and_stop_at_one() {
        Delta third = Delta.atLeast(new BigDecimal("0.4"));
        assertThat(third.plus(third).value()).isEqualByComparingTo("0.8");
        assertThat(third.plus(third).plus(third).value()).isEqualByComparingTo("1");
    }

    @Test
    void a_probability_is_between_0_and_1() {
        assertThatIllegalArgumentException().isThrownBy(() -> Delta.atMost(new BigDecimal("1.1")));
        assertThatIllegalArgumentException().isThrownBy(() -> Delta.atMost(new BigDecimal("-1e-30")));
        assertThat(Delta.atMost(BigDecimal.ONE).value()).isEqualByComparingTo("1");
        assertThat(Delta.ZERO).isLessThan(Delta.atLeast(new BigDecimal("1e-300")));
    }
}
