package dev.weir.accountant.compose.normal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.golden.GoldenRow;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Stream;
import org.apache.commons.math3.special.Erf;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/**
 * Justifies the own implementation of the normal tail: its error is no larger than that of Commons Math, and its range is not
 * limited.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class MillsRatioTest {

    private static Stream<GoldenRow> rows() {
        return GoldenRow.read("mills_ratio_mpmath");
    }

    private static double relativeError(double value, BigDecimal exact) {
        return new BigDecimal(value)
                .subtract(exact)
                .abs()
                .divide(exact.abs(), MathContext.DECIMAL64)
                .doubleValue();
    }

    @Test
    void the_ratio_errs_by_less_than_five_parts_in_ten_to_the_fifteenth() {
        double worst = rows().mapToDouble(
                        row -> relativeError(MillsRatio.at(row.number("x")), new BigDecimal(row.text("mills_ratio"))))
                .max()
                .orElseThrow();
        assertThat(worst).isLessThan(5e-15);
    }

    @Test
    void the_logarithm_of_the_tail_errs_less_than_with_the_error_function_of_commons_math() {
        double ours = worstLogarithm(NormalTail::log);
        double commons = worstLogarithm(x -> StrictMath.log(0.5 * Erf.erfc(x * StrictMath.sqrt(0.5))));
        assertThat(ours).isLessThan(2e-16);
        assertThat(commons).isGreaterThan(3 * ours);
    }

    /** Returns the largest relative error over the rows that Commons Math can answer. */
    private static double worstLogarithm(DoubleUnaryOperator logTail) {
        return rows().filter(row -> row.number("x") >= 1 && row.number("x") < 37)
                .mapToDouble(row ->
                        relativeError(logTail.applyAsDouble(row.number("x")), new BigDecimal(row.text("log_tail"))))
                .max()
                .orElseThrow();
    }

    @Test
    void the_error_function_of_commons_math_ends_where_the_tail_does_not() {
        assertThat(Erf.erfc(40 * StrictMath.sqrt(0.5))).isZero();
        assertThat(NormalTail.log(40)).isBetween(-805.0, -804.0);
    }
}
