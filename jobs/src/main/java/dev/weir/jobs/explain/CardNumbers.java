package dev.weir.jobs.explain;

import java.math.BigDecimal;
import java.math.MathContext;

/** Writes the numbers of a card's lines, rounded. */
final class CardNumbers {

    private static final MathContext SHORT = new MathContext(6);
    private static final MathContext SHORTER = new MathContext(4);

    private CardNumbers() {}

    /** Writes a number with six digits. */
    static String plain(BigDecimal value) {
        return value.round(SHORT).stripTrailingZeros().toPlainString();
    }

    /** Writes a finite number with four digits. */
    static String shorter(double value) {
        return new BigDecimal(value).round(SHORTER).stripTrailingZeros().toPlainString();
    }
}
