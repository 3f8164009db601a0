package dev.weir.accountant.privacy;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class RoundingTest {

    @Test
    void a_decimal_lies_between_its_two_roundings_which_are_neighbours_or_the_same() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 2000; i++) {
            BigDecimal value = BigDecimal.valueOf(random.nextLong(), random.nextInt(-30, 50));
            double down = Rounding.down(value);
            double up = Rounding.up(value);
            assertThat(new BigDecimal(down)).isLessThanOrEqualTo(value);
            assertThat(new BigDecimal(up)).isGreaterThanOrEqualTo(value);
            assertThat(up).isIn(down, Math.nextUp(down));
        }
    }

    @Test
    void what_a_double_holds_stays_as_it_is() {
        for (double exact : new double[] {0, 0.5, -0.25, 1e300, Double.MIN_VALUE}) {
            assertThat(Rounding.up(new BigDecimal(exact))).isEqualTo(exact);
            assertThat(Rounding.down(new BigDecimal(exact))).isEqualTo(exact);
        }
    }

    @Test
    void what_no_double_reaches_is_infinite_one_way_and_the_largest_the_other() {
        BigDecimal huge = new BigDecimal("1e400");
        assertThat(Rounding.up(huge)).isInfinite().isPositive();
        assertThat(Rounding.down(huge)).isEqualTo(Double.MAX_VALUE);
        assertThat(Rounding.up(huge.negate())).isEqualTo(-Double.MAX_VALUE);
        assertThat(Rounding.down(huge.negate())).isInfinite().isNegative();
    }

    @RepeatedTest(500)
    void sums_and_products_are_the_next_double_above(RepetitionInfo run) {
        SplittableRandom random = new SplittableRandom(run.getCurrentRepetition());
        double a = StrictMath.scalb(random.nextDouble(), random.nextInt(-40, 40));
        double b = StrictMath.scalb(random.nextDouble(), random.nextInt(-40, 40));
        requireNextAbove(Rounding.sumUp(a, b), new BigDecimal(a).add(new BigDecimal(b)));
        requireNextAbove(Rounding.productUp(a, b), new BigDecimal(a).multiply(new BigDecimal(b)));
    }

    @Test
    void sums_and_products_that_are_exact_stay_exact() {
        assertThat(Rounding.sumUp(0.5, 0.25)).isEqualTo(0.75);
        assertThat(Rounding.productUp(3, 0.25)).isEqualTo(0.75);
        assertThat(Rounding.productUp(0, 0.25)).isZero();
    }

    @Test
    void products_below_the_smallest_doubles_are_not_lost() {
        assertThat(Rounding.productUp(1e-200, 1e-200)).isEqualTo(Double.MIN_VALUE);
        assertThat(Rounding.productUp(1e-160, 1e-160)).isGreaterThan(1e-320);
    }

    @ParameterizedTest
    @EnumSource
    void a_margin_moves_every_value_but_zero_by_at_least_one_double_and_little_more_than_itself(
            Rounding.Margin margin) {
        for (double value : new double[] {Double.MIN_VALUE, 1e-320, 1e-300, 0.1, 1, 1e300}) {
            assertThat(Rounding.up(value, margin)).isGreaterThan(value);
            assertThat(Rounding.down(value, margin)).isLessThan(value).isNotNegative();
        }
        assertThat(Rounding.up(0, margin)).isZero();
        assertThat(Rounding.down(0, margin)).isZero();
        assertThat(Rounding.up(1, margin)).isBetween(1 + margin.relative(), 1 + 1.2 * margin.relative());
        assertThat(Rounding.down(1, margin)).isBetween(1 - 1.2 * margin.relative(), 1 - 0.9 * margin.relative());
    }

    /** Tests the claimed margin on products of square roots and quotients, against 60 digits. */
    @RepeatedTest(500)
    void four_operations_lose_less_than_their_margin(RepetitionInfo run) {
        SplittableRandom random = new SplittableRandom(run.getCurrentRepetition());
        double a = random.nextDouble(1e-6, 1e6);
        double b = random.nextDouble(1e-6, 1e6);
        double c = random.nextDouble(1e-6, 1e6);
        MathContext digits = new MathContext(60);
        BigDecimal exact = new BigDecimal(a)
                .divide(new BigDecimal(b), digits)
                .multiply(new BigDecimal(c).sqrt(digits), digits)
                .multiply(new BigDecimal(a), digits);
        double value = a / b * Math.sqrt(c) * a;
        assertThat(new BigDecimal(Rounding.up(value, Rounding.Margin.ARITHMETIC)))
                .isGreaterThan(exact);
        assertThat(new BigDecimal(Rounding.down(value, Rounding.Margin.ARITHMETIC)))
                .isLessThan(exact);
    }

    private static void requireNextAbove(double rounded, BigDecimal exact) {
        assertThat(new BigDecimal(rounded)).isGreaterThanOrEqualTo(exact);
        assertThat(new BigDecimal(Math.nextDown(rounded))).isLessThan(exact);
    }
}
