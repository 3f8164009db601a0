package dev.weir.calculator.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.MathContext;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Losses of two rounds against decimal arithmetic, and against the losses that were asked for. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class TwoRoundsTest {

    /** What a loss may be too high by: two margins. */
    private static final double MARGIN = 3e-14;

    /** ln(p (1 - q) / ((1 - p) q)) = ln(1 + (p - q) / ((1 - p) q)), of exact p and q. */
    private static double exact(BigDecimal p, BigDecimal q) {
        BigDecimal product = BigDecimal.ONE.subtract(p).multiply(q);
        return Math.log1p(p.subtract(q).divide(product, MathContext.DECIMAL128).doubleValue());
    }

    private static BigDecimal then(BigDecimal first, double zero, double one) {
        BigDecimal missing = BigDecimal.ONE.subtract(first);
        return first.multiply(new BigDecimal(one)).add(missing.multiply(new BigDecimal(zero)));
    }

    @ParameterizedTest
    @CsvSource({
        "0.5, 0.5, 0.75",
        "0.9999999999, 0.5, 0.75",
        "0.999999999999999, 0.5, 0.75",
        "1e-9, 0.3, 0.30000000000001",
        "1e-12, 1e-9, 0.999999999",
        "0.25, 1e-15, 0.999999999999999"
    })
    void losses_of_rappor_are_exact_up_to_a_margin(double f, double zero, double one) {
        TwoRounds rounds = TwoRounds.rappor(f, zero, one);
        BigDecimal q = new BigDecimal(f / 2);
        BigDecimal p = BigDecimal.ONE.subtract(q);
        double permanent = exact(p, q);
        assertThat(rounds.stored().loss()).isBetween(permanent, permanent * (1 + MARGIN));
        double first = exact(then(p, zero, one), then(q, zero, one));
        assertThat(rounds.both().loss()).isBetween(first, first * (1 + MARGIN));
    }

    @ParameterizedTest
    @CsvSource({"1, 0.5", "16, 16", "16, 15.9999999999", "16, 1e-9", "1e-9, 1e-9", "1e-6, 1e-9", "0.7, 0.7", "3, 2.9999"
    })
    void losses_that_were_asked_for_are_reached(double permanent, double first) {
        TwoRounds symmetric = TwoRounds.symmetric(permanent, first);
        TwoRounds optimized = TwoRounds.optimized(permanent, first);
        for (TwoRounds rounds : new TwoRounds[] {symmetric, optimized}) {
            assertThat(rounds.stored().loss()).isBetween(permanent, permanent * (1 + MARGIN));
            assertThat(rounds.both().loss()).isBetween(first, first * (1 + MARGIN));
            assertThat(rounds.sent().one()).isLessThanOrEqualTo(1);
        }
    }
}
