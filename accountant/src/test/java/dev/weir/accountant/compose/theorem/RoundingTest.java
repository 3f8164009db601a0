package dev.weir.accountant.compose.theorem;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class RoundingTest {

    @RepeatedTest(500)
    void sums_and_products_are_the_next_double_above(RepetitionInfo run) {
        SplittableRandom random = new SplittableRandom(run.getCurrentRepetition());
        double a = StrictMath.scalb(random.nextDouble(), random.nextInt(-40, 40));
        double b = StrictMath.scalb(random.nextDouble(), random.nextInt(-40, 40));
        requireNextAbove(Rounding.sumUp(a, b), new BigDecimal(a).add(new BigDecimal(b)));
        requireNextAbove(Rounding.productUp(a, b), new BigDecimal(a).multiply(new BigDecimal(b)));
    }

    @Test
    void what_is_exact_stays_exact() {
        assertThat(Rounding.sumUp(0.5, 0.25)).isEqualTo(0.75);
        assertThat(Rounding.productUp(3, 0.25)).isEqualTo(0.75);
        assertThat(Rounding.productUp(0, 0.25)).isZero();
        assertThat(Rounding.up(0)).isZero();
        assertThat(Rounding.probabilityUp(1)).isEqualTo(1);
    }

    @Test
    void products_below_the_smallest_doubles_are_not_lost() {
        assertThat(Rounding.productUp(1e-200, 1e-200)).isEqualTo(Double.MIN_VALUE);
        assertThat(Rounding.productUp(1e-160, 1e-160)).isGreaterThan(1e-320);
    }

    private static void requireNextAbove(double rounded, BigDecimal exact) {
        assertThat(new BigDecimal(rounded)).isGreaterThanOrEqualTo(exact);
        assertThat(new BigDecimal(Math.nextDown(rounded))).isLessThan(exact);
    }
}
