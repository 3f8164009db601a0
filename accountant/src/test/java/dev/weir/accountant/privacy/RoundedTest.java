package dev.weir.accountant.privacy;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class RoundedTest {

    @Test
    void a_decimal_lies_between_its_two_roundings_which_are_neighbours_or_the_same() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 2000; i++) {
            BigDecimal value = BigDecimal.valueOf(random.nextLong(), random.nextInt(-30, 50));
            double down = Rounded.down(value);
            double up = Rounded.up(value);
            assertThat(new BigDecimal(down)).isLessThanOrEqualTo(value);
            assertThat(new BigDecimal(up)).isGreaterThanOrEqualTo(value);
            assertThat(up).isIn(down, Math.nextUp(down));
        }
    }

    @Test
    void what_a_double_holds_stays_as_it_is() {
        for (double exact : new double[] {0, 0.5, -0.25, 1e300, Double.MIN_VALUE}) {
            assertThat(Rounded.up(new BigDecimal(exact))).isEqualTo(exact);
            assertThat(Rounded.down(new BigDecimal(exact))).isEqualTo(exact);
        }
    }

    @Test
    void what_no_double_reaches_is_infinite_one_way_and_the_largest_the_other() {
        BigDecimal huge = new BigDecimal("1e400");
        assertThat(Rounded.up(huge)).isInfinite().isPositive();
        assertThat(Rounded.down(huge)).isEqualTo(Double.MAX_VALUE);
        assertThat(Rounded.up(huge.negate())).isEqualTo(-Double.MAX_VALUE);
        assertThat(Rounded.down(huge.negate())).isInfinite().isNegative();
    }
}
