package dev.weir.jobs.kind.reports;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Numbers as people read them, of three digits. */
final class ReportsWords {

    private static final MathContext NEAREST = new MathContext(3);
    private static final MathContext UP = new MathContext(3, RoundingMode.CEILING);

    private ReportsWords() {}

    /** A number rounded to the nearest. */
    static String rounded(double number) {
        return plain(new BigDecimal(number).round(NEAREST));
    }

    /** A loss, which is never said to be smaller than it is. */
    static String up(double loss) {
        return plain(new BigDecimal(loss).round(UP));
    }

    private static String plain(BigDecimal number) {
        return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
    }
}
