package dev.weir.accountant.compose.convert;

import java.math.BigDecimal;
import java.math.MathContext;

/** Computes exponentials and logarithms to 40 digits, as true values for tests of rounding. */
final class Exact {

    static final MathContext DIGITS = new MathContext(50);

    private static final int HALVINGS = 40;

    private Exact() {}

    /** Returns {@code e^x}: the series at {@code x / 2^40}, squared 40 times. */
    static BigDecimal exp(BigDecimal x) {
        MathContext wide = new MathContext(70);
        BigDecimal small = x.divide(BigDecimal.valueOf(1L << HALVINGS), wide);
        BigDecimal term = BigDecimal.ONE;
        BigDecimal sum = BigDecimal.ONE;
        for (int i = 1; i < 12; i++) {
            term = term.multiply(small, wide).divide(BigDecimal.valueOf(i), wide);
            sum = sum.add(term, wide);
        }
        for (int i = 0; i < HALVINGS; i++) {
            sum = sum.multiply(sum, wide);
        }
        return sum.round(DIGITS);
    }

    /** Returns the natural logarithm, by Halley's steps on {@link #exp}. */
    static BigDecimal log(BigDecimal x) {
        BigDecimal y = new BigDecimal(Math.log(x.doubleValue()));
        for (int i = 0; i < 3; i++) {
            BigDecimal power = exp(y);
            BigDecimal step = x.subtract(power, DIGITS).divide(x.add(power, DIGITS), DIGITS);
            y = y.add(step.multiply(BigDecimal.valueOf(2)), DIGITS);
        }
        return y;
    }

    static BigDecimal of(double x) {
        return new BigDecimal(x);
    }
}
