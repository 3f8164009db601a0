package dev.weir.accountant.noise;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;

/** Decimal arithmetic to 100 digits, as an independent check of {@link Enclosure}. */
final class Digits {

    static final MathContext HUNDRED = new MathContext(100);

    private static final BigDecimal TWO = BigDecimal.valueOf(2);

    private Digits() {}

    static BigDecimal quotient(BigInteger numerator, BigInteger denominator) {
        return new BigDecimal(numerator).divide(new BigDecimal(denominator), HUNDRED);
    }

    /** Returns exp(-x) for x &gt;= 0: the series of exp(x / 2^20), inverted and squared twenty times. */
    static BigDecimal expMinus(BigDecimal x) {
        BigDecimal small = x.divide(TWO.pow(20), HUNDRED);
        BigDecimal sum = BigDecimal.ONE;
        BigDecimal term = BigDecimal.ONE;
        for (int i = 1; i < 60; i++) {
            term = term.multiply(small, HUNDRED).divide(BigDecimal.valueOf(i), HUNDRED);
            sum = sum.add(term, HUNDRED);
        }
        return BigDecimal.ONE.divide(sum, HUNDRED).pow(1 << 20, HUNDRED);
    }

    /** Returns the first binary digits of a number in [0, 1). */
    static BigInteger firstBits(BigDecimal x, int bits) {
        return x.multiply(TWO.pow(bits)).toBigInteger();
    }
}
