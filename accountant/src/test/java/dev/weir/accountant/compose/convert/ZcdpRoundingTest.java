package dev.weir.accountant.compose.convert;

import static dev.weir.accountant.compose.convert.Exact.DIGITS;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

/** Checks that every conversion errs on the safe side, and by a negligible amount, against formulas in 40 digits. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ZcdpRoundingTest {

    private static final double NEAR = 1e-12;

    private double rho;
    private double delta;
    private BigDecimal exactRho = BigDecimal.ZERO;
    private BigDecimal log = BigDecimal.ZERO;

    private void draw(RepetitionInfo run) {
        SplittableRandom random = new SplittableRandom(run.getCurrentRepetition());
        rho = Math.exp(random.nextDouble(-9, 4));
        delta = Math.exp(random.nextDouble(-60, -0.5));
        exactRho = Exact.of(rho);
        log = Exact.log(Exact.of(delta)).negate();
    }

    @RepeatedTest(60)
    void the_simple_epsilon_is_rounded_up(RepetitionInfo run) {
        draw(run);
        BigDecimal exact = exactRho.add(exactRho.multiply(log).sqrt(DIGITS).multiply(BigDecimal.valueOf(2)));
        assertJustAbove(exact, ZcdpConversion.simpleEpsilon(rho, delta));
    }

    @RepeatedTest(60)
    void the_simple_delta_is_rounded_up(RepetitionInfo run) {
        draw(run);
        double epsilon = rho + 3 * Math.sqrt(rho);
        BigDecimal above = Exact.of(epsilon).subtract(exactRho);
        BigDecimal exponent = above.multiply(above).divide(exactRho.multiply(BigDecimal.valueOf(4)), DIGITS);
        assertJustAbove(Exact.exp(exponent.negate()), ZcdpConversion.simpleDelta(rho, epsilon));
    }

    @RepeatedTest(60)
    void the_tight_epsilon_is_rounded_up(RepetitionInfo run) {
        draw(run);
        double x = Root.between(1e-12, 1e12, y -> rho * y * y + Math.log1p(y) - log.doubleValue());
        BigDecimal excess = Exact.of(x);
        BigDecimal order = excess.add(BigDecimal.ONE);
        BigDecimal exact = order.multiply(exactRho)
                .add(Exact.log(excess.divide(order, DIGITS)))
                .add(log.subtract(Exact.log(order)).divide(excess, DIGITS));
        double ours = ZcdpConversion.epsilon(rho, delta);
        assertThat(Exact.of(ours)).isGreaterThanOrEqualTo(exact);
        assertThat(ours).isLessThanOrEqualTo(Math.max(0, exact.doubleValue()) * (1 + NEAR) + NEAR);
    }

    @RepeatedTest(60)
    void the_tight_delta_is_rounded_up(RepetitionInfo run) {
        draw(run);
        double epsilon = rho + 3 * Math.sqrt(rho);
        double x = Root.between(1e-12, 1e12, y -> (1 + 2 * y) * rho - epsilon - Math.log1p(1 / y));
        BigDecimal excess = Exact.of(x);
        BigDecimal order = excess.add(BigDecimal.ONE);
        BigDecimal logDelta = excess.multiply(order.multiply(exactRho).subtract(Exact.of(epsilon)))
                .add(excess.multiply(Exact.log(excess.divide(order, DIGITS))))
                .subtract(Exact.log(order));
        assertJustAbove(Exact.exp(logDelta), ZcdpConversion.delta(rho, epsilon));
    }

    private static void assertJustAbove(BigDecimal exact, double ours) {
        assertThat(Exact.of(ours)).isGreaterThanOrEqualTo(exact);
        assertThat(ours).isLessThanOrEqualTo(exact.doubleValue() * (1 + NEAR));
    }
}
