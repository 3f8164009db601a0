package dev.weir.jobs.kind.question;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Numbers as people read them, of three digits. */
public final class ThreeDigits {

    private static final MathContext NEAREST = new MathContext(3);
    private static final MathContext UP = new MathContext(3, RoundingMode.CEILING);

    private ThreeDigits() {}

    /**
     * Returns a number rounded to the nearest.
     *
     * @param number the number, finite
     */
    public static String rounded(double number) {
        return plain(new BigDecimal(number).round(NEAREST));
    }

    /**
     * Returns a loss, which is never said to be smaller than it is.
     *
     * @param loss the loss, finite
     */
    public static String up(double loss) {
        return plain(new BigDecimal(loss).round(UP));
    }

    private static String plain(BigDecimal number) {
        return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
    }
}
